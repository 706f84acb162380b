import { personOf } from "#domain/person.ts";
import type { Account, CommitteeAccount } from "#stores/account-types.ts";
import { type Noting, note } from "#usecases/journal/note.ts";
import type { Services } from "#usecases/services.ts";
import { tellingAccounts } from "./tell-accounts.ts";

/** 'absent': somebody else was faster, with whom all agree. 'withdrawn': it was an invitation that nobody had accepted. */
export type Removal = "removed" | "withdrawn" | "absent" | "last";

/**
 * Removes an account and tells all, the one that is removed as well.
 * @param by the account that removes it; null: somebody at the server's terminal
 * @returns 'dernier' when no other account can sign in; nothing is changed then
 * @throws when the provider does not answer
 */
export async function removeAccount(
  services: Noting & Pick<Services, "auth" | "accountMailer" | "accountMail">,
  id: string,
  by: Account | null,
): Promise<Removal> {
  const account = (await services.auth.listAccounts()).find((one) => one.id === id);
  if (!account) return "absent";
  const outcome = await tellingAccounts(services, {
    by: by?.email ?? null,
    change: { account: changeOf(account), email: account.email },
    make: () => services.auth.removeAccount(id),
    happened: (one) => one === "removed",
  });
  if (outcome !== "removed") return outcome;
  await note(services, by && personOf(by), { action: "removed", subject: "account", subjectId: id });
  return changeOf(account);
}

const changeOf = ({ link }: CommitteeAccount): "withdrawn" | "removed" =>
  link?.kind === "invitation" ? "withdrawn" : "removed";
