/** Documents `register/{id}`. Each list sorts by a field `order…` of its own: Firestore indexes single fields only. */
import { createHash } from "node:crypto";
import type { Person } from "#domain/person.ts";
import { addressState } from "#domain/register/address.ts";
import {
  EMPTY_MEMBER,
  hasLeft,
  MEMBER_FIELDS,
  type MemberData,
  memberSearchText,
  memberSortKey,
  samePersonKey,
} from "#domain/register/member.ts";
import type { Content, Json, StoredDocument, Transaction } from "#ports/documents.ts";

export const REGISTER = "register";
export const KEYS = "keys";

/** A member of the register with the fields that the store adds. */
export type Member = MemberData & {
  /** Random and safe in a URL. */
  readonly id: string;
  /** Changes with every write. */
  readonly version: string;
  readonly updatedAt: Date;
  readonly updatedBy: Person | null;
  /** Ids of the accepted sign-ups, oldest first. The inbox may no longer contain a sign-up. */
  readonly signUps: readonly string[];
};

/** @returns the data of a document or revision. A missing field gets the value in `EMPTY_MEMBER`. */
export function memberDataIn(content: Json | undefined): MemberData {
  const saved = (content ?? {}) as Content;
  const known = MEMBER_FIELDS.filter((field) => typeof saved[field] === "string").map((field) => [field, saved[field]]);
  return { ...EMPTY_MEMBER, ...Object.fromEntries(known) };
}

export function memberOf({ id, version, changedAt, content }: StoredDocument): Member {
  const { updatedAt, updatedBy, signUps } = content;
  return {
    ...memberDataIn(content),
    id,
    version,
    updatedAt: typeof updatedAt === "string" ? new Date(updatedAt) : changedAt,
    updatedBy: (updatedBy ?? null) as Person | null,
    signUps: Array.isArray(signUps) ? signUps.map(String) : [],
  };
}

/** @returns the fields of a document that the store adds to the data, except time and person */
export function addedFields(data: MemberData, signUps: readonly string[]): Content {
  const sortKey = memberSortKey(data);
  const present = <Value>(value: Value) => (hasLeft(data) ? null : value);
  const birth = data.birthDate || null;
  return {
    signUps: [...new Set(signUps)],
    search: memberSearchText(data),
    orderPresent: present(sortKey),
    orderLeft: hasLeft(data) ? sortKey : null,
    orderBirth: present(birth),
    orderNoConsent: present(data.consentOn ? null : birth),
    orderNoAddress: present(addressState(data) === "complete" ? null : sortKey),
  };
}

/** @returns the document that holds the id of the member with this name and birth date; null if there is none */
export const personMarker = (transaction: Transaction, data: MemberData): Promise<StoredDocument | null> =>
  transaction.get(KEYS, markerId(data));

/** @returns the id of the document of `personMarker` */
export const markerId = (data: MemberData): string =>
  `${REGISTER} ${createHash("sha256").update(samePersonKey(data)).digest("hex")}`;
