import { firstNameSchema } from "#domain/accounts/invitation.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { type Person, personOf } from "#domain/person.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Account } from "#ports/authenticator.ts";
import type { Services } from "#ports/services.ts";
import { type Noting, note } from "#usecases/journal/note.ts";

/**
 * Changes what an account's owner is called, in what is done from now on.
 * @param typed with the field `firstName`
 * @param by the account that changes it
 * @returns who it is now; one sentence beside the field, or that there is no such account
 * @throws when the provider does not answer
 */
export async function renameAccount(
  services: Noting & Pick<Services, "auth">,
  id: string,
  typed: TypedValues,
  by: Account,
): Promise<Result<Pick<Person, "name">, FieldErrors | "absent">> {
  const parsed = firstNameSchema().safeParse(typed);
  if (!parsed.success) return refuse(errorsByField(parsed.error));
  const { firstName } = parsed.data;
  if (!(await services.auth.rename(id, firstName))) return refuse("absent");
  await note(services, personOf(by.id === id ? { ...by, firstName } : by), {
    ...{ action: "changed", subject: "account", thing: id },
  });
  return accept({ name: firstName });
}
