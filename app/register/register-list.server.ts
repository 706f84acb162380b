import { servicesContext } from "#app/contexts.ts";
import { wordsOfQuery } from "#app/session/search.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { balanceOf, type Fee } from "#domain/fees/fee.ts";
import { hasAddress, isMinorMember, lacksConsent, memberAge, memberName } from "#domain/members/member.ts";
import { MEMBER_FILTERS } from "#domain/members/member-filter.ts";
import { readPage } from "#domain/paging.ts";
import type { Member } from "#stores/members/member-document.ts";
import { type MemberLine, readListQuery, registerUrl } from "./register-list.ts";

export async function readRegister(args: Args & { url: URL }) {
  const { register, fees, clock } = args.context.get(servicesContext);
  const query = readListQuery(args.url.searchParams, MEMBER_FILTERS);
  const text = await wordsOfQuery(args, query, registerUrl);
  const day = dayInZurich(clock.now());
  const [{ members, total, page, pages }, [latest]] = await Promise.all([
    readPage(query.page, (portion) => register.search({ text, filter: query.filter, day }, portion)),
    fees.listYears(),
  ]);
  const ids = members.map(({ id }) => id);
  const byMember = latest ? await fees.ofMembers(latest.year, ids) : new Map<string, Fee>();
  return {
    view: { ...query, page, q: text },
    year: latest?.year ?? null,
    ...{ total, pages },
    lines: members.map((member) => lineOf(member, byMember.get(member.id), day)),
  };
}

function lineOf(member: Member, fee: Fee | undefined, day: string): MemberLine {
  return {
    id: member.id,
    name: memberName(member),
    place: member.place,
    age: memberAge(member, day),
    minor: isMinorMember(member, day),
    lacksConsent: lacksConsent(member, day),
    lacksAddress: !hasAddress(member),
    leftOn: member.leftOn === "" ? null : swissDay(member.leftOn),
    fee: fee ? balanceOf(fee).state : null,
  };
}
