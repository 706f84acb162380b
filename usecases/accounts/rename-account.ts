import { nameRefusal } from "#domain/accounts/first-names.ts";
import { firstNameSchema } from "#domain/accounts/invitation.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { personOf } from "#domain/person.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Account } from "#stores/account-types.ts";
import { type Noting, note } from "#usecases/journal/note.ts";
import type { Services } from "#usecases/services.ts";

/**
 * @param id of the account that is to be renamed
 * @param typed with the field `firstName`
 * @returns the name; one sentence beside the field, or that there is no such account
 * @throws when the provider does not answer
 */
export async function readFirstName(
  { auth }: Pick<Services, "auth">,
  id: string,
  typed: TypedValues,
): Promise<Result<string, FieldErrors | "absent">> {
  const parsed = firstNameSchema().safeParse(typed);
  if (!parsed.success) return refuse(errorsByField(parsed.error));
  const { firstName } = parsed.data;
  const accounts = await auth.listAccounts();
  const account = accounts.find((one) => one.id === id);
  if (!account) return refuse("absent");
  const others = accounts.filter((one) => one !== account);
  const sentence = nameRefusal(firstName, account.email, others);
  return sentence ? refuse({ firstName: sentence }) : accept(firstName);
}

/**
 * Changes what an account's owner is called, in what is done from now on.
 * @param firstName as `readFirstName` gives it
 * @param by the account that changes it
 * @returns false when there is no such account
 * @throws when the provider does not answer
 */
export async function renameAccount(
  services: Noting & Pick<Services, "auth">,
  id: string,
  firstName: string,
  by: Account,
): Promise<boolean> {
  if (!(await services.auth.rename(id, firstName))) return false;
  await note(services, personOf(by.id === id ? { ...by, firstName } : by), {
    ...{ action: "changed", subject: "account", subjectId: id },
  });
  return true;
}
