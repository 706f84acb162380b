import type { CommitteeMemberFields } from "#domain/committee-member.ts";
import type { EventFields } from "#domain/events/planned-event.ts";
import type { HandoverItemFields } from "#domain/handover/handover-item.ts";
import type { Person } from "#domain/person.ts";
import { type Deletion, isBinKey } from "#domain/recycle-bin.ts";
import type { MemberData } from "#domain/register/member.ts";
import type { Slot, SlotFields } from "#domain/slots/slot.ts";
import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { PRESENCES_COLLECTION, queryPresencesOfMember } from "#stores/assemblies/attendance.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import { MEMBER_LINKS_COLLECTION } from "#stores/register/member-links.ts";
import { putBankPayment, readBankPayments } from "./bank/payment-document.ts";
import { eraseDossier, readContentsOfParts, readDossierForErasure } from "./dossiers/erase-dossier.ts";
import type { TaskContent } from "./dossiers/tasks.ts";
import { feeFromDocument, prepareFeesForErasure, queryFeesOfMember, readBillLetters } from "./fees/fee-document.ts";
import { inboxEntryFromDocument as inboxEntryOf } from "./inbox-document.ts";
import { JOURNAL_COLLECTION, journalEntryFromDocument } from "./journal.ts";
import { DOCUMENT_KINDS } from "./kinds.ts";
import { MAILS_COLLECTION, queryLettersOfTopic, queryMailsOfCauses } from "./mail-document.ts";
import { readEventMailings, readRecipientTraces } from "./mailings.ts";
import { OPT_OUTS_COLLECTION } from "./opt-outs.ts";
import {
  deletionFromDocument,
  eraseDeleted,
  eraseEntryContent,
  findDeletion,
  listDeletions,
  listDeletionsOfDocument,
  pruneRevisions,
  type RecordedDeletion,
  readForErasure,
} from "./revisions.ts";
import { queryTouchesOfMember, queryTouchesOfTopic, TOUCHES_COLLECTION } from "./rounds/touches.ts";
import { queryRepliesOfMember, queryRepliesTo, REPLIES_COLLECTION, replyFromDocument } from "./slots/replies.ts";
import { querySlotsOfEvent, SLOTS_COLLECTION } from "./slots/slots.ts";

/** A deleted inbox entry, event, slot, task, handover item, committee member or member of the register. */
export type BinEntry = Deletion & {
  /** Id of the deleted document, as in `JournalEntry.subjectId`. */
  readonly subjectId: string;
} & (
    | { readonly kind: "membre"; readonly id: string; readonly fields: CommitteeMemberFields }
    | { readonly kind: "evenement"; readonly id: string; readonly fields: EventFields }
    | { readonly kind: "register"; readonly id: string; readonly fields: MemberData }
    | { readonly kind: "slot"; readonly id: string; readonly fields: SlotFields & Pick<Slot, "event"> }
    | { readonly kind: "task"; readonly id: string; readonly fields: TaskContent }
    | { readonly kind: "handover-item"; readonly id: string; readonly fields: HandoverItemFields }
    | { readonly kind: "inscription" | "message"; readonly id: string; readonly entry: InboxEntry }
  );

/** A deletion that is no longer in the recycle bin: its document was restored or permanently erased. */
export type DeletionOutsideBin = Pick<BinEntry, "key" | "at" | "by" | "subjectId" | "kind">;

const KINDS_IN_BIN: readonly string[] = [
  "membre",
  "evenement",
  "register",
  "slot",
  "task",
  "handover-item",
  "inscription",
  "message",
];

export type RecycleBinStore = ReturnType<typeof createRecycleBinStore>;

/**
 * The recycle bin: documents that were deleted in the last `BIN_RETENTION_DAYS` days. Also erases expired revisions. Methods
 * throw if the store is unavailable.
 * @param now clock for the times of writes
 */
export function createRecycleBinStore(documents: Documents, now = () => new Date()) {
  return {
    /** @returns all entries, newest first */
    list: async (): Promise<BinEntry[]> => mapInSlices(await listDeletions(documents), binEntryFromDocument),

    /** @returns the entry with this key; null if it does not exist */
    async find(key: string): Promise<BinEntry | null> {
      const line = await findDeletion(documents, key);
      return line && binEntryFromDocument(line);
    },

    /** @returns the entry of a deleted document by its `subjectId`; null if the recycle bin does not contain it */
    async findOf(subjectId: string): Promise<BinEntry | null> {
      const lines = await listDeletionsOfDocument(documents, subjectId);
      return lines[0] ? binEntryFromDocument(lines[0]) : null;
    },

    /** @returns the deletion with this key if it is no longer in the recycle bin; null otherwise */
    async findLeft(key: string): Promise<DeletionOutsideBin | null> {
      const line = isBinKey(key) ? await documents.get(JOURNAL_COLLECTION, key) : null;
      if (!line || typeof line.content.orderBin === "string") return null;
      const { at, by, action, subject, subjectId } = journalEntryFromDocument(line);
      if (action !== "deleted" || !KINDS_IN_BIN.includes(subject)) return null;
      return { key, at, by, subjectId, kind: subject as BinEntry["kind"] };
    },

    /**
     * Permanently erases an entry and its revisions. For a member, also erases presences, messages of rounds, replies,
     * waiting bills, fees, the opt-out, and the member as a recipient of mailings. Fees with lines stay for the legal
     * retention. For a slot, also erases its replies. For an event, also erases its slots and tasks, also deleted ones, all
     * replies, the messages of rounds and the mailings about it, with the letters that wait, and its dossier, unless the
     * dossier is kept.
     * @returns keys of the pictures, for `PictureStore.collect`; null if the entry does not exist
     */
    erase: (key: string, by: Person | null = null): Promise<string[] | null> =>
      documents.transaction(
        async (transaction) => {
          const read = await readForErasure(transaction, key);
          if (!read) return null;
          const { subject, before, at } = read.deletion;
          const deletionRecord =
            subject === "evenement" ? await transaction.get("deleted-evenements", before.id) : null;
          const eraseTraces = await readTraces(transaction, read.deletion, now());
          const pictures = eraseDeleted(transaction, read, { by, at: now() });
          eraseTraces();
          // The record may belong to a later event with the same id, so compare the times of the deletions.
          if (deletionRecord?.content.updatedAt === at.toISOString())
            transaction.delete("deleted-evenements", deletionRecord.id);
          return pictures;
        },
        { erases: true },
      ),

    /** Erases the expired revisions of all kinds. `PictureStore.collectAll` deletes their pictures. */
    pruneRevisions: (now: Date): Promise<void> => pruneRevisions(documents, now),
  };
}

/** Reads the documents that are erased with a deleted document. @returns a function that erases them */
async function readTraces(
  transaction: Transaction,
  { subject, subjectId }: Pick<RecordedDeletion, "subject" | "subjectId">,
  now: Date,
): Promise<() => void> {
  if (subject === "register") {
    const traces = await readMemberTraces(transaction, subjectId);
    return () => eraseMemberTraces(transaction, traces);
  }
  if (subject === "evenement") {
    const traces = await readEventTraces(transaction, subjectId, now);
    return () => eraseEventTraces(transaction, traces);
  }
  if (subject !== "slot") return () => {};
  const replies = await queryRepliesTo(transaction, subjectId);
  const eraseRecipients = await readRecipientTraces(transaction, { replies: replies.map(replyFromDocument) });
  return () => {
    for (const { id } of replies) transaction.delete(REPLIES_COLLECTION, id);
    eraseRecipients();
  };
}

type EventTraces = Awaited<ReturnType<typeof readEventTraces>>;

/** Documents about an event that are not part of the event's document. */
async function readEventTraces(transaction: Transaction, event: string, now: Date) {
  const slots = await querySlotsOfEvent(transaction, event);
  const replies = await queryRepliesTo(transaction, event, "event");
  const touches = await queryTouchesOfTopic(transaction, event);
  const letters = await queryLettersOfTopic(transaction, event);
  const eraseMailings = await readEventMailings(transaction, event);
  const deletions = await listDeletions(transaction);
  const lines = await readContentsOfParts(transaction, "slot", { event, documents: slots, deletions });
  const dossier = await readDossierForErasure(transaction, event, { deletions, now });
  return { slots, replies, touches, letters, lines, dossier, eraseMailings };
}

function eraseEventTraces(
  transaction: Transaction,
  { slots, replies, touches, letters, lines, dossier, eraseMailings }: EventTraces,
): void {
  for (const line of lines) eraseEntryContent(transaction, line);
  for (const { id } of replies) transaction.delete(REPLIES_COLLECTION, id);
  for (const { id } of touches) transaction.delete(TOUCHES_COLLECTION, id);
  for (const { id } of letters) transaction.delete(MAILS_COLLECTION, id);
  for (const { id } of slots) transaction.delete(SLOTS_COLLECTION, id);
  if (dossier) eraseDossier(transaction, dossier);
  eraseMailings();
}

type MemberTraces = Awaited<ReturnType<typeof readMemberTraces>>;

/** Documents about a member that are not part of the member's record. */
async function readMemberTraces(transaction: Transaction, member: string) {
  const fees = await queryFeesOfMember(transaction, member);
  const touches = await queryTouchesOfMember(transaction, member);
  const replies = await queryRepliesOfMember(transaction, member);
  const reminders = await queryMailsOfCauses(
    transaction,
    touches.map(({ id }) => id),
  );
  const letters = [...(await readBillLetters(transaction, fees)), ...reminders];
  const presences = await queryPresencesOfMember(transaction, member);
  const link = await transaction.get(MEMBER_LINKS_COLLECTION, member);
  const payments = await readBankPayments(
    transaction,
    fees.flatMap((document) => feeFromDocument(document).lines.map(({ id }) => id)),
  );
  const optOut = await transaction.get(OPT_OUTS_COLLECTION, member);
  const eraseRecipient = await readRecipientTraces(transaction, { member, replies: replies.map(replyFromDocument) });
  return { fees, letters, presences, touches, replies, link, payments, optOut, eraseRecipient };
}

function eraseMemberTraces(transaction: Transaction, traces: MemberTraces): void {
  const { fees, letters, presences, touches, replies, link, payments, optOut, eraseRecipient } = traces;
  prepareFeesForErasure(transaction, fees);
  for (const { id } of letters) transaction.delete(MAILS_COLLECTION, id);
  for (const payment of payments) putBankPayment(transaction, { ...payment, text: "" });
  for (const { id } of presences) transaction.delete(PRESENCES_COLLECTION, id);
  for (const { id } of touches) transaction.delete(TOUCHES_COLLECTION, id);
  for (const { id } of replies) transaction.delete(REPLIES_COLLECTION, id);
  if (link) transaction.delete(MEMBER_LINKS_COLLECTION, link.id);
  if (optOut) transaction.delete(OPT_OUTS_COLLECTION, optOut.id);
  eraseRecipient();
}

function binEntryFromDocument(line: StoredDocument): BinEntry {
  const { subject, subjectId, before, ...deletion } = deletionFromDocument(line);
  const { id, content } = before;
  const card = { ...deletion, id, subjectId };
  if (subject === "membre") return { ...card, kind: subject, fields: DOCUMENT_KINDS.membre.read(content, id) };
  if (subject === "evenement") return { ...card, kind: subject, fields: DOCUMENT_KINDS.evenement.read(content, id) };
  if (subject === "register") return { ...card, kind: subject, fields: DOCUMENT_KINDS.register.read(content, id) };
  if (subject === "slot") return { ...card, kind: subject, fields: DOCUMENT_KINDS.slot.read(content, id) };
  if (subject === "task") return { ...card, kind: subject, fields: DOCUMENT_KINDS.task.read(content, id) };
  if (subject === "handover-item")
    return { ...card, kind: subject, fields: DOCUMENT_KINDS.handoverItem.read(content, id) };
  if (subject === "inscription" || subject === "message")
    return { ...card, kind: subject, entry: inboxEntryOf({ id, content }) };
  throw new Error(`Not a restorable subject: ${subject}`);
}
