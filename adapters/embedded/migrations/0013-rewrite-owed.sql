-- Earlier versions left what they erased in free pages of the file: it is to be written anew (erasure.ts).
PRAGMA user_version = 1;
