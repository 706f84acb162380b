import { accountContext, confirmPasswordContext, servicesContext } from "#app/contexts.ts";
import { readSession } from "#app/session/cookies.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { dateAndTime } from "#domain/dates.ts";

export type AccountsView = Awaited<ReturnType<typeof readAccounts>>;
export type AccountView = AccountsView["accounts"][number];

/** All times are texts like `05.08.2008, 14:30`. */
export async function readAccounts({ request, context }: Args) {
  const { auth, clock, accountMailer } = context.get(servicesContext);
  const me = context.get(accountContext);
  const [accounts, sessions, passkeys] = await Promise.all([
    auth.listAccounts(),
    auth.listSessions((await readSession(request)) ?? ""),
    auth.listPasskeys(me?.id ?? ""),
  ]);
  const isSingle = accounts.filter(({ canSignIn }) => canSignIn).length === 1;
  const now = clock.now();
  return {
    ...{ isSingle, mailed: accountMailer !== null },
    accounts: accounts.map(({ id, email, firstName, canSignIn, lastSignIn, link }) => ({
      ...{ id, email, firstName, me: id === me?.id, last: canSignIn && isSingle },
      login: lastSignIn && dateAndTime(lastSignIn),
      link: link && { kind: link.kind, until: dateAndTime(link.expiresAt), expired: link.expiresAt <= now },
    })),
    sessions: sessions.map(({ device, current, openedAt, usedAt }) => ({
      ...{ device, current, openedAt: dateAndTime(openedAt), usedAt: dateAndTime(usedAt) },
    })),
    own: {
      passkeys: passkeys.map(({ id, name, addedAt, usedAt }) => ({
        ...{ id, name, addedAt: dateAndTime(addedAt), usedAt: usedAt && dateAndTime(usedAt) },
      })),
      /** The account has no password. */
      passwordless: me?.hasNoPassword === true,
      /** The session need not ask for the password now. */
      isConfirmed: (await context.get(confirmPasswordContext)("")).ok,
    },
  };
}
