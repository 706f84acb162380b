import { invitationSchema } from "#domain/accounts/account-forms.ts";
import { accountLinkUrl, composeLinkMail } from "#domain/accounts/account-link.ts";
import { nameRefusal } from "#domain/accounts/first-names.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { personOf } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { Outcome } from "#ports/mailer.ts";
import type { Account, AccountLink } from "#stores/account-types.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";
import { changeAndNotify } from "./notify-accounts.ts";

type Needs = JournalServices & Pick<Services, "auth" | "accountMailer" | "accountMail">;

export type Invitation = { readonly email: string; readonly firstName: string };

export async function readInvitation(
  { auth }: Pick<Services, "auth">,
  typed: TypedValues,
): Promise<Result<Invitation, FieldErrors>> {
  const parsed = invitationSchema().safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  const { firstName, email } = parsed.data;
  const others = (await auth.listAccounts()).filter((account) => account.email !== email.toLowerCase());
  const sentence = nameRefusal(firstName, email, others);
  return sentence ? refusal({ firstName: sentence }) : success(parsed.data);
}

/** @param by null for the server's command line @returns null if the address has an account */
export const inviteAccount = (services: Needs, { email, firstName }: Invitation, by: Account | null) =>
  issueLink(services, { action: "invited", email, by, make: () => services.auth.invite(email, { firstName }) });

export async function resetAccount(services: Needs, id: string, by: Account | null): Promise<AccountLink | null> {
  const account = (await services.auth.listAccounts()).find((account) => account.id === id);
  if (!account) return null;
  const action = account.link?.kind === "invitation" ? "invited" : "reset";
  return issueLink(services, { action, email: account.email, by, make: () => services.auth.reset(id) });
}

type Issue = {
  action: "invited" | "reset";
  email: string;
  by: Account | null;
  make: () => Promise<AccountLink | null>;
};

async function issueLink(services: Needs, { action, email, by, make }: Issue): Promise<AccountLink | null> {
  const link = await changeAndNotify(services, {
    by: by?.email ?? null,
    change: { account: action, email },
    make,
    happened: (outcome) => outcome !== null,
  });
  if (link)
    await addJournalEntry(services, by && personOf(by), { action, subject: "account", subjectId: link.account.id });
  return link;
}

/** `address`: URL of the link. `mail`: outcome of the mail with the link; null if the site sends no mail. */
export type IssuedLink = Omit<AccountLink, "token"> & { readonly address: string; readonly mail: Outcome | null };

/** If the mail fails, the link stays valid. `publicUrl` has no slash at its end. */
export async function mailLink(
  { accountMailer }: Pick<Services, "accountMailer">,
  { token, ...link }: AccountLink,
  publicUrl: string,
): Promise<IssuedLink> {
  const { account, kind, expiresAt } = link;
  const address = accountLinkUrl(publicUrl, token);
  const mail = { id: crypto.randomUUID(), recipient: account.email, ...composeLinkMail(kind, address, expiresAt) };
  return { ...link, address, mail: accountMailer && (await accountMailer.send(mail)) };
}
