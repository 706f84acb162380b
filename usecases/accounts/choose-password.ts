import { passwordChangeSchema } from "#domain/accounts/account-forms.ts";
import type { LinkKind } from "#domain/accounts/account-link.ts";
import { deviceLabel } from "#domain/accounts/device.ts";
import { PASSKEY_SENTENCES, passkeyName, readPasskeyResponse } from "#domain/accounts/passkey.ts";
import { PASSWORD_SENTENCES, passwordRefusal } from "#domain/accounts/password.ts";
import { FIELD_SENTENCES, type FieldErrors, fieldErrorsOf, readEmail, type TypedValues } from "#domain/fields.ts";
import { personOfAccount } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { Account, LinkRefusal, Session } from "#stores/account-types.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";
import { accountNoticeLetters } from "./account-letters.ts";

type Needs = JournalServices & Pick<Services, "auth" | "isGuessable" | "mailer">;

export const WRONG_CURRENT_PASSWORD = "Ce n’est pas votre mot de passe actuel.";
const TAKEN = "Cette adresse a un compte qui est fermé. Prenez-en une autre.";

/** @returns the refusal as a French sentence; null if the password is accepted */
export async function checkNewPassword(
  { isGuessable }: Pick<Services, "isGuessable">,
  password: string,
  email: string,
): Promise<string | null> {
  return passwordRefusal(password) ?? ((await isGuessable(password, email)) ? PASSWORD_SENTENCES.common : null);
}

export async function acceptAccountLink(
  services: Needs,
  token: string,
  { newPassword = "", passkey = "" }: TypedValues,
  userAgent: string | null,
): Promise<Result<{ session: Session; kind: LinkKind }, { link: LinkRefusal } | { errors: FieldErrors }>> {
  const link = await services.auth.readLink(token);
  if (!link.ok) return refusal({ link: link.reason });
  const { kind, account } = link.value;
  const response = readPasskeyResponse(passkey);
  const sentence = response ? null : await checkNewPassword(services, newPassword, account.email);
  if (sentence) return refusal({ errors: { newPassword: sentence } });
  const device = deviceLabel(userAgent);
  const name = passkeyName(userAgent, account.firstName);
  const change = { account: kind === "invitation" ? "joined" : "recovered", email: account.email } as const;
  const letters = await accountNoticeLetters(services, { by: account.email, change });
  const session = await (response
    ? services.auth.acceptLinkWithPasskey(token, response, { name, device }, letters)
    : services.auth.acceptLink(token, newPassword, device, letters));
  if (!session.ok) {
    const { reason } = session;
    if (typeof reason !== "object") return refusal({ link: reason });
    return refusal({ errors: { passkey: PASSKEY_SENTENCES[reason.passkey] } });
  }
  const action = kind === "invitation" ? "added" : "changed";
  await addJournalEntry(services, personOfAccount(account), { action, subject: "account", subjectId: account.id });
  if (response) await addJournalEntry(services, personOfAccount(account), { action: "added", subject: "passkey" });
  return success({ session: session.value, kind });
}

export async function createFirstAccountByLink(
  services: JournalServices & Pick<Services, "auth" | "isGuessable">,
  token: string,
  typed: TypedValues,
  userAgent: string | null,
): Promise<Result<Session, { link: LinkRefusal } | { errors: FieldErrors }>> {
  const { auth } = services;
  const link = await auth.readFirstLink(token);
  if (!link.ok) return refusal({ link: link.reason });
  const { email = "", newPassword = "", passkey = "" } = typed;
  const response = readPasskeyResponse(passkey);
  const sentence = response ? null : await checkNewPassword(services, newPassword, email);
  const address = readEmail(email);
  const refused = email.trim() === "" ? FIELD_SENTENCES.required : address.ok ? null : address.reason;
  const errors = { ...(refused && { email: refused }), ...(sentence && { newPassword: sentence }) };
  if (!address.ok || Object.keys(errors).length > 0) return refusal({ errors });
  const device = deviceLabel(userAgent);
  const session = await (response
    ? auth.acceptFirstLinkWithPasskey(token, address.value, response, { name: passkeyName(userAgent, ""), device })
    : auth.acceptFirstLink(token, address.value, newPassword, device));
  if (!session.ok) {
    const { reason } = session;
    if (typeof reason === "object") return refusal({ errors: { passkey: PASSKEY_SENTENCES[reason.passkey] } });
    return refusal(reason === "taken" ? { errors: { email: TAKEN } } : { link: reason });
  }
  const { account } = session.value;
  await addJournalEntry(services, personOfAccount(account), {
    action: "added",
    subject: "account",
    subjectId: account.id,
  });
  if (response) await addJournalEntry(services, personOfAccount(account), { action: "added", subject: "passkey" });
  return success(session.value);
}

export async function changePassword(
  services: Needs,
  account: Account,
  { current = "", newPassword = "" }: TypedValues,
  device: string,
): Promise<Result<Session, FieldErrors>> {
  const { id, email } = account;
  const sentence = await checkNewPassword(services, newPassword, email);
  const errors = {
    ...(!account.hasNoPassword && fieldErrorsOf(passwordChangeSchema(), { current, newPassword })),
    ...(sentence && { newPassword: sentence }),
  };
  if (Object.keys(errors).length > 0) return refusal(errors);
  const letters = await accountNoticeLetters(services, { by: email, change: { account: "password", email } }, [id]);
  const known = account.hasNoPassword ? null : current;
  const session = await services.auth.changePassword(id, known, newPassword, device, letters);
  if (!session) return refusal({ current: WRONG_CURRENT_PASSWORD });
  const fields = ["password"];
  await addJournalEntry(services, personOfAccount(account), {
    action: "changed",
    subject: "account",
    subjectId: id,
    fields,
  });
  return success(session);
}
