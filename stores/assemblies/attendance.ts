/** Records which members were present at an assembly: documents `presences/{day}-{member}`. */
import type { Day } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { memberName, memberSortKey } from "#domain/register/member.ts";
import type { Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import { recordAction } from "#stores/journal.ts";
import { memberFromDocument, REGISTER_COLLECTION } from "#stores/register/member-document.ts";

export const PRESENCES_COLLECTION = "presences";

/** `at`: when this was recorded. `sortKey`: `memberSortKey` at that time. */
export type Presence = {
  readonly member: string;
  readonly name: string;
  readonly sortKey: string;
  readonly at: Date;
};

export type AttendanceStore = ReturnType<typeof createAttendanceStore>;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export function createAttendanceStore(documents: Documents, now = () => new Date()) {
  return {
    /** @returns the days of assemblies, newest first, with the number of members present */
    async listDays(): Promise<{ day: Day; count: number }[]> {
      const days: { day: Day; count: number }[] = [];
      for (let before: Day | undefined; ; before = days.at(-1)?.day) {
        const where = { field: "day", descending: true, ...(before !== undefined && { before }) };
        const [found] = await documents.query(PRESENCES_COLLECTION, { where, limit: 1, select: ["day"] });
        if (!found) return days;
        const day = String(found.content.day);
        days.push({
          day,
          count: await documents.count(PRESENCES_COLLECTION, { where: { field: "day", equals: day } }),
        });
      }
    },

    /** @returns the members who were present on a day, sorted by name */
    async list(day: Day): Promise<Presence[]> {
      const where = { field: "order", from: `${day} `, before: `${day}!` };
      const found = await documents.query(PRESENCES_COLLECTION, { where });
      return found.map(({ content: { member, name, order }, changedAt: at }) => ({
        member: String(member),
        name: String(name),
        sortKey: String(order).slice(`${day} `.length),
        at,
      }));
    },

    /** @returns the days on which a member was present, oldest first */
    listDaysOf: async (member: string): Promise<Day[]> =>
      (await queryPresencesOfMember(documents, member)).map(({ content }) => String(content.day)),

    /** Records whether a member is present on a day. Idempotent. @returns false if the member does not exist */
    set: (day: Day, member: string, isPresent: boolean, by: Person | null): Promise<boolean> =>
      documents.transaction(async (transaction) => {
        const id = `${day}-${member}`;
        const document = await transaction.get(REGISTER_COLLECTION, member);
        const existing = await transaction.get(PRESENCES_COLLECTION, id);
        if (!document) return false;
        if ((existing !== null) === isPresent) return true;
        const data = memberFromDocument(document);
        const order = `${day} ${memberSortKey(data)}`;
        if (isPresent) transaction.create(PRESENCES_COLLECTION, id, { day, member, name: memberName(data), order });
        else transaction.delete(PRESENCES_COLLECTION, id);
        const action = isPresent ? "added" : "removed";
        recordAction(transaction, { at: now(), by, action, subject: "presence", subjectId: member });
        return true;
      }),
  };
}

/** @returns the documents of a member's presences, oldest first */
export const queryPresencesOfMember = (reader: Pick<Transaction, "query">, member: string): Promise<StoredDocument[]> =>
  reader.query(PRESENCES_COLLECTION, { where: { field: "member", equals: member } });
