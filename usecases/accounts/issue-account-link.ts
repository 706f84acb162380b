/** Issues one-time links to set a password. A link is displayed once, and also mailed if the site sends mail. */
import { accountLinkUrl, composeLinkMail } from "#domain/accounts/account-link.ts";
import { nameRefusal } from "#domain/accounts/first-names.ts";
import { invitationSchema } from "#domain/accounts/invitation.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { personOf } from "#domain/person.ts";
import { accept, type Result, refusal } from "#domain/result.ts";
import type { Outcome } from "#ports/mailer.ts";
import type { Account, AccountLink } from "#stores/account-types.ts";
import { type JournalServices, recordAction } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";
import { changeAndNotify } from "./notify-accounts.ts";

/** `mail`: outcome of sending the link; null if the site sends no mail. */
export type IssuedLink = Omit<AccountLink, "token"> & { readonly address: string; readonly mail: Outcome | null };

type Needs = JournalServices & Pick<Services, "auth" | "accountMailer" | "accountMail">;

const ALREADY_AN_ACCOUNT = "Cette adresse a déjà un compte. Si le mot de passe est perdu, réinitialisez-le.";

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
  return sentence ? refusal({ firstName: sentence }) : accept(parsed.data);
}

/** Invites a person and notifies all accounts. A new link replaces the former. If mail fails, the link stays valid. */
export async function inviteAccount(
  services: Needs,
  { email, firstName }: Invitation,
  by: Account,
  publicUrl: string,
): Promise<Result<IssuedLink, FieldErrors>> {
  const link = await changeAndNotify(services, {
    by: by.email,
    change: { account: "invited", email },
    make: () => services.auth.invite(email, { firstName }),
    happened: (outcome) => outcome !== null,
  });
  if (!link) return refusal({ email: ALREADY_AN_ACCOUNT });
  await recordAction(services, personOf(by), { action: "invited", subject: "account", subjectId: link.account.id });
  return accept(await handOver(services.accountMailer, link, publicUrl));
}

/** Resets an account (`Authenticator.reset`) and notifies all accounts. */
export async function resetAccount(
  services: Needs,
  id: string,
  by: Account,
  publicUrl: string,
): Promise<IssuedLink | null> {
  const account = (await services.auth.listAccounts()).find((account) => account.id === id);
  if (!account) return null;
  const happened = account.link?.kind === "invitation" ? "invited" : "reset";
  const link = await changeAndNotify(services, {
    by: by.email,
    change: { account: happened, email: account.email },
    make: () => services.auth.reset(id),
    happened: (outcome) => outcome !== null,
  });
  if (!link) return null;
  await recordAction(services, personOf(by), { action: happened, subject: "account", subjectId: id });
  return handOver(services.accountMailer, link, publicUrl);
}

async function handOver(
  accountMailer: Services["accountMailer"],
  { token, account, kind, expiresAt }: AccountLink,
  publicUrl: string,
): Promise<IssuedLink> {
  const address = accountLinkUrl(publicUrl, token);
  const mail = { id: crypto.randomUUID(), recipient: account.email, ...composeLinkMail(kind, address, expiresAt) };
  return { account, kind, expiresAt, address, mail: accountMailer && (await accountMailer.send(mail)) };
}
