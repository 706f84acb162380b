import { dayInZurich } from "#domain/dates.ts";
import { balanceOf, feeId } from "#domain/fees/fee.ts";
import type { FieldErrors, TypedValues } from "#domain/fields.ts";
import { proposalId, readCorrection } from "#domain/members/proposal.ts";
import type { Person } from "#domain/person.ts";
import { accept, type Result, refusal } from "#domain/result.ts";
import type { Member } from "#stores/members/member-document.ts";
import type { StoredProposal } from "#stores/members/proposals.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "proposals" | "register" | "fees" | "clock">;

/** Proposes what differs from the record; nothing different takes an earlier proposal back. */
export async function proposeCorrection(
  { proposals, clock }: Pick<Needs, "proposals" | "clock">,
  member: Member,
  typed: TypedValues,
): Promise<Result<"kept" | "same", FieldErrors>> {
  const read = readCorrection(member, typed, dayInZurich(clock.now()));
  if (!read.ok) return read;
  const proposal = { kind: "correction", fields: read.value } as const;
  if (Object.keys(read.value).length > 0) {
    await proposals.add(member.id, proposal);
    return accept("kept");
  }
  const before = await proposals.get(proposalId(member.id, proposal));
  if (before) await proposals.remove(before);
  return accept("same");
}

/** Says that the open fee of a year was paid by TWINT. @returns false if the member has no open fee of that year */
export async function proposeTwint({ proposals, fees }: Needs, member: Member, year: string): Promise<boolean> {
  const fee = (await fees.ofMembers(year, [member.id])).get(member.id);
  return fee !== undefined && balanceOf(fee).open > 0 && proposals.add(member.id, { kind: "twint", year });
}

/** `taken`: the corrected name and birth date are those of another member. */
export type DecisionRefusal = "absent" | "outdated" | "taken";

type Shown = Pick<StoredProposal, "id" | "version">;

/**
 * Applies a proposal as it was shown, and deletes it. An erasure is not decided here, but on its own page.
 * @param memberVersion the record that the correction was compared with
 */
export async function acceptProposal(
  services: Needs,
  shown: Shown & { memberVersion: string },
  by: Person | null,
): Promise<Result<"accepted", DecisionRefusal>> {
  const { register, fees, proposals } = services;
  const proposal = await proposals.get(shown.id);
  if (!proposal || proposal.kind === "erase") return refusal("absent");
  if (proposal.version !== shown.version) return refusal("outdated");
  const { member: id } = proposal;
  if (proposal.kind === "twint") {
    const target = { is: "paid", way: "twint", date: dayInZurich(proposal.at) } as const;
    const settled = await fees.settle([feeId(proposal.year, id)], target, by);
    if (!settled.ok) return refusal("absent");
  } else {
    const member = await register.get(id);
    if (!member) return refusal("absent");
    const data = { ...member, ...proposal.fields };
    const saved = await register.save([{ id, version: shown.memberVersion, data }], by);
    if (!saved.ok) return refusal(saved.reason.reason === "no-sign-up" ? "absent" : saved.reason.reason);
  }
  await proposals.remove(proposal);
  return accept("accepted");
}

/** Deletes a proposal without applying it. @returns false if it is gone or has changed */
export const refuseProposal = ({ proposals }: Pick<Needs, "proposals">, shown: Shown, by: Person | null) =>
  proposals.remove(shown, by);
