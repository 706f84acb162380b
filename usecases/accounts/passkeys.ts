import { type AcceptedPasskeys, type PasskeyResponse, passkeyHost } from "#domain/accounts/passkey.ts";
import type { JournalAction } from "#domain/journal.ts";
import { accountDisplayName, personOfAccount } from "#domain/person.ts";
import type { Result } from "#domain/result.ts";
import type { Account, PasskeySignInRefusal, Session } from "#stores/account-types.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";
import { accountNoticeLetters } from "./account-letters.ts";

type Needs = JournalServices & Pick<Services, "auth" | "mailer">;

export async function signInWithPasskey(
  services: JournalServices & Pick<Services, "auth">,
  response: PasskeyResponse,
  device: string,
): Promise<Result<Session, PasskeySignInRefusal>> {
  const session = await services.auth.signInWithPasskey(response, device);
  if (session.ok) await record(services, session.value.account, "signed-in");
  return session;
}

const record = (services: JournalServices, by: Account, action: JournalAction) =>
  addJournalEntry(services, personOfAccount(by), { action, subject: "passkey", subjectId: by.id });

/** @returns null if browsers allow no passkeys on the site's host */
export async function acceptedPasskeys(
  { auth }: Pick<Services, "auth">,
  account: Account,
  publicUrl: string,
): Promise<AcceptedPasskeys | null> {
  const rpId = passkeyHost(publicUrl);
  if (!rpId) return null;
  const { id, email } = account;
  const ids = (await auth.listPasskeys(id)).map((passkey) => passkey.id);
  const userId = Buffer.from(id).toString("base64url");
  return { rpId, userId, ids, name: email, displayName: accountDisplayName(account) };
}

export async function addPasskey(services: Needs, me: Account, response: PasskeyResponse, name: string) {
  const added = await services.auth.addPasskey(me.id, response, name, await noticesOfKey(services, me, "key-added"));
  if (added.ok) await record(services, me, "added");
  return added;
}

export async function removePasskey(services: Needs, me: Account, passkeyId: string): Promise<boolean> {
  const letters = await noticesOfKey(services, me, "key-removed");
  const isRemoved = await services.auth.removePasskey(me.id, passkeyId, letters);
  if (isRemoved) await record(services, me, "removed");
  return isRemoved;
}

const noticesOfKey = (services: Needs, { id, email }: Account, account: "key-added" | "key-removed") =>
  accountNoticeLetters(services, { by: email, change: { account, email } }, [id]);
