"""What Märklin adds to the base, one mechanic after the other: other games may have any of them too."""

from __future__ import annotations

from typing import Final

from ttrn.boards.features import Features
from ttrn.core import tickets
from ttrn.core.actions import NO_CITY, ClaimRoute, DrawTickets, PlacePassenger, RidePassenger
from ttrn.core.bots import Bots
from ttrn.core.cards import PASSENGER
from ttrn.core.engine import apply
from ttrn.core.game import Mechanic
from ttrn.core.rules import SHUFFLED, Counted, Rules, Scoring, TicketRules
from ttrn.core.unseen import Unseen
from ttrn.games.marklin import (
    bots,
    choosing,
    facts,
    passengers,
    plus_four,
    position,
    records,
    rides,
    scoring,
    unseen,
    valuing,
)
from ttrn.games.marklin.passengers import passengers_of
from ttrn.games.marklin.records import ResolvedPlacing, ResolvedRide
from ttrn.games.marklin.tickets import mk_ticket_1, take_mix_at_once
from ttrn.notation.records import Claim, Ride
from ttrn.position.fields import SEAT, TABLE, TURN, PositionField, PositionTables
from ttrn.replays.choosing import Chooser
from ttrn.replays.resolve import ResolvedTickets
from ttrn.replays.tables import Records

PLUS_FOUR: Final = Mechanic(
    features=Features(allows=frozenset(("F",))),
    rules=Rules(checks={ClaimRoute: plus_four.CHECKS}, price=plus_four.route_price),
)
"""Locomotives that are wild on long routes only."""

MIXED_TICKETS: Final = Mechanic(
    features=Features(allows=frozenset(("most_tickets",))),
    rules=Rules(checks={DrawTickets: (*tickets.DRAW_CHECKS, mk_ticket_1)}, tickets_at_once=take_mix_at_once),
    tickets=TicketRules(by_kind=True, returned=SHUFFLED),
    records=Records(handle={ResolvedTickets: records.mixed_tickets}),
)
"""Tickets in two decks, drawn in any mix; those not kept at the start are shuffled back."""

PASSENGERS: Final = Mechanic(
    features=Features(
        needs=frozenset(("passengers", "merchandise")), allows=frozenset(("country", "T", "most_tickets"))
    ),
    rules=Rules(
        checks={PlacePassenger: passengers.PLACE_CHECKS, RidePassenger: passengers.RIDE_CHECKS},
        effects={
            ClaimRoute: passengers.claim_and_wait,
            PlacePassenger: passengers.place_passenger,
            RidePassenger: passengers.ride,
        },
        choices=(rides.rides,),
        claim_at_once=passengers.claim_at_once,
        answers=passengers.places,
        answer_kinds=(PlacePassenger,),
        parts=(passengers.PART,),
        sweeping=(PASSENGER,),
    ),
    scoring=Scoring(
        seats=scoring.seat_scores,
        tie_breaks=scoring.tie_breaks,
        bonus_name="most tickets",
        settle={"goods": scoring.settle_goods},
        counted={
            "passengers": Counted(
                "MK-PASS-1", "passengers not placed yet", lambda s, seat: passengers_of(s).left[seat]
            ),
            "goods": Counted("MK-GOODS-1", "points of merchandise", lambda s, seat: passengers_of(s).goods[seat]),
        },
        likely_mistakes=scoring.through_countries,
        miscounted=scoring.goods_forgotten,
    ),
    records=Records(
        read={Claim: records.resolve_placing, Ride: records.resolve_ride},
        write={PlacePassenger: records.write_placing, RidePassenger: records.write_ride},
        choose={
            PlacePassenger: Chooser(choosing.offer_places, choosing.follow_place),
            RidePassenger: Chooser(choosing.offer_rides, choosing.follow_ride),
        },
        completed=records.with_passengers,
        actions={ResolvedPlacing: records.placing_actions, ResolvedRide: records.ride_actions},
        handle={ResolvedPlacing: records.claim_and_place, ResolvedRide: records.ride},
        finish={ResolvedPlacing: position.finish_claim},
        give_up=lambda state: apply(state, PlacePassenger(NO_CITY)),
    ),
    position=PositionTables(
        fields=(
            PositionField(
                TURN,
                "claimed",
                "passengers",
                position.write_claimed,
                position.read_claimed,
                waits="a passenger to be placed",
            ),
            PositionField(SEAT, "passengers", "passengers", position.write_left, position.read_left, required=True),
            PositionField(SEAT, "stands", "passengers", position.write_standing, position.read_standing),
            PositionField(SEAT, "goods", "merchandise tokens", position.write_goods, position.read_goods),
            PositionField(TABLE, "goods", "merchandise tokens", position.write_stacks, position.read_stacks),
        ),
        derive=position.count_moved,
        checks=(position.passengers_add_up, position.claimed_just_now, position.goods_add_up),
        points=lambda state, seat: passengers_of(state).goods[seat],
    ),
    facts=facts.PASSENGERS,
    unseen=Unseen(pay={Ride: unseen.ride}),
    bots=Bots(answer=bots.place_passenger, gains={RidePassenger: bots.gain}, moves=(bots.ride,)),
    valuing=valuing.PASSENGERS,
)
"""Passengers, placed with claims, who collect merchandise when they ride."""
