/** Who is in the association's group chat. */
import type { Author } from "#domain/person.ts";
import { IN_GROUP_CHAT, type MemberData } from "#domain/register/member.ts";
import type { Transaction } from "#ports/documents.ts";
import { mapInSlices } from "#ports/yield-to-event-loop.ts";
import { KINDS } from "#stores/kinds.ts";
import { readForChange, writeChange } from "#stores/revisions.ts";
import { REGISTER } from "./member-document.ts";

/** Notes members as in the group, or as not in it. @returns the ids of the members for whom this changed something */
export async function setInGroupChat(
  transaction: Transaction,
  ids: readonly string[],
  isIn: boolean,
  author: Author,
): Promise<string[]> {
  const inGroupChat: MemberData["inGroupChat"] = isIn ? IN_GROUP_CHAT : "";
  const read = await mapInSlices([...new Set(ids)], async (id) => {
    const document = await transaction.get(REGISTER, id);
    if (!document || KINDS.register.read(document.content, id).inGroupChat === inGroupChat) return null;
    return readForChange(transaction, KINDS.register, id, { version: document.version });
  });
  const changed = read.filter((one) => one !== null);
  for (const one of changed)
    writeChange(transaction, KINDS.register, one, { ...author, fields: { ...one.current.fields, inGroupChat } });
  return changed.map(({ id }) => id);
}
