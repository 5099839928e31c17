DELETE FROM $table WHERE game IN (FROM leaving);
UPDATE $table AS t SET game = r.number FROM renumbered r WHERE t.game = r.game AND r.game <> r.number;
