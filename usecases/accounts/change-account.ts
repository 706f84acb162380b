import { firstNameSchema } from "#domain/accounts/account-forms.ts";
import { firstNameRefusal } from "#domain/accounts/first-names.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { personOfAccount } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { Account } from "#stores/account-types.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";
import { accountNoticeLetters } from "./account-letters.ts";

export async function removeAccount(
  services: JournalServices & Pick<Services, "auth" | "mailer">,
  id: string,
  by: Account | null,
): Promise<"removed" | "withdrawn" | "absent" | "last"> {
  const account = (await services.auth.listAccounts()).find((account) => account.id === id);
  if (!account) return "absent";
  const change = account.link?.kind === "invitation" ? "withdrawn" : "removed";
  const notice = { by: by?.email ?? null, change: { account: change, email: account.email } } as const;
  const outcome = await services.auth.removeAccount(id, await accountNoticeLetters(services, notice));
  if (outcome !== "removed") return outcome;
  await addJournalEntry(services, by && personOfAccount(by), { action: "removed", subject: "account", subjectId: id });
  return change;
}

export async function validateFirstName(
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
  const sentence = firstNameRefusal(firstName, account.email, others);
  return sentence ? refusal({ firstName: sentence }) : success(firstName);
}

export async function renameAccount(
  services: JournalServices & Pick<Services, "auth">,
  id: string,
  firstName: string,
  by: Account,
): Promise<boolean> {
  if (!(await services.auth.rename(id, firstName))) return false;
  const actor = personOfAccount(by.id === id ? { ...by, firstName } : by);
  await addJournalEntry(services, actor, {
    action: "changed",
    subject: "account",
    subjectId: id,
    fields: ["firstName"],
  });
  return true;
}
