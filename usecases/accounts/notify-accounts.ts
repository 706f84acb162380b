import { composeNotice, type Notice } from "#domain/accounts/account-notice.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "auth" | "accountMailer" | "accountMail" | "clock">;

/** Delay of the mail in ms. If the change is refused, the mail is deleted during the delay. */
const HELD_MS = 60_000;

type Notified<T> = Omit<Notice, "at"> & {
  /** Ids of the accounts to notify; if absent, all accounts that can sign in. */
  readonly only?: readonly string[];
  readonly make: () => Promise<T>;
  readonly happened: (outcome: T) => boolean;
};

/**
 * Queues the mail before the change, so that a crash cannot lose the mail. If `make` throws, the mail stays queued: the
 * change may have been saved in spite of the error.
 */
export async function changeAndNotify<T>(services: Needs, { make, happened, ...notice }: Notified<T>): Promise<T> {
  if (!services.accountMailer) return make();
  const ids = await queueMails(services, notice);
  const outcome = await make();
  if (!happened(outcome)) await services.accountMail.drop(ids);
  return outcome;
}

async function queueMails(
  { auth, accountMail, clock }: Needs,
  { by, change, only }: Pick<Notified<unknown>, "by" | "change" | "only">,
): Promise<string[]> {
  const at = clock.now();
  const notice = composeNotice({ by, at, change });
  const mails = (await auth.listAccounts())
    .filter(({ id, canSignIn }) => (only ? only.includes(id) : canSignIn))
    .map(({ email }) => ({ id: crypto.randomUUID(), recipient: email, ...notice }));
  await accountMail.add(mails, new Date(at.getTime() + HELD_MS));
  return mails.map(({ id }) => id);
}
