-- The tables. Everything in them follows from games.text, but for aliases and losses, which somebody brought; ttrn load
-- --rebuild makes them anew from it.
-- Numbers are all INTEGER: they are packed to the bits they need, and a record may state anything.
-- Seats count from 1 in turn order, turns as in the record; turn 0 is the setup. Cards are letters, as in the notation.

CREATE TABLE about (key VARCHAR NOT NULL, value VARCHAR NOT NULL);
COMMENT ON TABLE about IS 'The version of the schema, and what this file was made from.';

CREATE TABLE boards (
    board VARCHAR NOT NULL, title VARCHAR, rules VARCHAR, cards INTEGER, locomotives INTEGER, dealt INTEGER,
    fingerprint VARCHAR NOT NULL
);
COMMENT ON TABLE boards IS 'The boards that games in this database were played on; how many train cards they have, locomotives among them, and how many cards are dealt to each player.';

CREATE TABLE cities (
    board VARCHAR NOT NULL, city VARCHAR NOT NULL, name VARCHAR, country BOOLEAN,
    x DOUBLE, y DOUBLE, lon DOUBLE, lat DOUBLE
);
COMMENT ON TABLE cities IS 'The cities of each board, by code.';

CREATE TABLE routes (
    board VARCHAR NOT NULL, route VARCHAR NOT NULL, a VARCHAR NOT NULL, b VARCHAR NOT NULL, pair VARCHAR NOT NULL,
    tracks INTEGER, length INTEGER, points INTEGER, color VARCHAR, tunnel BOOLEAN, ferry INTEGER
);
COMMENT ON TABLE routes IS 'The routes of each board; color is a card letter, empty for gray; pair is shared by the tracks of a double route.';

CREATE TABLE ticket_cards (
    board VARCHAR NOT NULL, ticket VARCHAR NOT NULL, a VARCHAR NOT NULL, b VARCHAR NOT NULL, points INTEGER,
    deck VARCHAR, cost INTEGER
);
COMMENT ON TABLE ticket_cards IS 'The tickets of each board; cost is the number of trains on the shortest way.';

CREATE TABLE games (
    game INTEGER NOT NULL, hash VARCHAR NOT NULL, board VARCHAR NOT NULL, verdict VARCHAR NOT NULL,
    level VARCHAR, information VARCHAR, kind VARCHAR, players INTEGER NOT NULL, first_turn INTEGER,
    recorded_turns INTEGER NOT NULL, turns INTEGER, over BOOLEAN NOT NULL, decided BOOLEAN NOT NULL,
    certain BOOLEAN NOT NULL, routes_known BOOLEAN NOT NULL, tie_broken BOOLEAN, margin INTEGER,
    ended_by INTEGER, lead_changes INTEGER, flushes INTEGER, date DATE, event VARCHAR, site VARCHAR, round VARCHAR,
    tags MAP(VARCHAR, VARCHAR), file VARCHAR, number INTEGER, line INTEGER, text VARCHAR USING COMPRESSION zstd
);
COMMENT ON TABLE games IS 'One row per game, with its whole text. verdict: exact, consistent, undecided, impossible or unreadable.';
COMMENT ON COLUMN games.hash IS 'Of the canonical text: what a game is known by.';
COMMENT ON COLUMN games.level IS 'How much of the game was kept: result, sheet, board, claims, view or full.';
COMMENT ON COLUMN games.information IS 'full: every card is known; else whose record it is: player, public, or partial where the record does not say.';
COMMENT ON COLUMN games.kind IS 'human, bot, or mixed.';
COMMENT ON COLUMN games.recorded_turns IS 'The turns in the record.';
COMMENT ON COLUMN games.turns IS 'The turns of the game; empty unless the record has them all from the first on.';
COMMENT ON COLUMN games.over IS 'Whether the record goes to the end of the game, or tells it.';
COMMENT ON COLUMN games.decided IS 'Whether it is known who won.';
COMMENT ON COLUMN games.certain IS 'Whether the final scores are known: they follow from the record, or it states them.';
COMMENT ON COLUMN games.routes_known IS 'Whether the record has every route that anybody claimed.';
COMMENT ON COLUMN games.tie_broken IS 'Whether the points alone did not decide it.';
COMMENT ON COLUMN games.margin IS 'The points between the winner and the next player.';
COMMENT ON COLUMN games.ended_by IS 'The seat that triggered the last round.';
COMMENT ON COLUMN games.lead_changes IS 'How often another player took the sole lead on the scoring track.';
COMMENT ON COLUMN games.flushes IS 'How often the market was replaced.';
COMMENT ON COLUMN games.text IS 'The game in canonical form; an unreadable one as it stood in its file.';

CREATE TABLE seats (
    game INTEGER NOT NULL, seat INTEGER NOT NULL, id VARCHAR NOT NULL, name VARCHAR NOT NULL, color VARCHAR,
    bot VARCHAR, score INTEGER, rank INTEGER, won BOOLEAN, route_points INTEGER, ticket_points INTEGER,
    bonus INTEGER, station_points INTEGER, goods INTEGER, longest INTEGER, tickets_kept INTEGER,
    tickets_completed INTEGER, points_lost INTEGER, unknown_tickets INTEGER, turns INTEGER, draws INTEGER,
    blind INTEGER, face_up INTEGER, locomotives_dealt INTEGER, locomotives_blind INTEGER,
    locomotives_face_up INTEGER, claims INTEGER, trains_placed INTEGER, trains_left INTEGER, hand_left INTEGER, stated INTEGER
);
COMMENT ON TABLE seats IS 'One row per player of a game: the result by component, and what the player did. What the record does not tell is empty; what a game does not have is 0 if its components are known.';
COMMENT ON COLUMN seats.name IS 'As the record has it; the view participants has the player behind it.';
COMMENT ON COLUMN seats.score IS 'The final score; empty if the game is not over, or nobody knows it.';
COMMENT ON COLUMN seats.won IS 'Whether the player won; the rank may be empty where only the winner is known.';
COMMENT ON COLUMN seats.points_lost IS 'What unfinished tickets took away.';
COMMENT ON COLUMN seats.locomotives_dealt IS 'By chance: those that everybody gets do not count.';
COMMENT ON COLUMN seats.blind IS 'Cards taken from the deck, those dealt not counted.';
COMMENT ON COLUMN seats.locomotives_blind IS 'Locomotives among the blind cards; empty if any of these was not seen.';
COMMENT ON COLUMN seats.stated IS 'The score that the record states.';

-- Turns and claims are by far the most rows, and what is done in them comes again and again: each different move, and
-- each different market, is kept once and has a number. The views turns and claims put them together again.
CREATE SCHEMA packed;

CREATE TABLE packed.moves (
    move INTEGER NOT NULL, action VARCHAR NOT NULL, target VARCHAR, length INTEGER, route_points INTEGER,
    face_up VARCHAR, blind VARCHAR, turned_up VARCHAR, paid VARCHAR, points INTEGER, color VARCHAR, locomotives INTEGER
);
COMMENT ON TABLE packed.moves IS 'What players did in their turns: each different move once, for the views turns and claims.';

CREATE TABLE packed.markets (market INTEGER NOT NULL, cards VARCHAR NOT NULL);
COMMENT ON TABLE packed.markets IS 'The face-up cards after turns: each different market once, for the view turns.';

CREATE TABLE packed.turns (
    game INTEGER NOT NULL, turn INTEGER NOT NULL, seat INTEGER NOT NULL, move INTEGER NOT NULL, score INTEGER,
    trains INTEGER, hand INTEGER, deck INTEGER, market INTEGER NOT NULL
);
COMMENT ON TABLE packed.turns IS 'The rows of the view turns, with numbers for move and market.';

CREATE TABLE packed.claims (
    game INTEGER NOT NULL, turn INTEGER, seat INTEGER NOT NULL, nth INTEGER, move INTEGER NOT NULL,
    turned VARCHAR, new_a BOOLEAN, new_b BOOLEAN, contested BOOLEAN, track_known BOOLEAN, won BOOLEAN
);
COMMENT ON TABLE packed.claims IS 'The rows of the view claims, with the number of the move.';

CREATE TABLE tickets (
    game INTEGER NOT NULL, seat INTEGER NOT NULL, ticket VARCHAR NOT NULL, turn INTEGER, kept BOOLEAN NOT NULL,
    offer_known BOOLEAN NOT NULL, completed BOOLEAN, completed_turn INTEGER, by_station BOOLEAN, scoring INTEGER, spent VARCHAR,
    points INTEGER, won BOOLEAN
);
COMMENT ON TABLE tickets IS 'One row per known ticket that a player was offered.';
COMMENT ON COLUMN tickets.turn IS 'When it was offered, 0 at the start; empty if it was shown at the end only.';
COMMENT ON COLUMN tickets.offer_known IS 'Whether all tickets of that offer are known: else nobody knows what was not kept.';
COMMENT ON COLUMN tickets.completed IS 'Whether it was; empty if it was not kept, or nobody knows.';
COMMENT ON COLUMN tickets.completed_turn IS 'When the player''s own routes had joined its cities.';
COMMENT ON COLUMN tickets.by_station IS 'Whether only a borrowed route completed it.';
COMMENT ON COLUMN tickets.scoring IS 'At which scoring it was completed, in The Card Game; spent are the cards that took.';
COMMENT ON COLUMN tickets.won IS 'Whether the player won the game.';
COMMENT ON COLUMN tickets.points IS 'What it added at the end, or took away.';

CREATE TABLE stations (
    game INTEGER NOT NULL, turn INTEGER, seat INTEGER NOT NULL, city VARCHAR NOT NULL, paid VARCHAR,
    borrowed VARCHAR, tickets VARCHAR[]
);
COMMENT ON TABLE stations IS 'One row per station: the route it lent at the end, and the tickets it completed. The turn is empty for one of a final board.';

CREATE TABLE passengers (
    game INTEGER NOT NULL, turn INTEGER NOT NULL, seat INTEGER NOT NULL, event VARCHAR NOT NULL,
    city VARCHAR NOT NULL, way VARCHAR, cards INTEGER, points INTEGER
);
COMMENT ON TABLE passengers IS 'One row per passenger placed or moved (ride), with the passenger cards played and the points collected.';

CREATE TABLE merchandise (
    game INTEGER NOT NULL, turn INTEGER NOT NULL, seat INTEGER NOT NULL, city VARCHAR NOT NULL, points INTEGER
);
COMMENT ON TABLE merchandise IS 'One row per token of merchandise taken.';

CREATE TABLE railyards (
    game INTEGER NOT NULL, turn INTEGER NOT NULL, seat INTEGER NOT NULL, event VARCHAR NOT NULL, cards VARCHAR
);
COMMENT ON TABLE railyards IS 'What happened in the railyard of a seat: cards laid in it, robbed from it, or moved on to the stack.';

CREATE TABLE problems (
    game INTEGER NOT NULL, rule VARCHAR NOT NULL, message VARCHAR NOT NULL, turn INTEGER, player VARCHAR,
    line INTEGER, "column" INTEGER, text VARCHAR, hint VARCHAR
);
COMMENT ON TABLE problems IS 'What is wrong with a game.';

CREATE TABLE analyses (
    game INTEGER NOT NULL, model VARCHAR NOT NULL, basis VARCHAR, worlds INTEGER, stderr DOUBLE, playouts INTEGER,
    weighed BOOLEAN, excitement DOUBLE, largest_swing DOUBLE, largest_turn INTEGER, reason VARCHAR
);
COMMENT ON TABLE analyses IS 'One row per game that somebody had analysed: how that was made, or the reason why the game cannot be judged.';
COMMENT ON COLUMN analyses.model IS 'The version of the model that judged it; empty where there is none for its board.';
COMMENT ON COLUMN analyses.basis IS 'By what each turn is judged: all cards; what everybody saw (public view) or one player (one view); what a record without a View tag shows (partial record).';
COMMENT ON COLUMN analyses.worlds IS 'How many possible worlds were looked at for each turn; 0 where everything is known, or nobody asked.';
COMMENT ON COLUMN analyses.stderr IS 'The standard error of a mean over these worlds, at most; 0 without them.';
COMMENT ON COLUMN analyses.playouts IS 'How many games were played out for each value; 0 where the model alone judges.';
COMMENT ON COLUMN analyses.weighed IS 'Whether luck was asked for; it is known where all cards are.';
COMMENT ON COLUMN analyses.excitement IS 'The sum of all swings: of each turn the largest change of a probability of winning.';
COMMENT ON COLUMN analyses.reason IS 'Why the game cannot be judged; empty where it is.';

CREATE TABLE analysed_seats (
    game INTEGER NOT NULL, seat INTEGER NOT NULL, start DOUBLE, lowest DOUBLE, lowest_turn INTEGER, last_round DOUBLE,
    result DOUBLE, luck DOUBLE, luck_points DOUBLE, rest DOUBLE
);
COMMENT ON TABLE analysed_seats IS 'One row per seat of a game that was judged: its probability of winning on the way, and what chance brought. The start, luck and rest add up to the result.';
COMMENT ON COLUMN analysed_seats.start IS 'The probability of winning after the setup.';
COMMENT ON COLUMN analysed_seats.lowest IS 'The lowest probability of winning before the end, first reached after lowest_turn.';
COMMENT ON COLUMN analysed_seats.last_round IS 'The probability of winning before everybody''s last turn.';
COMMENT ON COLUMN analysed_seats.result IS 'The share of the win: 1, 0, or a part of it in a tie; empty if the record does not go to the end.';
COMMENT ON COLUMN analysed_seats.luck IS 'What chance brought, in wins: 0.11 is worth eleven games of a hundred. Empty where not all cards are known.';
COMMENT ON COLUMN analysed_seats.luck_points IS 'The same in points.';
COMMENT ON COLUMN analysed_seats.rest IS 'What else moved the probability of winning: what everybody decided, and what the model had wrong.';

CREATE TABLE standings (game INTEGER NOT NULL, turn INTEGER NOT NULL, seat INTEGER NOT NULL, win FLOAT, points FLOAT);
COMMENT ON TABLE standings IS 'One row per turn and seat of a game that was judged: how the seat stood after the turn, whoever made it; turn 0 is the setup.';
COMMENT ON COLUMN standings.win IS 'The probability of winning; those of all seats add up to 1, ties are shared.';
COMMENT ON COLUMN standings.points IS 'The expected final points.';

CREATE TABLE losses (
    game INTEGER NOT NULL, seat INTEGER NOT NULL, moves INTEGER, loss DOUBLE, stderr DOUBLE, playouts INTEGER
);
COMMENT ON TABLE losses IS 'One row per seat of a game whose moves were judged by playouts (ttrn analyse --deep): what they lost beside the best ones.';
COMMENT ON COLUMN losses.moves IS 'The moves that count: those in which there was something to lose.';
COMMENT ON COLUMN losses.loss IS 'Wins lost by all of them together, measured: it may be below 0.';
COMMENT ON COLUMN losses.stderr IS 'The standard error of the loss.';
COMMENT ON COLUMN losses.playouts IS 'The games that were played out for it.';

CREATE TABLE ratings (
    game INTEGER NOT NULL, seat INTEGER NOT NULL, player VARCHAR NOT NULL, nth INTEGER NOT NULL,
    mu FLOAT, sigma FLOAT
);
COMMENT ON TABLE ratings IS 'The rating of each player after each game, in the order of their dates.';

CREATE TABLE aliases (spelling VARCHAR NOT NULL, player VARCHAR NOT NULL);
COMMENT ON TABLE aliases IS 'Other spellings of a player''s name.';
