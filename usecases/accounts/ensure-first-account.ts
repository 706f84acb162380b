import { FIRST_LINK_MS } from "#domain/accounts/account-link.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Account, Authenticator, FirstLink } from "#stores/account-types.ts";
import type { Services } from "#usecases/services.ts";
import { refusePassword } from "./choose-password.ts";

/** Address of the account of a demo. */
const DEMO_EMAIL = "admin@exemple.ch";

/**
 * How the first account lets somebody in: by a password, which is null where it was configured; by a link to one; or by a
 * link whose page asks for the address as well, where none is configured.
 */
export type FirstAccount =
  | { readonly email: string; readonly password: string | null }
  | { readonly email: string | null; readonly link: FirstLink };

/**
 * Lets the committee in as long as nobody can sign in yet; an invitation that nobody has accepted lets nobody in. Once
 * somebody can, the configuration changes nothing any more. Without an address no account is made, but for a demo.
 * @param configuration what was set of `ADMIN_EMAIL` and `ADMIN_PASSWORD`
 * @param generate gives the random password of a demo where none is configured; null: a link is made instead, valid for a
 * day, in place of the one before
 * @returns how to get in, to be shown once; null when somebody can sign in, or when the address has an account that is
 * neither open nor invited; or, refused, what is wrong with the configured password
 * @throws when the provider does not answer
 */
export async function ensureFirstAccount(
  { auth, isGuessable }: Pick<Services, "auth" | "isGuessable">,
  configuration: { email?: string | undefined; password?: string | undefined },
  generate: (() => string) | null,
): Promise<Result<FirstAccount | null, "password">> {
  if ((await auth.listAccounts()).some(({ canSignIn }) => canSignIn)) return accept(null);
  const email = configuration.email || (generate && DEMO_EMAIL);
  if (!email) {
    const link = await auth.issueFirstLink(FIRST_LINK_MS);
    return accept(link && { email: null, link });
  }
  const { password: configured } = configuration;
  if (configured && (await refusePassword({ isGuessable }, configured, email))) return refuse("password");
  const password = configured || generate?.();
  if (!password) {
    const link = await auth.invite(email, { lastsMs: FIRST_LINK_MS });
    return accept(link && { email: link.account.email, link });
  }
  const account = (await auth.createAccount(email, password)) ?? (await acceptInvitation(auth, email, password));
  return accept(account && { email: account.email, password: configured ? null : password });
}

/** Gives an account its password that was only invited until now. @returns null when it was not */
async function acceptInvitation(auth: Authenticator, email: string, password: string): Promise<Account | null> {
  const link = await auth.invite(email, { lastsMs: FIRST_LINK_MS });
  const session = link && (await auth.acceptLink(link.token, password));
  if (!session?.ok) return null;
  await auth.signOut(session.value.token);
  return session.value.account;
}
