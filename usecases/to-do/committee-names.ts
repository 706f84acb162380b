/** Whom « Qui » of a task names: one person of the committee, several, or somebody else. */
import { firstNameKey } from "#domain/accounts/first-names.ts";
import { joinPeople, namedIn } from "#domain/handover/people.ts";
import { listInFrench } from "#domain/text/list-in-french.ts";
import type { Account } from "#stores/account-types.ts";
import type { Services } from "#usecases/services.ts";

export type CommitteeNames = {
  /**
   * For texts that leave the site: they name only people of the committee, by first name.
   * @returns « Camille et Mathieu »; empty if the text names nobody of the committee
   */
  readonly firstNamesIn: (who: string) => string;
  /** Whether the text names the account, alone or among others. */
  readonly isNamed: (who: string, account: Pick<Account, "id" | "firstName">) => boolean;
};

type Needs = Pick<Services, "auth" | "committee">;

export async function readCommitteeNames({ auth, committee }: Needs): Promise<CommitteeNames> {
  const people = joinPeople(await auth.listAccounts(), await committee.list()).map((person) => ({
    ...person,
    firstNames: [person.account, person.card].flatMap((one) => one?.firstName.trim() || []),
  }));
  const byKey = new Map(people.flatMap(({ firstNames }) => firstNames.map((name) => [firstNameKey(name), name])));
  const found = new Map<string, typeof people>();
  /** Those whom a text names for sure, in its order. Finds them once for each text: many tasks have the same one. */
  function peopleIn(who: string) {
    const known = found.get(who);
    if (known) return known;
    const sure = [...namedIn(who, true, people)].filter(([, match]) => match === "sure").map(([person]) => person);
    const named = sure.flatMap((person) => people.find((one) => one === person) ?? []);
    found.set(who, named);
    return named;
  }
  return {
    firstNamesIn(who) {
      const [only] = who.trim() === "" ? [""] : [byKey.get(firstNameKey(who))];
      return only ?? listInFrench(peopleIn(who).flatMap(({ firstNames: [first = []] }) => first));
    },
    isNamed: (who, { id, firstName }) =>
      who.trim() !== "" &&
      ((firstName !== "" && firstNameKey(who) === firstNameKey(firstName)) ||
        peopleIn(who).some(({ account }) => account?.id === id)),
  };
}
