import type { Person } from "./person.ts";

export type Deletion = {
  /** Random URL-safe token of the deleted document in the recycle bin. */
  readonly key: string;
  readonly at: Date;
  readonly by: Person | null;
  /** Picture key of the deleted document. Absent or null without a picture. */
  readonly picture?: string | null | undefined;
};

export const BIN_RETENTION_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Documents that were deleted before this time have left the recycle bin. */
export const binCutoff = (now: Date): Date => new Date(now.getTime() - BIN_RETENTION_DAYS * DAY_MS);

/** The time at which a document leaves the recycle bin and its deletion becomes final. */
export const binExpiryTime = (deletedAt: Date): Date => new Date(deletedAt.getTime() + BIN_RETENTION_DAYS * DAY_MS);

/** A new random `key` for the recycle bin. */
export const newBinKey = (): string => crypto.randomUUID().replaceAll("-", "");

/** Whether a text has the form of a recycle bin `key`. */
export const isBinKey = (text: string): boolean => /^[\w-]{16,64}$/.test(text);
