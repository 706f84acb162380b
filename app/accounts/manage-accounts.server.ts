/** Action of the accounts page: invite, rename, reset, remove, end the other sessions, own passkeys. */
import { redirect, redirectDocument } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { CONFIRMATION } from "#app/session/confirm-password.tsx";
import { closeSession, readSession, saveToast } from "#app/session/cookies.ts";
import { PASSKEY_FIELD } from "#app/session/passkey-button.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { dateAndTime } from "#domain/dates.ts";
import type { TypedValues } from "#domain/fields.ts";
import type { Account } from "#stores/account-types.ts";
import { readFirstName, removeAccount, renameAccount } from "#usecases/accounts/change-account.ts";
import {
  type Invitation,
  type IssuedLink,
  inviteAccount,
  readInvitation,
  resetAccount,
} from "#usecases/accounts/issue-account-link.ts";
import { managePasskeys } from "./manage-passkeys.server.ts";
import type { LinkView } from "./one-time-link.tsx";

export type AccountsAnswer = FormAnswer<{
  /** The one-time link that the action has created. */
  readonly link?: LinkView;
  /** True if the link invites a new account. */
  readonly invite?: true;
  /** Why nothing changed: the account is the last one that can sign in, or no longer exists. */
  readonly refusal?: "last" | "absent";
}>;

const reply = (answer: AccountsAnswer, status?: number) => formResponse(answer, status);

const accountAbsent = () => reply({ refusal: "absent" }, 409);

const PASSKEY_INTENTIONS = ["confirm-passkey", "add-passkey", "rename-passkey", "remove-passkey"];
const FORM = {
  where: "accounts",
  fields: ["intention", "id", "email", "firstName", "name", PASSKEY_FIELD, CONFIRMATION],
  secrets: [CONFIRMATION, PASSKEY_FIELD],
  choice: {
    field: "intention",
    among: ["invite", "rename", "reset", "remove", "sign-out-others", ...PASSKEY_INTENTIONS],
  },
};

export const manageAccounts = (args: Args) =>
  handleForm(args, FORM, async ({ typed, secrets }) => {
    const { context } = args;
    const { intention = "", id = "" } = typed;
    const me = context.get(accountContext);
    if (!me) return reply({ sessionEnded: true }, 401);
    if (intention === "sign-out-others") return endOtherSessions(args, me);
    if (PASSKEY_INTENTIONS.includes(intention)) return managePasskeys(args, typed, secrets, me);
    // Resetting the user's own account would end the session; changing the password does not.
    if (intention === "reset" && id === me.id) return redirect("/mot-de-passe");
    const services = context.get(servicesContext);
    const invitation = intention === "invite" ? await readInvitation(services, typed) : null;
    if (invitation && !invitation.ok) return reply({ errors: invitation.reason, typed }, 400);
    const name = intention === "rename" ? await readFirstName(services, id, typed) : null;
    if (name?.ok === false)
      return name.reason === "absent" ? accountAbsent() : reply({ errors: name.reason, typed }, 400);
    const missing = await requirePassword(context, secrets[CONFIRMATION]);
    if (missing) return reply({ errors: missing.errors, typed }, missing.status);
    if (invitation) return invite(context, invitation.value, typed, me);
    if (name) return rename(context, id, name.value, me);
    return intention === "remove" ? remove(context, id, me) : reset(context, id, me);
  });

async function invite(context: Args["context"], invitation: Invitation, typed: TypedValues, me: Account) {
  const { publicUrl, record } = context.get(siteContext);
  const outcome = await inviteAccount(context.get(servicesContext), invitation, me, publicUrl);
  if (!outcome.ok) return reply({ errors: outcome.reason, typed }, 400);
  record("account-invited", me.id, { target: outcome.value.account.id });
  return reply({ link: viewLink(outcome.value), invite: true });
}

async function rename(context: Args["context"], id: string, firstName: string, me: Account) {
  const done = await renameAccount(context.get(servicesContext), id, firstName, me);
  return done ? redirectWithToast(context, "/comptes", "account-renamed") : accountAbsent();
}

async function reset(context: Args["context"], id: string, me: Account) {
  const { publicUrl, record } = context.get(siteContext);
  const link = await resetAccount(context.get(servicesContext), id, me, publicUrl);
  if (!link) return accountAbsent();
  record("account-reset", me.id, { target: id, what: link.kind });
  return reply({ link: viewLink(link) });
}

/** Idempotent: an account that is already absent counts as removed. */
async function remove(context: Args["context"], id: string, me: Account) {
  const { publicUrl, record } = context.get(siteContext);
  const removal = await removeAccount(context.get(servicesContext), id, me);
  if (removal === "last") return reply({ refusal: "last" }, 409);
  if (removal !== "absent") record("account-removed", me.id, { target: id });
  if (id !== me.id)
    return redirectWithToast(context, "/comptes", removal === "withdrawn" ? "invitation-cancelled" : "account-removed");
  const headers = new Headers();
  headers.append("set-cookie", await closeSession(publicUrl));
  headers.append("set-cookie", await saveToast(publicUrl, "account-removed"));
  return redirectDocument("/", { headers });
}

/** Requires no password: ending sessions cannot give access to anything. */
async function endOtherSessions({ request, context }: Args, me: Account) {
  await context.get(servicesContext).auth.endOtherSessions((await readSession(request)) ?? "");
  context.get(siteContext).record("sessions-ended", me.id);
  return redirectWithToast(context, "/comptes", "sessions-ended");
}

const viewLink = ({ account, address, expiresAt, mail }: IssuedLink): LinkView => ({
  accountId: account.id,
  email: account.email,
  address,
  until: dateAndTime(expiresAt),
  mail: mail && (mail.outcome === "sent" ? { sent: true } : { sent: false, reason: mail.reason }),
});
