import { composeNotice, type Notice } from "#domain/accounts/account-notice.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "auth" | "accountMailer" | "accountMail" | "clock">;

/** Longer than a change takes; until then it can be taken back that the accounts are told of it. */
const HELD_MS = 60_000;

type Telling<T> = {
  readonly by: Notice["by"];
  readonly change: Notice["change"];
  /** Ids of the accounts to tell; absent: all that can sign in. */
  readonly only?: readonly string[];
  readonly make: () => Promise<T>;
  /** Whether the outcome means that something was changed. */
  readonly happened: (outcome: T) => boolean;
};

/**
 * Makes a change that the accounts are told of, each by a mail of its own. The mails are kept before it is made, so
 * that no crash leaves a change that nobody hears of; they are taken back when it was refused. Nobody is told where
 * no mail leaves the site for accounts.
 * @returns what `make` returned
 * @throws what `make` throws: then the mails go out, since the change may have been made
 */
export async function tellingAccounts<T>(services: Needs, { make, happened, ...notice }: Telling<T>): Promise<T> {
  if (!services.accountMailer) return make();
  const ids = await keep(services, notice);
  const outcome = await make();
  if (!happened(outcome)) await services.accountMail.drop(ids);
  return outcome;
}

async function keep(
  { auth, accountMail, clock }: Needs,
  { by, change, only }: Pick<Telling<unknown>, "by" | "change" | "only">,
): Promise<string[]> {
  const at = clock.now();
  const { subject, text, html } = composeNotice({ by, at, change });
  const mails = (await auth.listAccounts())
    .filter(({ id, canSignIn }) => (only ? only.includes(id) : canSignIn))
    .map(({ email }) => ({ id: crypto.randomUUID(), recipient: email, subject, text, html }));
  await accountMail.add(mails, new Date(at.getTime() + HELD_MS));
  return mails.map(({ id }) => id);
}
