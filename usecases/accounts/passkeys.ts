/** Adding, using and removing passkeys and recovery codes: with lines of the journal and mail to the accounts. */
import type { Notice } from "#domain/accounts/account-notice.ts";
import { isRecoveryCode, type PasskeyRefusal, type PasskeyResponse } from "#domain/accounts/passkey.ts";
import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import { personOf } from "#domain/person.ts";
import type { Result } from "#domain/result.ts";
import type { Account, PasskeySignInRefusal, Session } from "#stores/account-types.ts";
import { type JournalServices, recordAction } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";
import { changeAndNotify } from "./notify-accounts.ts";

type Needs = JournalServices & Pick<Services, "auth" | "accountMailer" | "accountMail">;
type AccountChange = Extract<Notice["change"], { account: unknown }>["account"];

export async function signInWithPasskey(
  services: JournalServices & Pick<Services, "auth">,
  response: PasskeyResponse,
  device: string,
): Promise<Result<Session, PasskeySignInRefusal>> {
  const session = await services.auth.signInWithPasskey(response, device);
  if (session.ok) await record(services, session.value.account, "signed-in", "passkey");
  return session;
}

const record = (services: JournalServices, by: Account, action: JournalAction, subject: JournalSubject) =>
  recordAction(services, personOf(by), { action, subject, subjectId: by.id });

/** Signs in with a typed password or recovery code. Every account is told of a used code. */
export async function signInTyped(
  services: Needs,
  { email, typed, device }: { email: string; typed: string; device: string },
): Promise<(Session & { readonly isByCode?: true }) | null> {
  const { auth } = services;
  const session = isRecoveryCode(typed) ? await auth.signInWithRecoveryCode(email, typed, device) : null;
  if (!session) return auth.signIn(email, typed, device);
  // Afterwards, because an attempt with a wrong code must not write a mail for each account.
  const { only: _, ...toAll } = notice(session.account, "code-used");
  await changeAndNotify(services, { ...toAll, make: async () => session, happened: () => true });
  await record(services, session.account, "signed-in", "recovery-code");
  return { ...session, isByCode: true };
}

/** Tells the owner by mail. @param name « iPhone de Léa » */
export async function addPasskey(
  services: Needs,
  me: Account,
  response: PasskeyResponse,
  name: string,
): Promise<Result<null, PasskeyRefusal>> {
  const make = () => services.auth.addPasskey(me.id, response, name);
  const added = await changeAndNotify(services, { ...notice(me, "key-added"), make, happened: ({ ok }) => ok });
  if (added.ok) await record(services, me, "added", "passkey");
  return added;
}

const notice = (me: Account, account: AccountChange) => ({
  ...{ by: me.email, change: { account, email: me.email }, only: [me.id] },
});

/** `Authenticator.removePasskey`; tells the owner by mail. */
export async function removePasskey(services: Needs, me: Account, passkeyId: string) {
  const outcome = await changeAndNotify(services, {
    ...notice(me, "key-removed"),
    make: () => services.auth.removePasskey(me.id, passkeyId),
    happened: (outcome) => outcome === "removed",
  });
  if (outcome === "removed") await record(services, me, "removed", "passkey");
  return outcome;
}

/** `Authenticator.makeRecoveryCodes`; tells the owner by mail. */
export async function makeRecoveryCodes(services: Needs, me: Account): Promise<string[]> {
  const make = () => services.auth.makeRecoveryCodes(me.id);
  const codes = await changeAndNotify(services, { ...notice(me, "codes-made"), make, happened: () => true });
  await recordAction(services, personOf(me), { action: "added", subject: "recovery-code" });
  return codes;
}
