import type { CommitteeMemberFields } from "#domain/committee-member.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { PictureReference, RestoreOutcome, Stored, UpdateOutcome } from "#domain/stored.ts";
import type { Documents } from "#ports/documents.ts";
import { type CardStore, createCardStore, findAvailableCardId, readCardIdReservation, reserveCardId } from "./cards.ts";
import { DOCUMENT_KINDS } from "./kinds.ts";
import { bringBack, moveToBin, readForBringBack, readForChange, readForMoveToBin, writeChange } from "./revisions.ts";

/** `replaces`: the field `subject` of the card that this card replaced. Empty if it replaced none. */
export type StoredCommitteeMember = Stored<CommitteeMemberFields> & { readonly replaces: string };

type Successor = {
  readonly id: string;
  readonly fields: CommitteeMemberFields;
  readonly picture: PictureReference;
};

export interface CommitteeStore extends CardStore<CommitteeMemberFields, StoredCommitteeMember> {
  /**
   * Creates the successor's card and moves the replaced card `id` to the recycle bin, in one transaction.
   * @param version of the replaced card, as the caller has read it
   * @returns `taken` if the successor's id exists; `absent` if the replaced card was deleted
   */
  replace(id: string, version: string, successor: Successor, deletion: Deletion): Promise<UpdateOutcome | "taken">;
  /**
   * Moves the card `successor` to the recycle bin, if it exists, and restores the card that it replaced as `id`, in one
   * transaction.
   * @param key of the replaced card in the recycle bin
   * @returns `absent` if the recycle bin has no such card, or if `successor` replaced another card
   */
  undoReplacement(successor: string, key: string, id: string, deletion: Deletion): Promise<RestoreOutcome>;
}

const kind = DOCUMENT_KINDS.membre;

/** @param now clock for the times of writes */
export function createCommitteeStore(documents: Documents, now = () => new Date()): CommitteeStore {
  const cards = createCardStore<CommitteeMemberFields, StoredCommitteeMember>(documents, kind, {
    now,
    read: (card, { content: { replaces } }) => ({ ...card, replaces: typeof replaces === "string" ? replaces : "" }),
  });
  return {
    ...cards,

    replace: (id, version, successor, deletion) =>
      documents.transaction(
        async (transaction) => {
          const old = await readForMoveToBin(transaction, kind, id, deletion.picture);
          if (!old) return "absent";
          if (old.document.version !== version) return "outdated";
          const release = await readCardIdReservation(transaction, kind, id);
          const freeId = await findAvailableCardId(transaction, kind, successor.id);
          if (!freeId) return "taken";
          const picture = { was: null, is: successor.picture };
          const read = await readForChange(transaction, kind, successor.id, { version: null, picture });
          moveToBin(transaction, kind, old, deletion);
          release();
          const { at, by } = deletion;
          const more = { replaces: old.current.subjectId };
          writeChange(transaction, kind, read, { fields: successor.fields, more, by, at, action: "added" });
          reserveCardId(transaction, kind, successor.id, freeId);
          return "updated";
        },
        { erases: true },
      ),

    undoReplacement: (successor, key, id, deletion) =>
      documents.transaction(
        async (transaction) => {
          const returning = await readForBringBack(transaction, kind, key);
          const created = await readForMoveToBin(transaction, kind, successor);
          const isOfAnother = created && created.document.content.replaces !== returning?.subjectId;
          if (!returning || isOfAnother) return "absent";
          const release = await readCardIdReservation(transaction, kind, successor);
          const freeId = await findAvailableCardId(transaction, kind, id);
          if (!freeId) return "taken";
          const { at, by } = deletion;
          if (created) moveToBin(transaction, kind, created, deletion);
          release();
          bringBack(transaction, kind, returning, { id, by, at });
          reserveCardId(transaction, kind, id, freeId);
          return "restored";
        },
        { erases: true },
      ),
  };
}
