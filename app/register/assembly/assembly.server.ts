import { servicesContext } from "#app/contexts.ts";
import { wordsOfQuery } from "#app/session/search.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { type Day, dayInFrench, dayInZurich } from "#domain/dates.ts";
import { memberAge, memberName } from "#domain/members/member.ts";
import { readPage } from "#domain/paging.ts";
import { foldText, searchWords } from "#domain/text/search.ts";
import { ATTENDANCE_FILTERS, assemblyUrl, readListQuery } from "../register-list.ts";

export type AttendanceLine = {
  readonly id: string;
  readonly name: string;
  /** Place and age, to tell namesakes apart. */
  readonly about: string;
  readonly isPresent: boolean;
};

export async function readAssembly(args: Args & { url: URL }, day: Day) {
  const { register, attendance, clock } = args.context.get(servicesContext);
  const query = readListQuery(args.url.searchParams, ATTENDANCE_FILTERS);
  const text = await wordsOfQuery(args, query, (other) => assemblyUrl(day, other));
  const today = dayInZurich(clock.now());
  const present = await attendance.list(day);
  const ids = new Set(present.map(({ member }) => member));
  const words = searchWords(text);
  const found = present.filter(({ name }) => words.every((word) => foldText(name).includes(word)));
  const { lines, total, page, pages } = await readPage(query.page, async ({ start, count }) => {
    if (query.filter === "present")
      return {
        total: found.length,
        lines: found
          .slice(start, start + count)
          .map(({ member, name }): AttendanceLine => ({ id: member, name, about: "", isPresent: true })),
      };
    const { members, total } = await register.search({ text, filter: "present", day: today }, { start, count });
    const lines = members.map((member): AttendanceLine => {
      const age = memberAge(member, today);
      const about = [member.place, age !== null && `${age}\u00a0ans`].filter(Boolean).join(", ");
      return { id: member.id, name: memberName(member), about, isPresent: ids.has(member.id) };
    });
    return { lines, total };
  });
  return {
    ...{ day, lines, total, pages, count: present.length },
    date: dayInFrench(day),
    /** Presences are recorded on the day and afterwards. */
    isOpen: day <= today,
    view: { ...query, page, q: text },
    url: assemblyUrl(day, { ...query, page }),
  };
}
