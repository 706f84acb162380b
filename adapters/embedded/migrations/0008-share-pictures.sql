-- `partage` is 1 once the picture that chats show of an event's link is on the disk; only pictures of events get one.
ALTER TABLE images ADD COLUMN partage INTEGER NOT NULL DEFAULT 0 CHECK (partage IN (0, 1));
