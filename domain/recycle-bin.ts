/** What was deleted and can be brought back, and for how long. */
import type { Person } from "./person.ts";

/** What a deletion says of itself. */
export type Deletion = {
  /** What the entry is called in the bin: random, unguessable, safe in a URL. */
  readonly key: string;
  readonly at: Date;
  /** Null: not known. */
  readonly by: Person | null;
  /** Key of the picture that it shows; absent or null: none. */
  readonly picture?: string | null | undefined;
};

/** So many days. */
export const BIN_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** @returns what was deleted before it goes for good now */
export const binLimit = (now: Date): Date => new Date(now.getTime() - BIN_DAYS * DAY_MS);

/** @returns when something that was deleted at an instant goes for good */
export const binnedUntil = (deletedAt: Date): Date => new Date(deletedAt.getTime() + BIN_DAYS * DAY_MS);

/** @returns whether a text can be what an entry of the bin is called */
export const isBinKey = (text: string): boolean => /^[\w-]{16,64}$/.test(text);
