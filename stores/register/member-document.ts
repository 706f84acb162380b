/** Documents `register/{id}`. */
import { createHash } from "node:crypto";
import type { Person } from "#domain/person.ts";
import {
  EMPTY_MEMBER,
  MEMBER_FIELDS,
  type MemberData,
  type RefusedEmail,
  samePersonKey,
} from "#domain/register/member.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import type { DocumentContent, JsonValue, StoredDocument, Transaction } from "#ports/documents.ts";

export const REGISTER_COLLECTION = "register";
export const KEYS_COLLECTION = "keys";

/** A member of the register with the fields that the store adds. */
export type Member = MemberData & {
  /** Random and safe in a URL. */
  readonly id: string;
  /** See `memberVersion`. */
  readonly version: string;
  readonly updatedAt: Date;
  readonly updatedBy: Person | null;
  /** Ids of the accepted sign-ups, oldest first. The inbox may no longer contain a sign-up. */
  readonly signUps: readonly string[];
  /** Written by the outcome of a mail (refused-email.ts). Applies only to this address (`workingEmail`). */
  readonly refusedEmail: RefusedEmail | null;
};

/** @returns the data of a document or revision. A missing field gets the value in `EMPTY_MEMBER`. */
export function memberDataIn(content: JsonValue | undefined): MemberData {
  const saved = (content ?? {}) as DocumentContent;
  const known = MEMBER_FIELDS.filter((field) => typeof saved[field] === "string").map((field) => [field, saved[field]]);
  return { ...EMPTY_MEMBER, ...Object.fromEntries(known) };
}

/**
 * The version of a member, for forms that were opened before. The outcome of a mail does not change it: nobody has
 * changed what such a form shows.
 */
export function memberVersion({ content: { refusedEmail: _, ...content } }: Pick<StoredDocument, "content">): string {
  return createHash("sha256").update(canonicalJson(content)).digest("base64url").slice(0, 22);
}

export function memberFromDocument(document: StoredDocument): Member {
  const { id, changedAt, content } = document;
  const { updatedAt, updatedBy, signUps, refusedEmail } = content;
  return {
    ...memberDataIn(content),
    id,
    // Computed on demand: lists of thousands of members do not need it.
    get version() {
      return memberVersion(document);
    },
    updatedAt: typeof updatedAt === "string" ? new Date(updatedAt) : changedAt,
    updatedBy: (updatedBy ?? null) as Person | null,
    signUps: Array.isArray(signUps) ? signUps.map(String) : [],
    refusedEmail: refusedEmailIn(refusedEmail),
  };
}

function refusedEmailIn(value: JsonValue | undefined): RefusedEmail | null {
  const { address, at } = (value ?? {}) as DocumentContent;
  return typeof address === "string" && typeof at === "string" ? { address, at: new Date(at) } : null;
}

/** @returns the document that contains the id of the member with this name and birth date; null if there is none */
export const personMarker = (transaction: Transaction, data: MemberData): Promise<StoredDocument | null> =>
  transaction.get(KEYS_COLLECTION, personMarkerId(data));

/** @returns the id of the document of `personMarker` */
export const personMarkerId = (data: MemberData): string =>
  `${REGISTER_COLLECTION} ${createHash("sha256").update(samePersonKey(data)).digest("hex")}`;
