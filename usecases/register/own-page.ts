import { balanceOf } from "#domain/fees/fee.ts";
import { feeReference } from "#domain/fees/reference.ts";
import type { Person } from "#domain/person.ts";
import { memberName } from "#domain/register/member.ts";
import { CORRECTABLE, proposalInWords } from "#domain/register/proposal.ts";
import type { Member } from "#stores/register/member-document.ts";
import type { LinkedMember, MemberLinks } from "#stores/register/member-links.ts";
import type { Services } from "#usecases/services.ts";
import { readPersonData } from "./person-data.ts";

type LinkNeeds = Pick<Services, "memberLinks">;

/** The path works until the member leaves or the link is renewed. */
export const linkOf = async (
  { memberLinks }: { memberLinks: Pick<MemberLinks, "tokenOf"> },
  member: LinkedMember,
): Promise<string> => `/ma-fiche/${await memberLinks.tokenOf(member)}`;

/** @param shown the link on the user's page, so that a form sent twice replaces the link once */
export async function renewLink(
  services: LinkNeeds,
  member: LinkedMember,
  shown: string,
  by: Person | null,
): Promise<boolean> {
  return (await linkOf(services, member)) !== shown || services.memberLinks.renew(member, by);
}

export type OwnFee = Awaited<ReturnType<typeof readOwnPage>>["fees"][number];

export async function readOwnPage(services: Parameters<typeof readPersonData>[0], member: Member) {
  const [person, fees, all] = await Promise.all([
    readPersonData(services, member.id, true),
    services.fees.listOfMember(member.id),
    services.proposals.listOf(member.id),
  ]);
  const proposals = all.filter(({ state }) => state === "open");
  const fields = Object.assign({}, member, ...proposals.map((proposal) => proposal.fields)) as Member;
  return {
    name: memberName(member),
    sections: person?.sections.filter(({ title }) => title !== "Propositions") ?? [],
    fees: fees.toReversed().flatMap((fee, i) => {
      const { state, open } = balanceOf(fee);
      const isProposed = proposals.some(({ year }) => year === fee.year);
      const { year, amount } = fee;
      return i === 0 || open > 0
        ? { year, amount, state, open, isProposed, reference: feeReference(year, member.id) }
        : [];
    }),
    proposals: proposals.flatMap((one) => proposalInWords(member, one)),
    initial: Object.fromEntries(CORRECTABLE.map((name) => [name, fields[name]])),
  };
}
