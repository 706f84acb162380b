import type { PasskeyResponse } from "#domain/accounts/passkey.ts";
import type { JournalAction } from "#domain/journal.ts";
import { personOf } from "#domain/person.ts";
import type { Result } from "#domain/result.ts";
import type { Account, PasskeySignInRefusal, Session } from "#stores/account-types.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";
import { changeAndNotify } from "./notify-accounts.ts";

type Needs = JournalServices & Pick<Services, "auth" | "accountMailer" | "accountMail">;

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
  addJournalEntry(services, personOf(by), { action, subject: "passkey", subjectId: by.id });

export const addPasskey = (services: Needs, me: Account, response: PasskeyResponse, name: string) =>
  changeKeys(services, me, "added", {
    make: () => services.auth.addPasskey(me.id, response, name),
    happened: ({ ok }) => ok,
  });

export const removePasskey = (services: Needs, me: Account, passkeyId: string) =>
  changeKeys(services, me, "removed", {
    make: () => services.auth.removePasskey(me.id, passkeyId),
    happened: (isRemoved) => isRemoved,
  });

async function changeKeys<Outcome>(
  services: Needs,
  me: Account,
  action: "added" | "removed",
  change: { make: () => Promise<Outcome>; happened: (outcome: Outcome) => boolean },
): Promise<Outcome> {
  const mail = { account: `key-${action}`, email: me.email } as const;
  const outcome = await changeAndNotify(services, { by: me.email, change: mail, only: [me.id], ...change });
  if (change.happened(outcome)) await record(services, me, action);
  return outcome;
}
