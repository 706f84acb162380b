-- The last time that a running site has seen, as an instant: one row, none before the first site of this version ran.
CREATE TABLE last_seen_time (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), at TEXT NOT NULL) STRICT;
