/** Choosing a password: the first one or a new one through a link, another one while signed in. */

import type { LinkKind } from "#domain/accounts/account-link.ts";
import { PASSWORD_SENTENCES, passwordRefusal } from "#domain/accounts/password.ts";
import { passwordChangeSchema } from "#domain/accounts/sign-in-fields.ts";
import { type FieldErrors, refusalsOf, type TypedValues } from "#domain/fields.ts";
import { personOf } from "#domain/person.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Account, LinkRefusal, Session } from "#stores/account-types.ts";
import { type Noting, note } from "#usecases/journal/note.ts";
import type { Services } from "#usecases/services.ts";
import { tellingAccounts } from "./tell-accounts.ts";

type Needs = Noting & Pick<Services, "auth" | "isGuessable" | "accountMailer" | "accountMail">;

/** Stands beside the field `current` when it was another one. */
export const NOT_YOUR_PASSWORD = "Ce n’est pas votre mot de passe actuel.";

/**
 * Says why a password may not be chosen.
 * @param password as typed
 * @param email address of the account, whose own name is refused
 * @returns one sentence, or null when it may be chosen
 * @throws when its strength cannot be told
 */
export async function refusePassword(
  { isGuessable }: Pick<Services, "isGuessable">,
  password: string,
  email: string,
): Promise<string | null> {
  const length = passwordRefusal(password);
  if (length) return length;
  return (await isGuessable(password, email)) ? PASSWORD_SENTENCES.common : null;
}

/**
 * Uses a link up, and tells all accounts.
 * @param typed with the field `newPassword`
 * @param device as for `Authenticator.signIn`
 * @returns a session; or one sentence beside the field, the link then still works; or why the link does not work
 * @throws when the provider does not answer, or the strength cannot be told
 */
export async function acceptLink(
  services: Needs,
  token: string,
  { newPassword = "" }: TypedValues,
  device: string,
): Promise<Result<{ session: Session; kind: LinkKind }, { link: LinkRefusal } | { errors: FieldErrors }>> {
  const link = await services.auth.readLink(token);
  if (!link.ok) return refuse({ link: link.reason });
  const { kind, account } = link.value;
  const sentence = await refusePassword(services, newPassword, account.email);
  if (sentence) return refuse({ errors: { newPassword: sentence } });
  const happened = kind === "invitation" ? "joined" : "recovered";
  const session = await tellingAccounts(services, {
    by: account.email,
    change: { account: happened, email: account.email },
    make: () => services.auth.acceptLink(token, newPassword, device),
    happened: (outcome) => outcome.ok,
  });
  if (!session.ok) return refuse({ link: session.reason });
  const action = kind === "invitation" ? "added" : "changed";
  await note(services, personOf(account), { action, subject: "account", thing: account.id });
  return accept({ session: session.value, kind });
}

/**
 * Changes the password of somebody who is signed in, and tells them; every session of theirs ends, and a new one opens.
 * @param typed with the fields `current` and `newPassword`
 * @param device as for `Authenticator.signIn`
 * @returns the new session; or one sentence per refused field
 * @throws when the provider does not answer, or the strength cannot be told
 */
export async function changePassword(
  services: Needs,
  account: Account,
  { current = "", newPassword = "" }: TypedValues,
  device: string,
): Promise<Result<Session, FieldErrors>> {
  const { id, email } = account;
  const sentence = await refusePassword(services, newPassword, email);
  const errors = {
    ...refusalsOf(passwordChangeSchema(), { current, newPassword }),
    ...(sentence && { newPassword: sentence }),
  };
  if (Object.keys(errors).length > 0) return refuse(errors);
  const session = await tellingAccounts(services, {
    by: email,
    change: { account: "password", email },
    only: [id],
    make: () => services.auth.changePassword(id, current, newPassword, device),
    happened: (outcome) => outcome !== null,
  });
  if (!session) return refuse({ current: NOT_YOUR_PASSWORD });
  await note(services, personOf(account), { action: "changed", subject: "account", thing: id });
  return accept(session);
}
