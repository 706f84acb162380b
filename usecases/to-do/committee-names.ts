import { firstNameKey } from "#domain/accounts/first-names.ts";
import type { Services } from "#usecases/services.ts";

/**
 * For texts that leave the site: they name only people of the committee, by first name. « Qui » may also be the name of a
 * member or of somebody else.
 * @returns a function that turns « Qui » into a first name; empty if it is not one of the committee
 */
export async function readCommitteeNames({
  auth,
  committee,
}: Pick<Services, "auth" | "committee">): Promise<(who: string) => string> {
  const people = (await Promise.all([auth.listAccounts(), committee.list()])).flat();
  const names = new Map(people.map(({ firstName }) => [firstNameKey(firstName), firstName]));
  return (who) => (who !== "" && names.get(firstNameKey(who))) || "";
}
