import { dayInZurich, swissDay } from "#domain/dates.ts";
import { feeBalance } from "#domain/fees/fee.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { listPageOf } from "#domain/paging.ts";
import type { Person } from "#domain/person.ts";
import { memberName } from "#domain/register/member.ts";
import {
  memberEmailSchema,
  type Proposal,
  proposalInFrench,
  readCorrection,
  sortProposals,
} from "#domain/register/proposal.ts";
import { success } from "#domain/result.ts";
import type { Member } from "#stores/register/member-document.ts";
import { type ProposalOutcome, type StoredProposal, versionsShown } from "#stores/register/proposals.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "proposals" | "register" | "fees" | "clock">;

/**
 * Records a member's proposal. Ignores a proposed TWINT payment if the fee is already paid. Stores an e-mail address at
 * once if the record has none (`ProposalStore.addEmail`).
 * @returns errors by field; null if none
 */
export async function sendProposal(
  { proposals, fees, clock }: Needs,
  member: Member,
  typed: TypedValues,
): Promise<FieldErrors | null> {
  const kind = typed.intention as Proposal["kind"];
  if (kind === "email") {
    const { data, error } = memberEmailSchema.safeParse(typed);
    if (data) await proposals.addEmail(member.id, data.email);
    return error ? errorsByField(error) : null;
  }
  const read = kind === "correction" ? readCorrection(member, typed, dayInZurich(clock.now())) : success({});
  if (!read.ok) return read.reason;
  const year = kind === "twint" ? (typed.year ?? "") : "";
  const fee = (await fees.listOfMember(member.id)).find((one) => one.year === year);
  if (kind !== "twint" || (fee && feeBalance(fee).open > 0))
    await proposals.add(member.id, { kind, year, fields: read.value });
  return null;
}

/**
 * Reads a page of the open proposals, oldest first. `seen`: argument for `ProposalStore.bring`.
 * @param kept ids of proposals that are listed even if they are decided
 */
export async function listProposals(
  { proposals, register }: Pick<Needs, "proposals" | "register">,
  page: number,
  kept: readonly string[] = [],
) {
  const open = await proposals.list();
  const others = kept.filter((id) => open.every((one) => one.id !== id));
  const decided = (await Promise.all(others.map((id) => proposals.get(id)))).filter((one) => one !== null);
  const { shown, ...paging } = listPageOf(sortProposals([...open, ...decided]), page);
  const lineOf = async (one: StoredProposal) => {
    const member = await register.get(one.member);
    if (!member) return null;
    const { id, kind, state, decidedAt, before } = one;
    // Compare with the values before the acceptance, so that the line still shows the change afterwards.
    const inWords = [...proposalInFrench({ ...member, ...before }, one), ...emailNow(one, member)];
    const words = [swissDay(dayInZurich(one.at)), ...inWords].join("\n");
    const name = memberName(member);
    return { id, seen: versionsShown(one, member), kind, member: member.id, name, words, state, decidedAt };
  };
  const lines = await Promise.all(shown.map(lineOf));
  return { ...paging, lines: lines.filter((line) => line !== null) };
}

/** Names the e-mail address of the record if it is no longer the one that the link has added. */
const emailNow = ({ kind, state, fields }: StoredProposal, { email }: Member): string[] =>
  kind === "email" && state !== "refused" && email !== fields.email
    ? [`Au registre maintenant\u00a0: ${email || "rien"}`]
    : [];

/**
 * Accepts or refuses a proposal, or reverses this decision.
 * @returns the outcome and the member's name, empty if unknown
 */
export async function decideProposal(
  { proposals, register }: Pick<Needs, "proposals" | "register">,
  wanted: Parameters<Needs["proposals"]["bring"]>[0],
  by: Person | null,
): Promise<{ outcome: ProposalOutcome; name: string }> {
  const outcome = await proposals.bring(wanted, by);
  const proposal = await proposals.get(wanted.id);
  const member = proposal && (await register.get(proposal.member));
  return { outcome, name: member ? memberName(member) : "" };
}
