/**
 * Imports into the register. One transaction stores an import as parts in `register-imports`. Further transactions
 * apply one part each, because a large import does not fit into one transaction of Firestore. After a crash,
 * server/jobs/jobs.ts applies the remaining parts.
 */

import type { Author, Person } from "#domain/person.ts";
import type { ImportedMember } from "#domain/register/import/plan.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import type { Documents, Transaction } from "#ports/documents.ts";
import { recordAction } from "#stores/journal.ts";
import { repeatUntilShortBatch } from "#stores/purge.ts";
import { memberDataIn, memberVersion, personMarker, REGISTER_COLLECTION } from "./member-document.ts";
import { type MemberChange, saveMembers } from "./save-members.ts";

const IMPORTS = "register-imports";
const PER_PART = 25;

export type MemberImportStore = ReturnType<typeof createMemberImportStore>;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export function createMemberImportStore(documents: Documents, now = () => new Date()) {
  return {
    /** Stores all parts of an import or none. `finish` applies the parts. */
    keep: (members: readonly ImportedMember[], by: Person | null): Promise<void> =>
      documents.transaction(async (transaction) => keep(transaction, members, { by, at: now() })),

    /** Applies all stored imports. May run concurrently, also in other server instances. */
    finish: async (): Promise<void> => {
      await repeatUntilShortBatch(1, () => documents.transaction(applyOne, { erases: true }));
    },
  };
}

function keep(transaction: Transaction, members: readonly ImportedMember[], { by, at }: Author): void {
  const time = at.toISOString();
  for (let i = 0; i < members.length; i += PER_PART) {
    // Store a part as one text, because Firestore would index every field of a list.
    const part = JSON.stringify(members.slice(i, i + PER_PART));
    const id = `${time} ${transaction.id} ${String(i).padStart(6, "0")}`;
    transaction.create(IMPORTS, id, { at: time, by: by && { id: by.id, name: by.name }, members: part });
  }
  recordAction(transaction, { at, by, action: "imported", subject: "register", subjectId: "" });
}

/** Applies and deletes a part. @returns 1, or 0 if no part is left */
async function applyOne(transaction: Transaction): Promise<number> {
  const [part] = await transaction.query(IMPORTS, { limit: 1 });
  if (!part) return 0;
  const { at, by } = part.content;
  const members = JSON.parse(String(part.content.members)) as readonly ImportedMember[];
  const author = { at: new Date(String(at)), by: (by ?? null) as Person | null };
  const found = await Promise.all(members.map((member) => changeOf(transaction, member)));
  const changes = found.filter((change) => change !== null);
  // The register may have changed since the preview. Skip the changes that are now refused.
  for (let saved = await saveMembers(transaction, changes, author); !saved.ok; ) {
    changes.splice(saved.reason.index, 1);
    saved = await saveMembers(transaction, changes, author);
  }
  transaction.delete(IMPORTS, part.id);
  return 1;
}

/** @returns the change to save; null if the member was deleted after the preview */
async function changeOf(transaction: Transaction, { id, fields }: ImportedMember): Promise<MemberChange | null> {
  const data = { ...EMPTY_MEMBER, ...fields };
  const owner = id ?? (await personMarker(transaction, data))?.content.id;
  if (owner === undefined) return { id: null, data };
  const document = await transaction.get(REGISTER_COLLECTION, String(owner));
  if (!document) return null;
  return {
    id: document.id,
    version: memberVersion(document),
    data: { ...memberDataIn(document.content), ...fields },
  };
}
