import { FIRST_LINK_LIFETIME_MS } from "#domain/accounts/account-link.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { Account, FirstLink } from "#stores/account-types.ts";
import type { AccountStore } from "#stores/accounts.ts";
import type { Services } from "#usecases/services.ts";
import { checkNewPassword } from "./choose-password.ts";

const DEMO_EMAIL = "admin@exemple.ch";

/** `password`: null if the password is configured. `email`: null if the user of the link chooses the address. */
export type FirstAccountAccess =
  | { readonly email: string; readonly password: string | null }
  | { readonly email: string | null; readonly link: FirstLink };

/**
 * If no account can sign in, creates the first account. Without a password, issues a link that is valid for a day.
 * @param generate creates a password if none is configured; null: the user of the link chooses a password
 * @returns null if an account can sign in, or if `email` has an account without a password
 */
export async function ensureFirstAccount(
  { auth, isGuessable }: Pick<Services, "auth" | "isGuessable">,
  configuration: { email?: string | undefined; password?: string | undefined },
  generate: (() => string) | null,
): Promise<Result<FirstAccountAccess | null, "password">> {
  if ((await auth.listAccounts()).some(({ canSignIn }) => canSignIn)) return success(null);
  const email = configuration.email || (generate && DEMO_EMAIL);
  if (!email) {
    const link = await auth.issueFirstLink(FIRST_LINK_LIFETIME_MS);
    return success(link && { email: null, link });
  }
  const { password: configured } = configuration;
  if (configured && (await checkNewPassword({ isGuessable }, configured, email))) return refusal("password");
  const password = configured || generate?.();
  if (!password) {
    const link = await auth.invite(email, { lastsMs: FIRST_LINK_LIFETIME_MS });
    return success(link && { email: link.account.email, link });
  }
  const account = (await auth.createAccount(email, password)) ?? (await acceptInvitation(auth, email, password));
  return success(account && { email: account.email, password: configured ? null : password });
}

async function acceptInvitation(auth: AccountStore, email: string, password: string): Promise<Account | null> {
  const link = await auth.invite(email, { lastsMs: FIRST_LINK_LIFETIME_MS });
  const session = link && (await auth.acceptLink(link.token, password));
  if (!session?.ok) return null;
  await auth.signOut(session.value.token);
  return session.value.account;
}
