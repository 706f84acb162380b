import { swissDay } from "#domain/dates.ts";
import { formatPhone } from "#domain/fields.ts";
import { MEMBER_LABELS, type MemberData } from "#domain/members/member.ts";
import type { Person } from "#domain/person.ts";
import { csv } from "#domain/text/csv.ts";
import type { MemberSearch } from "#stores/members/member-search.ts";
import { type JournalServices, recordAction } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";

const FIELDS = Object.keys(MEMBER_LABELS) as (keyof MemberData)[];
const DATES: ReadonlySet<string> = new Set(["birthDate", "since", "returnedOn", "leftOn", "consentOn"]);
const PHONES: ReadonlySet<string> = new Set(["phone", "guardianPhone"]);

const COUNT_MAX = 100_000;

/** Exports the members of a search by name. The import (domain/members/import) reads the same columns again. */
export async function exportMembers(
  services: JournalServices & Pick<Services, "register">,
  search: MemberSearch,
  by: Person | null,
): Promise<string> {
  await recordAction(services, by, { action: "exported", subject: "register" });
  const { members } = await services.register.search(search, { start: 0, count: COUNT_MAX });
  const cellOf = (field: keyof MemberData, text: string): string => {
    if (PHONES.has(field)) return formatPhone(text);
    return DATES.has(field) && text !== "" ? swissDay(text) : text;
  };
  return csv([
    FIELDS.map((field) => MEMBER_LABELS[field]),
    ...members.map((member) => FIELDS.map((field) => cellOf(field, member[field]))),
  ]);
}
