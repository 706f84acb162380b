import type { Person } from "#domain/person.ts";
import type { Linked } from "#stores/members/member-links.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "memberLinks">;

/** @returns the path of a member's own page. It works until the member leaves or the link is renewed. */
export const linkOf = async ({ memberLinks }: Needs, member: Linked): Promise<string> =>
  `/ma-fiche/${await memberLinks.tokenOf(member)}`;

/** Replaces a member's link, unless it is no longer `shown`: a form that is sent twice replaces the link once. */
export async function renewLink(services: Needs, member: Linked, shown: string, by: Person | null): Promise<boolean> {
  return (await linkOf(services, member)) !== shown || services.memberLinks.renew(member, by);
}
