-- What nothing points to any more, once games are gone: moves, markets, boards.
DELETE FROM packed.moves WHERE move NOT IN (SELECT move FROM packed.turns UNION SELECT move FROM packed.claims);
DELETE FROM packed.markets WHERE market NOT IN (SELECT market FROM packed.turns);
DELETE FROM boards WHERE board NOT IN (SELECT board FROM games);
DELETE FROM cities WHERE board NOT IN (SELECT board FROM boards);
DELETE FROM routes WHERE board NOT IN (SELECT board FROM boards);
DELETE FROM ticket_cards WHERE board NOT IN (SELECT board FROM boards);
