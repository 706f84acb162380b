import { type AccountChangeNotice, composeAccountNotice } from "#domain/accounts/account-notice.ts";
import type { NewLetter } from "#stores/mail-document.ts";
import type { Services } from "#usecases/services.ts";

/**
 * The letters about a change of an account or a setting. Queue them in the transaction of the change.
 * @param only ids of the accounts to notify; if absent, all accounts that can sign in
 * @returns none if the site sends no mail to accounts
 */
export async function accountNoticeLetters(
  { auth, mailer, clock }: Pick<Services, "auth" | "mailer" | "clock">,
  notice: Omit<AccountChangeNotice, "at">,
  only?: readonly string[],
): Promise<NewLetter[]> {
  if (!mailer.sendLetter) return [];
  const letter = composeAccountNotice({ ...notice, at: clock.now() });
  return (await auth.listAccounts())
    .filter(({ id, canSignIn }) => (only ? only.includes(id) : canSignIn))
    .map(({ id, email }) => ({ kind: "notice", cause: id, recipient: email, ...letter }));
}
