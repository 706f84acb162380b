/** What the site keeps of an account beside the provider. */
import { createHash } from "node:crypto";
import type { Timestamp } from "@google-cloud/firestore";
import type { LinkKind } from "#domain/accounts/account-link.ts";

/** A link that is out. */
export type KeptLink = { fingerprint: string; kind: LinkKind; expiresAt: Timestamp };

/** An open session. */
export type KeptSession = {
  expiresAt: Timestamp;
  openedAt: Timestamp;
  usedAt: Timestamp;
  /** When the password was last typed in it; null: not known, as an older version opened it. */
  confirmedAt: Timestamp | null;
  /** Short words for the device. */
  device: string;
  /** What the provider had revoked until it was opened, in its words; absent where an older version opened it. */
  validAfter?: string | null;
};

/** An account of an existing project is not kept until something is done with it. */
export type KeptAccount = {
  /** What the others call its owner; absent: nobody has said yet. */
  firstName?: string;
  /** False: its password lets nobody in, be it right. */
  entry?: boolean;
  /** Null: never. */
  lastSignIn?: Timestamp | null;
  link?: KeptLink | null;
  /** Grows whenever who may enter may have changed: what was begun before that is over. */
  change?: number;
  /** Until then somebody is replacing its password, and nobody else does. */
  changingUntil?: Timestamp | null;
  /** By fingerprint. */
  sessions?: Readonly<Record<string, KeptSession>>;
};

/** @returns what is kept of something that only its holder may know */
export const fingerprintOf = (token: string): string => createHash("sha256").update(token).digest("base64url");
