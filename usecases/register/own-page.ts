import { writeVcard } from "#calendar/vcard.ts";
import { dayInZurich } from "#domain/dates.ts";
import { feeBalance } from "#domain/fees/fee.ts";
import { feeReference } from "#domain/fees/reference.ts";
import { telLink } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { lacksConsent, memberName, workingEmail } from "#domain/register/member.ts";
import { CORRECTABLE_FIELDS, proposalInFrench } from "#domain/register/proposal.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { Member } from "#stores/register/member-document.ts";
import type { LinkedMember, MemberLinkStore } from "#stores/register/member-links.ts";
import type { Services } from "#usecases/services.ts";
import { REPLIES_TITLE, readPersonData } from "./person-data.ts";

type LinkNeeds = Pick<Services, "memberLinks">;

/** The path works until the member leaves or the link is renewed. */
export const readMemberLink = async (
  { memberLinks }: { memberLinks: Pick<MemberLinkStore, "tokenOf"> },
  member: LinkedMember,
): Promise<string> => `/ma-fiche/${await memberLinks.tokenOf(member)}`;

/** @param shown the link on the user's page, so that a form sent twice replaces the link once */
export async function renewMemberLink(
  services: LinkNeeds,
  member: LinkedMember,
  shown: string,
  by: Person | null,
): Promise<boolean> {
  return (await readMemberLink(services, member)) !== shown || services.memberLinks.renew(member, by);
}

/**
 * A contact of the association with the member's link, as vCard. Its note has the member's name, because a parent may
 * keep the cards of several children, and the page that gives the next link once this one is renewed.
 */
export async function writeMemberVcard(
  services: LinkNeeds,
  { email, eveningPhone }: Pick<Settings, "email" | "eveningPhone">,
  publicUrl: string,
  member: Member,
): Promise<string> {
  const note = `Fiche personnelle de ${memberName(member)}. Si le lien ne marche plus\u00a0: ${publicUrl}/ma-fiche`;
  const [url, phone] = [
    publicUrl + (await readMemberLink(services, member)),
    telLink(eveningPhone)?.slice("tel:".length),
  ];
  return writeVcard({ name: "Jeunesse de Savièse", url, email, phone: phone ?? "", note });
}

/** Sections that the page shows in its own way. */
const SHOWN_ELSEWHERE = ["Propositions", REPLIES_TITLE];

export type OwnPageFee = Awaited<ReturnType<typeof readOwnPage>>["fees"][number];

export async function readOwnPage(services: Parameters<typeof readPersonData>[0], member: Member) {
  const [person, fees, all] = await Promise.all([
    readPersonData(services, member.id, true),
    services.fees.listOfMember(member.id),
    services.proposals.listOf(member.id),
  ]);
  const open = all.filter(({ state }) => state === "open");
  const proposals = open.filter(({ kind }) => kind !== "email");
  const added = open.find(({ kind }) => kind === "email")?.fields.email;
  const fields = Object.assign({}, member, ...proposals.map((proposal) => proposal.fields)) as Member;
  return {
    name: memberName(member),
    sections: person?.sections.filter(({ title }) => !SHOWN_ELSEWHERE.includes(title)) ?? [],
    fees: fees.toReversed().flatMap((fee, i) => {
      const { state, open } = feeBalance(fee);
      const isProposed = proposals.some(({ year }) => year === fee.year);
      const { year, amount } = fee;
      return i === 0 || open > 0
        ? { year, amount, state, open, isProposed, reference: feeReference(year, member.id) }
        : [];
    }),
    lacksConsent: lacksConsent(member, dayInZurich(services.clock.now())),
    lacksEmail: workingEmail(member) === "" && !proposals.some((proposal) => proposal.fields.email),
    /** An address that the committee has not looked at yet. Empty if none. */
    addedEmail: member.email !== "" && member.email === added ? added : "",
    proposals: proposals.flatMap((one) => proposalInFrench(member, one)),
    initial: Object.fromEntries(CORRECTABLE_FIELDS.map((name) => [name, fields[name]])),
  };
}
