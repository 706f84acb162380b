import { FIRST_LINK_MS } from "#domain/accounts/account-link.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { Account, Authenticator, FirstLink } from "#stores/account-types.ts";
import type { Services } from "#usecases/services.ts";
import { checkNewPassword } from "./choose-password.ts";

const DEMO_EMAIL = "admin@exemple.ch";

/** `password`: the generated password; null if it was configured. `email`: null if the user types it at the link. */
export type FirstAccountAccess =
  | { readonly email: string; readonly password: string | null }
  | { readonly email: string | null; readonly link: FirstLink };

/**
 * Creates an account, or a link for one, if no account can sign in.
 * @param generate generates a password, for a demo; null: issues a link for a day, which replaces the last link
 * @returns null if any account can sign in, or if `email` has an account whose password was reset
 */
export async function ensureFirstAccount(
  { auth, isGuessable }: Pick<Services, "auth" | "isGuessable">,
  configuration: { email?: string | undefined; password?: string | undefined },
  generate: (() => string) | null,
): Promise<Result<FirstAccountAccess | null, "password">> {
  if ((await auth.listAccounts()).some(({ canSignIn }) => canSignIn)) return success(null);
  const email = configuration.email || (generate && DEMO_EMAIL);
  if (!email) {
    const link = await auth.issueFirstLink(FIRST_LINK_MS);
    return success(link && { email: null, link });
  }
  const { password: configured } = configuration;
  if (configured && (await checkNewPassword({ isGuessable }, configured, email))) return refusal("password");
  const password = configured || generate?.();
  if (!password) {
    const link = await auth.invite(email, { lastsMs: FIRST_LINK_MS });
    return success(link && { email: link.account.email, link });
  }
  const account = (await auth.createAccount(email, password)) ?? (await acceptInvitation(auth, email, password));
  return success(account && { email: account.email, password: configured ? null : password });
}

/** Sets the password of an account that cannot sign in yet. Returns null if the account can sign in. */
async function acceptInvitation(auth: Authenticator, email: string, password: string): Promise<Account | null> {
  const link = await auth.invite(email, { lastsMs: FIRST_LINK_MS });
  const session = link && (await auth.acceptLink(link.token, password));
  if (!session?.ok) return null;
  await auth.signOut(session.value.token);
  return session.value.account;
}
