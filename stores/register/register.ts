/** The register of members. Its transactions also write fees, the decision about a sign-up, and the journal. */
import type { Day } from "#domain/dates.ts";
import type { StoredRevision } from "#domain/history.ts";
import type { Author, Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { MemberData } from "#domain/register/member.ts";
import type { Result } from "#domain/result.ts";
import type { RestoreOutcome, UpdateOutcome } from "#domain/stored.ts";
import type { Documents, Transaction } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { readWaitingPayments } from "#stores/bank/payment-document.ts";
import { createMissingFees, queryFeesOfMember, readFeeYears } from "#stores/fees/fee-document.ts";
import { inboxEntryFields } from "#stores/inbox-document.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { bringBack, listRevisions, readForBringBack } from "#stores/revisions.ts";
import { type ConsentSubject, moveConsentToSignUp, readAcceptedSignUps, writeConsent } from "./consent.ts";
import { setInGroupChat } from "./group-chat.ts";
import {
  KEYS_COLLECTION,
  type Member,
  memberFromDocument,
  personMarker,
  personMarkerId,
  REGISTER_COLLECTION,
} from "./member-document.ts";
import { retryEmail } from "./refused-email.ts";
import { readMemberForDeletion, removeMember } from "./remove-member.ts";
import { type MemberChange, type MemberSaveRefusal, saveMembers } from "./save-members.ts";
import { type UndoneAcceptances, undoAcceptancesInTransaction } from "./undo-acceptances.ts";

export type RegisterStore = ReturnType<typeof createRegisterStore>;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export function createRegisterStore(documents: Documents, now = () => new Date()) {
  return {
    /** @returns ids of members who left on or before `by`, if their records did not change after `unchangedSince` */
    async listLeft(by: Day, unchangedSince: Date): Promise<string[]> {
      const found = await documents.query(REGISTER_COLLECTION, { where: { field: "leftOn", after: "", to: by } });
      return found.filter((document) => memberFromDocument(document).updatedAt < unchangedSince).map(({ id }) => id);
    },

    /** @returns all members including former members, sorted by id */
    list: async (): Promise<Member[]> => mapInSlices(await documents.query(REGISTER_COLLECTION), memberFromDocument),

    /**
     * @param phone as stored: ten digits, or `+` and digits
     * @returns the members with this number, or whose guardian has it; also former members
     */
    async listByPhone(phone: string): Promise<Member[]> {
      const queries = ["phone", "guardianPhone"].map((field) =>
        documents.query(REGISTER_COLLECTION, { where: { field, equals: phone } }),
      );
      const found = new Map((await Promise.all(queries)).flat().map((document) => [document.id, document]));
      return [...found.values()].map(memberFromDocument);
    },

    /** @returns the number of all members including former members */
    count: (): Promise<number> => documents.count(REGISTER_COLLECTION),

    async get(id: string): Promise<Member | null> {
      const document = await documents.get(REGISTER_COLLECTION, id);
      return document && memberFromDocument(document);
    },

    /** @returns the member with the same name and birth date, ignoring case and accents; null if none */
    async findSame(data: MemberData): Promise<Member | null> {
      const marker = await documents.get(KEYS_COLLECTION, personMarkerId(data));
      const document = marker && (await documents.get(REGISTER_COLLECTION, String(marker.content.id)));
      return document && memberFromDocument(document);
    },

    /** Applies all changes or none, and creates the fees of new and returned members. @returns the members' ids */
    save: (changes: readonly MemberChange[], by: Person | null): Promise<Result<string[], MemberSaveRefusal>> =>
      documents.transaction((transaction) => saveMembers(transaction, changes, { by, at: now() }), { erases: true }),

    /**
     * Undoes the acceptance of sign-ups: the members go to the recycle bin, and the sign-ups are new again. Changes no
     * sign-up without an acceptance.
     */
    undoAcceptances: (signUps: readonly string[], by: Person | null): Promise<UndoneAcceptances> =>
      documents.transaction((transaction) => undoAcceptancesInTransaction(transaction, signUps, { by, at: now() }), {
        erases: true,
      }),

    /**
     * Records the parents' authorisation of a sign-up or a member, without other changes (`writeConsent`).
     * @returns false if it does not exist
     */
    setConsent: (subject: ConsentSubject, on: Day | "", by: Person | null): Promise<boolean> =>
      documents.transaction((transaction) => writeConsent(transaction, subject, on, { by, at: now() }), {
        erases: true,
      }),

    /** Notes members as in the group chat, or as not in it (`setInGroupChat`). @returns the ids of those who changed */
    setInGroupChat: (ids: readonly string[], isIn: boolean, by: Person | null): Promise<string[]> =>
      documents.transaction((transaction) => setInGroupChat(transaction, ids, isIn, { by, at: now() }), {
        erases: true,
      }),

    /** Writes to a refused e-mail address again (`retryEmail`). @returns false if the member does not exist */
    retryEmail: (id: string, by: Person | null): Promise<boolean> =>
      documents.transaction((transaction) => retryEmail(transaction, id, { by, at: now() }), { erases: true }),

    /** @returns the revisions, newest first */
    listRevisions: (id: string): Promise<StoredRevision<MemberData>[]> =>
      listRevisions(documents, DOCUMENT_KINDS.register, id),

    /**
     * Moves a member to the recycle bin, and `consentOn` back to the member's sign-ups. Deletes undecided proposals and a
     * request for the link.
     * Deletes fees without payments or other lines, except in closed years, and their waiting bills.
     */
    moveToBin: (id: string, version: string, deletion: Deletion): Promise<UpdateOutcome> =>
      documents.transaction((transaction) => remove(transaction, id, version, deletion), { erases: true }),

    /** Restores a member with revisions, fees and the sign-ups' `consentOn`. @returns `taken` if a member has the same name and birth date */
    restore: (key: string, by: Person | null): Promise<RestoreOutcome> =>
      documents.transaction((transaction) => restore(transaction, key, { by, at: now() }), { erases: true }),
  };
}

async function remove(
  transaction: Transaction,
  id: string,
  version: string,
  deletion: Deletion,
): Promise<UpdateOutcome> {
  const read = await readMemberForDeletion(transaction, id);
  if (!read) return "absent";
  if (read.current.version !== version) return "outdated";
  removeMember(transaction, read, deletion);
  return "updated";
}

async function restore(transaction: Transaction, key: string, author: Author): Promise<RestoreOutcome> {
  const deleted = await readForBringBack(transaction, DOCUMENT_KINDS.register, key);
  if (!deleted) return "absent";
  const { id, content } = deleted;
  const existing = await transaction.get(REGISTER_COLLECTION, id);
  const marker = await personMarker(transaction, deleted.fields);
  if (existing || marker) return "taken";
  const [years, fees] = [await readFeeYears(transaction), await queryFeesOfMember(transaction, id)];
  const waiting = await readWaitingPayments(transaction, author);
  const { signUps = [] } = content as { signUps?: readonly string[] };
  const accepted = await readAcceptedSignUps(transaction, id, signUps);
  const newest = accepted.at(-1);
  const fields = newest ? { ...deleted.fields, consentOn: inboxEntryFields(newest).consentOn } : deleted.fields;
  for (const signUp of accepted) moveConsentToSignUp(transaction, signUp, "");
  bringBack(transaction, DOCUMENT_KINDS.register, { ...deleted, fields }, { ...author, id, more: { signUps } });
  transaction.put(KEYS_COLLECTION, personMarkerId(fields), { id });
  createMissingFees(transaction, years, { ...fields, id, signUps }, fees, waiting);
  return "restored";
}
