/** What the page of one's own shows (docs/specification.md section 21). */
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { balanceOf } from "#domain/fees/fee.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { memberName } from "#domain/members/member.ts";
import { CORRECTABLE, proposalInWords } from "#domain/members/proposal.ts";
import type { Member } from "#stores/members/member-document.ts";
import type { Services } from "#usecases/services.ts";
import { entryItem, memberItem } from "./person-data.ts";

type Needs = Pick<Services, "inbox" | "fees" | "attendance" | "proposals" | "clock">;

export type OwnPage = Awaited<ReturnType<typeof readOwnPage>>;

export async function readOwnPage({ inbox, fees, attendance, proposals, clock }: Needs, member: Member) {
  const today = dayInZurich(clock.now());
  const [all, days, open, signUps] = await Promise.all([
    fees.listOfMember(member.id),
    attendance.listDaysOf(member.id),
    proposals.listOf(member.id),
    Promise.all(member.signUps.map((id) => inbox.get(id))),
  ]);
  const proposed = open.find(({ kind }) => kind === "correction");
  const corrected = proposed?.kind === "correction" ? { ...member, ...proposed.fields } : member;
  return {
    name: memberName(member),
    today,
    record: memberItem(member, "Dernier changement", member.updatedAt),
    signUps: signUps.filter((entry) => entry !== null).map((entry) => entryItem({ entry, key: null })),
    presences: days.map(swissDay),
    isPresent: days.includes(today),
    /** All that are open, and the newest one. */
    fees: all
      .map((fee) => ({ ...fee, ...balanceOf(fee) }))
      .filter((fee, i) => fee.open > 0 || i === all.length - 1)
      .toReversed()
      .map(({ year, amount, state, open: sum }) => ({
        ...{ year, amount, state, open: sum, reference: feeReference(year, member.id) },
        isProposed: open.some((one) => one.kind === "twint" && one.year === year),
      })),
    proposals: open.flatMap((one) => proposalInWords(member, one)),
    asksErasure: open.some(({ kind }) => kind === "erase"),
    initial: Object.fromEntries(CORRECTABLE.map((field) => [field, corrected[field]])),
  };
}
