import { firstNameKey } from "#domain/accounts/first-names.ts";
import { compareFrench } from "#domain/text/french-order.ts";
import type { Services } from "#usecases/services.ts";

/** The first names of accounts and committee members, each once. */
export async function listProposedNames({ auth, committee }: Pick<Services, "auth" | "committee">): Promise<string[]> {
  const [accounts, members] = await Promise.all([auth.listAccounts(), committee.list()]);
  const names = [...accounts, ...members].map(({ firstName }) => firstName.trim()).filter((name) => name !== "");
  return [...new Map(names.map((name) => [firstNameKey(name), name])).values()].toSorted(compareFrench);
}
