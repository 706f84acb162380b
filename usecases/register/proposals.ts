import { dayInZurich, swissDay } from "#domain/dates.ts";
import { balanceOf, feeId } from "#domain/fees/fee.ts";
import type { FieldErrors, TypedValues } from "#domain/fields.ts";
import { pageOf } from "#domain/paging.ts";
import type { Person } from "#domain/person.ts";
import { memberName } from "#domain/register/member.ts";
import { type Proposal, proposalInWords, readCorrection, sortProposals } from "#domain/register/proposal.ts";
import { success } from "#domain/result.ts";
import type { Member } from "#stores/register/member-document.ts";
import type { StoredProposal } from "#stores/register/proposals.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "proposals" | "register" | "fees" | "clock">;

/** Ignores a proposed TWINT payment if the fee is already paid. @returns errors by field; null if none */
export async function sendProposal(
  { proposals, fees, clock }: Needs,
  member: Member,
  typed: TypedValues,
): Promise<FieldErrors | null> {
  const kind = typed.intention as Proposal["kind"];
  const read = kind === "correction" ? readCorrection(member, typed, dayInZurich(clock.now())) : success({});
  if (!read.ok) return read.reason;
  const year = kind === "twint" ? (typed.year ?? "") : "";
  const fee = (await fees.listOfMember(member.id)).find((one) => one.year === year);
  if (kind !== "twint" || (fee && balanceOf(fee).open > 0))
    await proposals.add(member.id, { kind, year, fields: read.value });
  return null;
}

/** Ids and versions on a page, to detect later changes of the proposal and of the member's record. */
const shownOf = (proposal: StoredProposal, member: Member) => [proposal.id, proposal.version, member.version].join(" ");

/** Reads a page of the proposals, oldest first. `shown`: argument for `acceptProposal` and `refuseProposal`. */
export async function listProposals({ proposals, register }: Pick<Needs, "proposals" | "register">, page: number) {
  const { shown, ...paging } = pageOf(sortProposals(await proposals.list()), page);
  const lineOf = async (one: StoredProposal) => {
    const member = await register.get(one.member);
    const day = swissDay(dayInZurich(one.at));
    if (!member) return null;
    const words = [day, ...proposalInWords(member, one)].join("\n");
    return { shown: shownOf(one, member), kind: one.kind, member: member.id, name: memberName(member), words };
  };
  const lines = await Promise.all(shown.map(lineOf));
  return { ...paging, lines: lines.filter((line) => line !== null) };
}

type Decision = "done" | "gone" | "taken";

/**
 * Does not accept proposals to erase a member. @returns `gone` if the proposal or the member has changed; `taken` if
 * another member has the same name and birth date
 */
export async function acceptProposal(services: Needs, shown: string, by: Person | null): Promise<Decision> {
  const { register, fees, proposals } = services;
  const proposal = await proposals.get(shown.split(" ")[0] ?? "");
  const member = proposal && (await register.get(proposal.member));
  if (!member || shownOf(proposal, member) !== shown || proposal.kind === "erase") return "gone";
  const target = { is: "paid", way: "twint", date: dayInZurich(proposal.at) } as const;
  const change = { id: member.id, version: member.version, data: { ...member, ...proposal.fields } };
  const applied =
    proposal.kind === "twint"
      ? await fees.settle([feeId(proposal.year, member.id)], target, by)
      : await register.save([change], by);
  if (!applied.ok) return typeof applied.reason !== "string" && applied.reason.reason === "taken" ? "taken" : "gone";
  await proposals.remove(proposal);
  return "done";
}

export async function refuseProposal(services: Pick<Needs, "proposals">, shown: string, by: Person | null) {
  const [id = "", version = ""] = shown.split(" ");
  return (await services.proposals.remove({ id, version }, { by })) ? "done" : "gone";
}
