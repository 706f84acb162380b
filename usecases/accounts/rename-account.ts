import { nameRefusal } from "#domain/accounts/first-names.ts";
import { firstNameSchema } from "#domain/accounts/invitation.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { personOf } from "#domain/person.ts";
import { accept, type Result, refusal } from "#domain/result.ts";
import type { Account } from "#stores/account-types.ts";
import { type JournalServices, recordAction } from "#usecases/journal/record-action.ts";
import type { Services } from "#usecases/services.ts";

export async function readFirstName(
  { auth }: Pick<Services, "auth">,
  id: string,
  typed: TypedValues,
): Promise<Result<string, FieldErrors | "absent">> {
  const parsed = firstNameSchema().safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  const { firstName } = parsed.data;
  const accounts = await auth.listAccounts();
  const account = accounts.find((account) => account.id === id);
  if (!account) return refusal("absent");
  const others = accounts.filter((other) => other !== account);
  const sentence = nameRefusal(firstName, account.email, others);
  return sentence ? refusal({ firstName: sentence }) : accept(firstName);
}

/** Applies to future journal entries. Returns false when the account is gone. */
export async function renameAccount(
  services: JournalServices & Pick<Services, "auth">,
  id: string,
  firstName: string,
  by: Account,
): Promise<boolean> {
  if (!(await services.auth.rename(id, firstName))) return false;
  const actor = personOf(by.id === id ? { ...by, firstName } : by);
  await recordAction(services, actor, { action: "changed", subject: "account", subjectId: id });
  return true;
}
