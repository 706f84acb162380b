import { firstAccountSchema } from "#domain/accounts/sign-in-fields.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { personOf } from "#domain/person.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { LinkRefusal, Session } from "#stores/account-types.ts";
import { type Noting, note } from "#usecases/journal/note.ts";
import type { Services } from "#usecases/services.ts";
import { refusePassword } from "./choose-password.ts";

const TAKEN = "Cette adresse a un compte qui est fermé. Prenez-en une autre.";

/**
 * Uses up the link that a start has printed, for the address and the password that its holder chooses.
 * @param typed with the fields `email` and `newPassword`
 * @param device as for `Authenticator.signIn`
 * @returns a session; or one sentence per refused field, the link then still works; or why the link does not work
 * @throws when the provider does not answer, or the strength cannot be told
 */
export async function makeFirstAccount(
  services: Noting & Pick<Services, "auth" | "isGuessable">,
  token: string,
  typed: TypedValues,
  device: string,
): Promise<Result<Session, { link: LinkRefusal } | { errors: FieldErrors }>> {
  const { auth } = services;
  const link = await auth.readFirstLink(token);
  if (!link.ok) return refuse({ link: link.reason });
  const parsed = firstAccountSchema().safeParse(typed);
  const { email = "", newPassword = "" } = typed;
  const sentence = await refusePassword(services, newPassword, email);
  const errors = { ...(parsed.error && errorsByField(parsed.error)), ...(sentence && { newPassword: sentence }) };
  if (!parsed.success || sentence) return refuse({ errors });
  const session = await auth.acceptFirstLink(token, parsed.data.email, newPassword, device);
  if (!session.ok) return refuse(session.reason === "taken" ? { errors: { email: TAKEN } } : { link: session.reason });
  const { account } = session.value;
  await note(services, personOf(account), { action: "added", subject: "account", thing: account.id });
  return accept(session.value);
}
