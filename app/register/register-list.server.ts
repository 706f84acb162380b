import { servicesContext } from "#app/contexts.ts";
import { wordsOfQuery } from "#app/session/search.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { readListQuery } from "#app/ui/list-query.ts";
import { type Day, dayInZurich, swissDay } from "#domain/dates.ts";
import { balanceOf, type Fee } from "#domain/fees/fee.ts";
import { hasAddress, hasLeft, isMinorMember, lacksConsent, memberAge, memberName } from "#domain/members/member.ts";
import { MEMBER_FILTERS } from "#domain/members/member-filter.ts";
import { readPage } from "#domain/paging.ts";
import type { Member } from "#stores/members/member-document.ts";
import { registerUrl } from "./register-list.ts";

export async function readRegister(args: Args & { url: URL }) {
  const { register, fees, proposals, clock } = args.context.get(servicesContext);
  const query = readListQuery(args.url.searchParams, MEMBER_FILTERS);
  const text = await wordsOfQuery(args, query, registerUrl);
  const day = dayInZurich(clock.now());
  const [{ members, total, page, pages }, [latest], proposed] = await Promise.all([
    readPage(query.page, (portion) => register.search({ text, filter: query.filter, day }, portion)),
    fees.listYears(),
    proposals.count(),
  ]);
  const ids = members.map(({ id }) => id);
  const byMember = latest ? await fees.ofMembers(latest.year, ids) : new Map<string, Fee>();
  return {
    view: { ...query, page, q: text },
    year: latest?.year ?? null,
    ...{ total, pages, proposals: proposed },
    lines: members.map((member) => lineOf(member, byMember.get(member.id), day)),
  };
}

/** @returns place and age, which distinguish members with the same name */
export const placeAndAge = (member: Member, day: Day): string =>
  [member.place, member.birthDate && `${memberAge(member, day)}\u00a0ans`].filter(Boolean).join(", ");

const lineOf = (member: Member, fee: Fee | undefined, day: Day) => ({
  ...{ id: member.id, name: memberName(member), about: placeAndAge(member, day), minor: isMinorMember(member, day) },
  marks: [
    lacksConsent(member, day) && "papier manquant",
    !hasAddress(member) && "sans adresse",
    hasLeft(member) && `parti·e le ${swissDay(member.leftOn)}`,
  ].filter((mark) => mark !== false),
  fee: fee ? balanceOf(fee).state : null,
});
