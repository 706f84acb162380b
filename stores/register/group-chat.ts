/** Who is in the association's group chat. */

import { isDoubleTap } from "#domain/double-tap.ts";
import type { Author } from "#domain/person.ts";
import { IN_GROUP_CHAT, type MemberData } from "#domain/register/member.ts";
import type { Transaction } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { readForChange, writeChange } from "#stores/revisions.ts";
import { type Member, memberFromDocument, REGISTER_COLLECTION } from "./member-document.ts";

/**
 * Notes members as in the group, or as not in it.
 * @returns the ids of the members whom this tap has changed (`isDoubleTap`), also if its request arrives a second time
 */
export async function setInGroupChat(
  transaction: Transaction,
  ids: readonly string[],
  isIn: boolean,
  author: Author,
): Promise<string[]> {
  const inGroupChat: MemberData["inGroupChat"] = isIn ? IN_GROUP_CHAT : "";
  const documents = await mapInSlices([...new Set(ids)], (id) => transaction.get(REGISTER_COLLECTION, id));
  const members = documents.filter((document) => document !== null).map(memberFromDocument);
  const changed = members.filter((member) => member.inGroupChat !== inGroupChat);
  const read = await mapInSlices(changed, ({ id, version }) =>
    readForChange(transaction, DOCUMENT_KINDS.register, id, { version }),
  );
  for (const one of read)
    writeChange(transaction, DOCUMENT_KINDS.register, one, {
      ...author,
      fields: { ...one.current.fields, inGroupChat },
    });
  const isDone = ({ updatedAt, updatedBy }: Member) =>
    updatedBy?.id === author.by?.id && isDoubleTap(updatedAt, author.at);
  return members.filter((member) => changed.includes(member) || isDone(member)).map(({ id }) => id);
}
