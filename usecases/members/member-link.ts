import type { Person } from "#domain/person.ts";
import type { Linked } from "#stores/members/member-links.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "memberLinks">;

/** @returns the path of a member's own page; it opens nothing after the member has left */
export const linkOf = async ({ memberLinks }: Needs, member: Linked): Promise<string> =>
  `/ma-fiche/${await memberLinks.tokenOf(member)}`;

/** Ends a member's link. @param shown the link to end, so that the same form sent twice renews once */
export async function renewLink(services: Needs, member: Linked, shown: string, by: Person | null): Promise<boolean> {
  return (await linkOf(services, member)) !== shown || services.memberLinks.renew(member, by);
}
