import { invitationSchema } from "#domain/accounts/account-forms.ts";
import { accountLinkUrl, composeLinkMail } from "#domain/accounts/account-link.ts";
import { firstNameRefusal } from "#domain/accounts/first-names.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { personOfAccount } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { Account, AccountLink } from "#stores/account-types.ts";
import type { NewLetter } from "#stores/mail-document.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";
import { accountNoticeLetters } from "./account-letters.ts";

type Needs = JournalServices & Pick<Services, "auth" | "mailer">;

export type Invitation = { readonly email: string; readonly firstName: string };

export async function validateInvitation(
  { auth }: Pick<Services, "auth">,
  typed: TypedValues,
): Promise<Result<Invitation, FieldErrors>> {
  const parsed = invitationSchema().safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  const { firstName, email } = parsed.data;
  const others = (await auth.listAccounts()).filter((account) => account.email !== email.toLowerCase());
  const sentence = firstNameRefusal(firstName, email, others);
  return sentence ? refusal({ firstName: sentence }) : success(parsed.data);
}

/**
 * The site mails the link, unless the server's command line prints it.
 * @param by null for the server's command line
 * @param publicUrl without a slash at its end; null: do not mail the link
 */
type Issue = { readonly by: Account | null; readonly publicUrl: string | null };

/** @returns null if the address has an account */
export const inviteAccount = (services: Needs, { email, firstName }: Invitation, issue: Issue) =>
  issueLink(services, { action: "invited", email, ...issue }, (letters) =>
    services.auth.invite(email, { firstName, letters }),
  );

export async function resetAccount(services: Needs, id: string, issue: Issue): Promise<AccountLink | null> {
  const account = (await services.auth.listAccounts()).find((account) => account.id === id);
  if (!account) return null;
  const action = account.link?.kind === "invitation" ? "invited" : "reset";
  return issueLink(services, { action, email: account.email, ...issue }, (letters) => services.auth.reset(id, letters));
}

type Action = Issue & { readonly action: "invited" | "reset"; readonly email: string };

async function issueLink(
  services: Needs,
  { action, email, by, publicUrl }: Action,
  make: (letters: (link: AccountLink) => readonly NewLetter[]) => Promise<AccountLink | null>,
): Promise<AccountLink | null> {
  const notices = await accountNoticeLetters(services, { by: by?.email ?? null, change: { account: action, email } });
  const isMailed = services.mailer.sendLetter && publicUrl !== null;
  const link = await make((link) => [...(isMailed ? [linkLetter(link, publicUrl)] : []), ...notices]);
  if (link)
    await addJournalEntry(services, by && personOfAccount(by), {
      action,
      subject: "account",
      subjectId: link.account.id,
    });
  return link;
}

function linkLetter({ account, kind, token, expiresAt }: AccountLink, publicUrl: string): NewLetter {
  const letter = composeLinkMail(kind, accountLinkUrl(publicUrl, token), expiresAt);
  return { kind: "link", cause: account.id, recipient: account.email, ...letter };
}
