import { FIRST_LINK_MS } from "#domain/accounts/account-link.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { Account, Authenticator, FirstLink } from "#stores/account-types.ts";
import type { Services } from "#usecases/services.ts";
import { checkNewPassword } from "./choose-password.ts";

const DEMO_EMAIL = "admin@exemple.ch";

/** `password`: null if it was configured, not generated. `email` with `link`: null if the link's page asks for it. */
export type FirstAccountAccess =
  | { readonly email: string; readonly password: string | null }
  | { readonly email: string | null; readonly link: FirstLink };

/**
 * If no account can sign in, creates an account with the configured or a generated password. Without a password, issues
 * a link, which is valid for a day and replaces the last link. @param generate for a demo; null: no generated password
 * @returns null if an account can sign in, or if the account of `email` exists and waits for a new password
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
