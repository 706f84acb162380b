/** One-time links to a password: for somebody new, for somebody who lost theirs. Shown once, mailed where mail leaves. */

import { accountLinkUrl, composeLinkMail } from "#domain/accounts/account-link.ts";
import { nameRefusal } from "#domain/accounts/first-names.ts";
import { invitationSchema } from "#domain/accounts/invitation.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { personOf } from "#domain/person.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Outcome } from "#ports/mailer.ts";
import type { Account, AccountLink } from "#stores/account-types.ts";
import { type Noting, note } from "#usecases/journal/note.ts";
import type { Services } from "#usecases/services.ts";
import { tellingAccounts } from "./tell-accounts.ts";

/** The link to hand over, and what became of its mail; null: no mail leaves this site. */
export type IssuedLink = Omit<AccountLink, "token"> & { readonly address: string; readonly mail: Outcome | null };

type Needs = Noting & Pick<Services, "auth" | "accountMailer" | "accountMail">;

const ALREADY_AN_ACCOUNT = "Cette adresse a déjà un compte. Si le mot de passe est perdu, réinitialisez-le.";

/** Whom somebody invites. */
export type Invitation = { readonly email: string; readonly firstName: string };

/**
 * @returns who is to be invited, from a form with the fields `email` and `firstName`
 * @throws when the provider does not answer
 */
export async function readInvitation(
  { auth }: Pick<Services, "auth">,
  typed: TypedValues,
): Promise<Result<Invitation, FieldErrors>> {
  const parsed = invitationSchema().safeParse(typed);
  if (!parsed.success) return refuse(errorsByField(parsed.error));
  const { firstName, email } = parsed.data;
  const others = (await auth.listAccounts()).filter((one) => one.email !== email.toLowerCase());
  const sentence = nameRefusal(firstName, email, others);
  return sentence ? refuse({ firstName: sentence }) : accept(parsed.data);
}

/**
 * Invites somebody, and tells all accounts. Inviting again gives a new link; the one before stops working.
 * @param invitation as `readInvitation` gives it
 * @param by the account that invites
 * @param publicUrl origin that visitors see
 * @returns the link, or why there is none; a mail that failed does not undo the invitation
 * @throws when the provider does not answer
 */
export async function inviteAccount(
  services: Needs,
  { email, firstName }: Invitation,
  by: Account,
  publicUrl: string,
): Promise<Result<IssuedLink, FieldErrors>> {
  const link = await tellingAccounts(services, {
    by: by.email,
    change: { account: "invited", email },
    make: () => services.auth.invite(email, { firstName }),
    happened: (outcome) => outcome !== null,
  });
  if (!link) return refuse({ email: ALREADY_AN_ACCOUNT });
  await note(services, personOf(by), { action: "invited", subject: "account", subjectId: link.account.id });
  return accept(await handOver(services.accountMailer, link, publicUrl));
}

/**
 * Resets an account and tells all: its sessions end at once and its password works no more, unless it is the last one.
 * @param by the account that resets it
 * @param publicUrl origin that visitors see
 * @returns the link, or null when there is no such account
 * @throws when the provider does not answer
 */
export async function resetAccount(
  services: Needs,
  id: string,
  by: Account,
  publicUrl: string,
): Promise<IssuedLink | null> {
  const account = (await services.auth.listAccounts()).find((one) => one.id === id);
  if (!account) return null;
  const happened = account.link?.kind === "invitation" ? "invited" : "reset";
  const link = await tellingAccounts(services, {
    by: by.email,
    change: { account: happened, email: account.email },
    make: () => services.auth.reset(id),
    happened: (outcome) => outcome !== null,
  });
  if (!link) return null;
  await note(services, personOf(by), { action: happened, subject: "account", subjectId: id });
  return handOver(services.accountMailer, link, publicUrl);
}

async function handOver(
  accountMailer: Services["accountMailer"],
  { token, account, kind, expiresAt }: AccountLink,
  publicUrl: string,
): Promise<IssuedLink> {
  const address = accountLinkUrl(publicUrl, token);
  const { subject, text, html } = composeLinkMail(kind, address, expiresAt);
  const mail =
    accountMailer &&
    (await accountMailer.send({ id: crypto.randomUUID(), recipient: account.email, subject, text, html }));
  return { account, kind, expiresAt, address, mail };
}
