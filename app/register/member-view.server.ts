import { viewConsent } from "#app/ui/consent-view.server.ts";
import { readableEmail } from "#app/ui/readable-email.server.ts";
import { type Day, dayInZurich, swissDay } from "#domain/dates.ts";
import { effectiveFeeLines, type Fee, type FeeLine, feeBalance, feeLineInFrench } from "#domain/fees/fee.ts";
import { type LastFeeLineOutcome, lastFeeLineOutcome } from "#domain/fees/fee-outcome.ts";
import { sendingInFrench } from "#domain/fees/sending.ts";
import { mailtoLink, telLink } from "#domain/fields.ts";
import { amountAsTyped, formatAmount } from "#domain/money/amount.ts";
import { postalAddressState } from "#domain/register/address.ts";
import {
  emailRefusedAt,
  hasLeft,
  isMinorMember,
  MEMBER_LABELS as LABELS,
  type MemberData,
  memberAge,
  memberName,
} from "#domain/register/member.ts";
import { memberFieldInFrench, postalAddressLines } from "#domain/register/proposal.ts";
import type { Member } from "#stores/register/member-document.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";
import type { Services } from "#usecases/services.ts";

export type MemberView = NonNullable<Awaited<ReturnType<typeof viewMember>>>;
export type MemberFeeView = MemberView["fees"][number];

/**
 * @param year the page shows forms for the fee of this year; null for the first open fee
 * @param acted ids of fees whose form was sent, or `RETRIED_EMAIL_ROW`
 * @returns null for an unknown member
 */
export async function viewMember(
  {
    register,
    fees,
    memberLinks,
    optOuts,
    clock,
  }: Pick<Services, "register" | "fees" | "memberLinks" | "optOuts" | "clock">,
  id: string,
  year: string | null,
  acted: readonly string[],
) {
  const [member, owed, years, optedOutAt] = await Promise.all([
    register.get(id),
    fees.listOfMember(id),
    fees.listYears(),
    optOuts.get(id),
  ]);
  if (!member) return null;
  const day = dayInZurich(clock.now());
  const closed = new Set(years.filter(({ closedAt }) => closedAt).map((one) => one.year));
  const views = owed.map((fee) => ({
    ...viewFee(fee, closed.has(fee.year)),
    ...(acted.includes(fee.id)
      ? lastFeeLineOutcome(fee, day)
      : ({ outcome: null, undo: null } satisfies LastFeeLineOutcome)),
  }));
  const open = owed.reduce((total, fee) => total + feeBalance(fee).open, 0);
  const missing = years.filter((one) => !one.closedAt && owed.every((fee) => fee.year !== one.year));
  return {
    id,
    day,
    version: member.version,
    name: memberName(member),
    details: detailsOf(member, day),
    inGroup: member.inGroupChat !== "",
    /** When the member opted out of infos. Null if the member wants them. */
    optedOutOn: optedOutAt && swissDay(dayInZurich(optedOutAt)),
    email: emailView(member, acted.includes(RETRIED_EMAIL_ROW)),
    consent: viewConsent(member, `/registre/${id}/autorisation.pdf`, day),
    link: hasLeft(member) ? null : await readMemberLink({ memberLinks }, member),
    left: hasLeft(member) ? { on: swissDay(member.leftOn), typed: member.leftOn, reason: member.leftReason } : null,
    fees: views,
    chosen: views.find((fee) => fee.year === year) ?? views.find((fee) => fee.open) ?? null,
    openSum: open > 0 ? formatAmount(open) : null,
    /** Years with fees, in which the member has no fee. */
    missing: missing.map((one) => one.year),
  };
}

/**
 * Id of the row of the e-mail address in `acted`, which otherwise contains ids of fees. Its button is « Réessayer ».
 */
export const RETRIED_EMAIL_ROW = "e-mail";

/**
 * `refusedOn`: when the address was refused for good. `isRetried`: « Réessayer » was tapped, and the row keeps its
 * place.
 */
function emailView(member: Member, isRetried: boolean) {
  const refusedAt = emailRefusedAt(member);
  if (!refusedAt && !isRetried) return null;
  return { refusedOn: refusedAt && swissDay(dayInZurich(refusedAt)) };
}

type Detail = {
  label: string;
  text: string;
  href?: string | null;
  isMissing?: boolean;
  /** The committee must check the text. */
  isUnsure?: boolean;
  isMinor?: boolean;
  isEmail?: boolean;
};

function detailsOf(member: MemberData, day: Day): Detail[] {
  const detail = (field: keyof MemberData) => ({
    label: LABELS[field],
    text: memberFieldInFrench(field, member[field]),
  });
  const phone = (field: "phone" | "guardianPhone") => {
    const number = member[field];
    return { ...detail(field), href: telLink(number) };
  };
  const [address, state] = [postalAddressLines(member).join("\n"), postalAddressState(member)];
  const birth = member.birthDate && `${swissDay(member.birthDate)}, ${memberAge(member, day)}\u00a0ans `;
  const details: Detail[] = [
    { label: "Adresse", text: address || "manquante", isMissing: state === "missing", isUnsure: state === "unsure" },
    phone("phone"),
    { label: LABELS.email, text: readableEmail(member.email), href: mailtoLink(member.email), isEmail: true },
    { label: LABELS.birthDate, text: birth, isMinor: isMinorMember(member, day) },
    detail("guardianName"),
    phone("guardianPhone"),
    ...(["since", "returnedOn", "note"] as const).map(detail),
  ];
  return details.filter(({ text }) => text !== "");
}

function viewFee(fee: Fee, closed: boolean) {
  const { state, paid, open } = feeBalance(fee);
  const { year, amount, lines, sendings } = fee;
  return {
    year,
    state,
    closed,
    paid,
    id: fee.id,
    amount: formatAmount(amount),
    open: open > 0 ? formatAmount(open) : null,
    openTyped: amountAsTyped(open),
    lines: lines.map((line) => ({
      id: line.id,
      text: feeLineInFrench(line),
      corrected: lines.some(({ corrects }) => corrects === line.id),
    })),
    sent: sendings.map(sendingInFrench).join(". "),
    takesBack: takeBackLabel(effectiveFeeLines(lines)),
  };
}

/** Text of the button that takes back all lines of a fee. Null if the fee has no lines. */
function takeBackLabel(lines: readonly Pick<FeeLine, "kind">[]): string | null {
  if (lines.length === 0) return null;
  if (lines.some(({ kind }) => kind !== "payment")) return "Rouvrir";
  return lines.length > 1 ? "Annuler ces paiements" : "Annuler ce paiement";
}
