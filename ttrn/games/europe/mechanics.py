"""What Europe adds to the base, one mechanic after the other: other games may have any of them too."""

from __future__ import annotations

from typing import Final

from ttrn.boards.features import Features
from ttrn.core import claims
from ttrn.core.actions import BuildStation, ClaimRoute, GiveUpTunnel, PayTunnel
from ttrn.core.bots import Bots
from ttrn.core.engine import apply
from ttrn.core.game import Mechanic
from ttrn.core.rules import REMOVED, Counted, Rules, Scoring, TicketRules
from ttrn.core.unseen import Unseen
from ttrn.games.europe import (
    bots,
    choosing,
    facts,
    ferries,
    long_tickets,
    position,
    records,
    rulebook,
    scoring,
    stations,
    tunnels,
    unseen,
    valuing,
)
from ttrn.games.europe.records import ResolvedStation, ResolvedTunnel
from ttrn.notation.records import Claim, Station
from ttrn.position.fields import SEAT, TABLE, TURN, PositionField, PositionTables
from ttrn.replays.choosing import Chooser, offer_routes
from ttrn.replays.tables import Records

FERRIES: Final = Mechanic(
    features=Features(allows=frozenset(("ferry",))),
    rulebook=rulebook.FERRIES,
    rules=Rules(checks={ClaimRoute: (*claims.CHECKS[:-1], ferries.ferry_1, claims.CHECKS[-1])}),
)
"""Routes over water, where some spaces want a locomotive."""

TUNNELS: Final = Mechanic(
    features=Features(allows=frozenset(("tunnel",))),
    rulebook=rulebook.TUNNELS,
    rules=Rules(
        checks={PayTunnel: tunnels.PAY_CHECKS, GiveUpTunnel: tunnels.GIVE_UP_CHECKS},
        effects={
            ClaimRoute: tunnels.claim,
            PayTunnel: tunnels.pay_tunnel,
            GiveUpTunnel: tunnels.give_up_tunnel,
        },
        claim_at_once=tunnels.claim_at_once,
        answers=tunnels.answers,
        answer_kinds=(PayTunnel, GiveUpTunnel),
        parts=(tunnels.PART,),
        open_piles=tunnels.open_piles,
    ),
    records=Records(
        read={Claim: records.resolve_claim},
        write={PayTunnel: records.write_answer, GiveUpTunnel: records.write_answer},
        choose={
            ClaimRoute: Chooser(offer_routes, choosing.follow_tunnel),
            PayTunnel: Chooser(choosing.offer_surcharge, choosing.follow_surcharge),
            GiveUpTunnel: Chooser(choosing.offer_giving_up, choosing.follow_giving_up),
        },
        actions={ResolvedTunnel: records.tunnel_actions},
        handle={ResolvedTunnel: records.tunnel},
        finish={ResolvedTunnel: position.finish_tunnel},
        give_up=lambda state: apply(state, GiveUpTunnel()),
    ),
    position=PositionTables(
        fields=(
            PositionField(TURN, "tunnel", "tunnels", position.write_tunnel, position.read_tunnel, waits="a tunnel"),
        ),
        checks=(position.tunnel_under_way,),
    ),
    unseen=Unseen(pay={Claim: unseen.claim}),
    bots=Bots(answer=bots.pay_tunnel),
    valuing=valuing.TUNNELS,
)
"""Routes of which nobody knows how long they are before three cards are turned over."""

STATIONS: Final = Mechanic(
    features=Features(needs=frozenset(("stations",))),
    rulebook=rulebook.STATIONS,
    rules=Rules(
        checks={BuildStation: stations.CHECKS},
        effects={BuildStation: stations.build_station},
        choices=(stations.builds,),
        parts=(stations.PART,),
    ),
    scoring=Scoring(
        seats=scoring.seat_scores,
        tie_breaks=scoring.tie_breaks,
        likely_mistakes=scoring.without_stations,
        counted={"stations": Counted("EU-STATION-1", "stations left", stations.stations_left)},
    ),
    records=Records(
        read={Station: records.resolve_station},
        write={BuildStation: records.write_station},
        choose={BuildStation: Chooser(choosing.offer_stations, choosing.follow_station)},
        actions={ResolvedStation: records.station_actions},
        handle={ResolvedStation: records.station},
        place_station=records.place_station,
    ),
    position=PositionTables(
        fields=(PositionField(SEAT, "stations", "stations", position.write_stations, position.read_stations),)
    ),
    facts=facts.STATIONS,
    unseen=Unseen(
        pay={Station: unseen.build_station},
        parts={stations.Stations: unseen.stations},
        completed=unseen.completed,
    ),
    bots=Bots(loan=bots.loan, borrow=bots.build_station),
    valuing=valuing.STATIONS,
)
"""Stations, which lend their owners a route of an opponent."""

LONG_TICKETS: Final = Mechanic(
    tickets=TicketRules(
        by_kind=True,
        returned=REMOVED,
        name_decks=long_tickets.name_decks,
        unknown_deck=long_tickets.unknown_deck,
    ),
    position=PositionTables(
        fields=(
            PositionField(SEAT, "long", "long tickets", position.write_unsure, position.read_unsure),
            PositionField(
                TABLE, "removed", "tickets that leave the game", position.write_removed, position.read_removed
            ),
        ),
        derive=position.long_deck_left,
        checks=(position.removed_add_up,),
        tickets_add_up=False,
        conceal=position.conceal_removed,
    ),
    bots=Bots(hide=(bots.hide_removed,)),
)
"""Tickets of two kinds, the long ones dealt at the start only; what is not kept then leaves the game."""
