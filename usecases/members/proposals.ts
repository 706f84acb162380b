import { dayInZurich } from "#domain/dates.ts";
import { balanceOf, feeId } from "#domain/fees/fee.ts";
import type { FieldErrors, TypedValues } from "#domain/fields.ts";
import { type Proposal, readCorrection } from "#domain/members/proposal.ts";
import type { Person } from "#domain/person.ts";
import { accept } from "#domain/result.ts";
import type { Member } from "#stores/members/member-document.ts";
import type { StoredProposal } from "#stores/members/proposals.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "proposals" | "register" | "fees" | "clock">;

/** Keeps what a member proposes (`intention`); TWINT only for an open fee. @returns errors beside the fields; null without any */
export async function propose(
  { proposals, fees, clock }: Needs,
  member: Member,
  typed: TypedValues,
): Promise<FieldErrors | null> {
  const kind = typed.intention as Proposal["kind"];
  const read = kind === "correction" ? readCorrection(member, typed, dayInZurich(clock.now())) : accept({});
  if (!read.ok) return read.reason;
  const year = kind === "twint" ? (typed.year ?? "") : "";
  const fee = (await fees.listOfMember(member.id)).find((one) => one.year === year);
  if (kind !== "twint" || (fee && balanceOf(fee).open > 0))
    await proposals.add(member.id, { kind, year, fields: read.value });
  return null;
}

type Shown = Pick<StoredProposal, "id" | "version">;

/**
 * Applies a correction or a payment as it was shown, and deletes the proposal. An erasure has its own page.
 * @param memberVersion of the record with which the correction was compared
 * @returns `taken`: another member has the corrected name and birth date
 */
export async function acceptProposal(
  { register, fees, proposals }: Needs,
  shown: Shown & { memberVersion: string },
  by: Person | null,
): Promise<"accepted" | "absent" | "outdated" | "taken"> {
  const proposal = await proposals.get(shown.id);
  const member = proposal && (await register.get(proposal.member));
  if (!proposal || !member || proposal.kind === "erase") return "absent";
  if (proposal.version !== shown.version) return "outdated";
  if (proposal.kind === "twint") {
    const target = { is: "paid", way: "twint", date: dayInZurich(proposal.at) } as const;
    const settled = await fees.settle([feeId(proposal.year, member.id)], target, by);
    if (!settled.ok) return "absent";
  } else {
    const change = { id: member.id, version: shown.memberVersion, data: { ...member, ...proposal.fields } };
    const saved = await register.save([change], by);
    if (!saved.ok) return saved.reason.reason === "taken" ? "taken" : "outdated";
  }
  await proposals.remove(proposal);
  return "accepted";
}

export const refuseProposal = async ({ proposals }: Pick<Needs, "proposals">, shown: Shown, by: Person | null) =>
  (await proposals.remove(shown, { by })) ? ("accepted" as const) : ("outdated" as const);
