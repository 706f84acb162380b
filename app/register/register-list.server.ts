import { servicesContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { searchedWords } from "#app/session/search.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { balanceOf, type Fee } from "#domain/fees/fee.ts";
import { hasAddress, isMinorMember, lacksConsent, memberAge, memberName } from "#domain/members/member.ts";
import { MEMBER_FILTERS } from "#domain/members/member-filter.ts";
import type { Member } from "#stores/members/member-document.ts";
import { type ListQuery, MEMBERS_PER_PAGE, type MemberLine, readListQuery, registerUrl } from "./register-list.ts";

/** Reads one page of a list; a number after the last page reads the last page. */
export async function readPage<Found extends { total: number }>(
  wanted: number,
  read: (portion: { start: number; count: number }) => Promise<Found>,
): Promise<Found & { page: number; pages: number }> {
  const portion = (page: number) => ({ start: (page - 1) * MEMBERS_PER_PAGE, count: MEMBERS_PER_PAGE });
  const requested = await read(portion(wanted));
  const pages = Math.max(1, Math.ceil(requested.total / MEMBERS_PER_PAGE));
  const page = Math.min(wanted, pages);
  return { ...(page === wanted ? requested : await read(portion(page))), page, pages };
}

/** @returns the words of the search @throws a redirect to the list if the search is forgotten */
export async function wordsOfQuery<Filter extends string>(
  { request, context }: Args,
  query: ListQuery<Filter>,
  urlOf: (query: ListQuery) => string,
): Promise<string> {
  const words = await searchedWords(request, query.search);
  if (words !== null) return words;
  throw await redirectWithToast(context, urlOf({ ...query, search: "", page: 1 }), "search-forgotten");
}

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
