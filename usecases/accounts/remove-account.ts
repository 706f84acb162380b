import { personOf } from "#domain/person.ts";
import type { Account, CommitteeAccount } from "#stores/account-types.ts";
import { type JournalServices, recordAction } from "#usecases/journal/record-action.ts";
import type { Services } from "#usecases/services.ts";
import { changeAndNotify } from "./notify-accounts.ts";

/** "absent": already removed, no error. "withdrawn": an open invitation. */
export type Removal = "removed" | "withdrawn" | "absent" | "last";

/** Notifies all, including the removed account. "last": the only account that can sign in; nothing changes. */
export async function removeAccount(
  services: JournalServices & Pick<Services, "auth" | "accountMailer" | "accountMail">,
  id: string,
  by: Account | null,
): Promise<Removal> {
  const account = (await services.auth.listAccounts()).find((account) => account.id === id);
  if (!account) return "absent";
  const outcome = await changeAndNotify(services, {
    by: by?.email ?? null,
    change: { account: changeOf(account), email: account.email },
    make: () => services.auth.removeAccount(id),
    happened: (outcome) => outcome === "removed",
  });
  if (outcome !== "removed") return outcome;
  await recordAction(services, by && personOf(by), { action: "removed", subject: "account", subjectId: id });
  return changeOf(account);
}

const changeOf = ({ link }: CommitteeAccount): "withdrawn" | "removed" =>
  link?.kind === "invitation" ? "withdrawn" : "removed";
