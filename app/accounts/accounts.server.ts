import { redirect, redirectDocument } from "react-router";
import { accountContext, confirmPasswordContext, servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { CONFIRMATION_FIELD } from "#app/session/confirm-password.tsx";
import { expiredSessionCookie, readSession, setCookieHeaders, toastCookie } from "#app/session/cookies.ts";
import { PASSKEY_FIELD } from "#app/session/passkey-button.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { accountLinkUrl } from "#domain/accounts/account-link.ts";
import { PASSKEY_NAME_MAX, PASSKEY_SENTENCES, passkeyName, readPasskeyResponse } from "#domain/accounts/passkey.ts";
import { swissDateAndTime } from "#domain/dates.ts";
import { requiredLineSchema, type TypedValues } from "#domain/fields.ts";
import { accountDisplayName, personOfAccount } from "#domain/person.ts";
import type { Account, AccountLink } from "#stores/account-types.ts";
import { removeAccount, renameAccount, validateFirstName } from "#usecases/accounts/change-account.ts";
import {
  type Invitation,
  inviteAccount,
  resetAccount,
  validateInvitation,
} from "#usecases/accounts/issue-account-link.ts";
import { addPasskey, removePasskey } from "#usecases/accounts/passkeys.ts";
import type { OneTimeLinkView } from "./one-time-link.tsx";

export type AccountsView = Awaited<ReturnType<typeof readAccounts>>;
export type AccountView = AccountsView["accounts"][number];

export async function readAccounts({ request, context }: FormRequestArgs) {
  const { auth, clock, mailer } = context.get(servicesContext);
  const me = context.get(accountContext);
  const { publicUrl } = context.get(siteContext);
  const [accounts, sessions, passkeys, { calendarToken, wantsToDoLetter }] = await Promise.all([
    auth.listAccounts(),
    auth.listSessions((await readSession(request)) ?? ""),
    auth.listPasskeys(me?.id ?? ""),
    auth.readReminders(me?.id ?? ""),
  ]);
  const isSingle = accounts.filter(({ canSignIn }) => canSignIn).length === 1;
  const now = clock.now();
  return {
    isSingle,
    mailed: mailer.sendLetter !== undefined,
    accounts: accounts.map(({ id, email, firstName, canSignIn, lastSignIn, link }) => ({
      id,
      email,
      firstName,
      me: id === me?.id,
      last: canSignIn && isSingle,
      login: lastSignIn && swissDateAndTime(lastSignIn),
      link: link && {
        kind: link.kind,
        until: swissDateAndTime(link.expiresAt),
        expired: link.expiresAt <= now,
        refused: link.refused ?? null,
      },
    })),
    sessions: sessions.map(({ device, current, openedAt, usedAt }) => ({
      device,
      current,
      openedAt: swissDateAndTime(openedAt),
      usedAt: swissDateAndTime(usedAt),
    })),
    reminders: {
      account: me?.id ?? "",
      name: me ? accountDisplayName(me) : "",
      /** Null: the account has no link. */
      calendar: calendarToken && `${publicUrl}/a-faire/${calendarToken}.ics`,
      wantsToDoLetter,
    },
    own: {
      passkeys: passkeys.map(({ id, name, addedAt, usedAt }) => ({
        id,
        name,
        addedAt: swissDateAndTime(addedAt),
        usedAt: usedAt && swissDateAndTime(usedAt),
      })),
      passwordless: me?.hasNoPassword === true,
      /** If true, actions do not ask for the password again. */
      isConfirmed: (await context.get(confirmPasswordContext)("")).ok,
    },
  };
}

export type AccountsResult = FormResult<{
  readonly link?: OneTimeLinkView;
  readonly invite?: true;
  /** `last`: no other account can sign in, so this account must stay. `absent`: the account was already removed. */
  readonly refusal?: "last" | "absent";
}>;

const respond = (result: AccountsResult, status?: number) => formResult(result, status);

const accountAbsent = () => respond({ refusal: "absent" }, 409);

const PASSKEY_INTENTIONS = ["confirm-passkey", "add-passkey", "rename-passkey", "remove-passkey"];
const REMINDER_INTENTIONS = ["make-calendar", "renew-calendar", "letter-on", "letter-off"];
const FORM = {
  where: "accounts",
  fields: ["intention", "id", "email", "firstName", "name", PASSKEY_FIELD, CONFIRMATION_FIELD],
  secrets: [CONFIRMATION_FIELD, PASSKEY_FIELD],
  choice: {
    field: "intention",
    among: ["invite", "rename", "reset", "remove", "sign-out-others", ...REMINDER_INTENTIONS, ...PASSKEY_INTENTIONS],
  },
};

export const accountsAction = (args: FormRequestArgs) =>
  handleForm(args, FORM, async ({ typed, secrets }) => {
    const { context } = args;
    const { intention = "", id = "" } = typed;
    const me = context.get(accountContext);
    if (!me) return respond({ sessionEnded: true }, 401);
    if (intention === "sign-out-others") return endOtherSessions(args, me);
    if (REMINDER_INTENTIONS.includes(intention)) return changeReminders(context, intention, me);
    if (PASSKEY_INTENTIONS.includes(intention)) return managePasskeys(args, typed, secrets, me);
    // Resetting the user's own account would end this session. The user changes the password instead.
    if (intention === "reset" && id === me.id) return redirect("/mot-de-passe");
    return changeWithPassword(context, typed, secrets[CONFIRMATION_FIELD], me);
  });

/** The fields are checked before the password: a person who corrects a field need not type it twice. */
async function changeWithPassword(
  context: FormRequestArgs["context"],
  typed: TypedValues,
  password: string | undefined,
  me: Account,
) {
  const services = context.get(servicesContext);
  const { intention, id = "" } = typed;
  const invitation = intention === "invite" ? await validateInvitation(services, typed) : null;
  if (invitation?.ok === false) return respond({ errors: invitation.reason, typed }, 400);
  const name = intention === "rename" ? await validateFirstName(services, id, typed) : null;
  if (name?.ok === false)
    return name.reason === "absent" ? accountAbsent() : respond({ errors: name.reason, typed }, 400);
  const missing = await requirePassword(context, password);
  if (missing) return respond({ errors: missing.errors, typed }, missing.status);
  if (invitation) return invite(context, invitation.value, typed, me);
  if (name) return rename(context, id, name.value, me);
  return intention === "remove" ? remove(context, id, me) : reset(context, id, me);
}

const ALREADY_AN_ACCOUNT = "Cette adresse a déjà un compte. Si le mot de passe est perdu, réinitialisez-le.";

async function invite(context: FormRequestArgs["context"], invitation: Invitation, typed: TypedValues, me: Account) {
  const { publicUrl } = context.get(siteContext);
  const link = await inviteAccount(context.get(servicesContext), invitation, { by: me, publicUrl });
  if (!link) return respond({ errors: { email: ALREADY_AN_ACCOUNT }, typed }, 400);
  context.get(siteContext).logSecurity("account-invited", me.id, { target: link.account.id });
  return respond({ link: viewOf(context, link), invite: true });
}

async function rename(context: FormRequestArgs["context"], id: string, firstName: string, me: Account) {
  const done = await renameAccount(context.get(servicesContext), id, firstName, me);
  return done ? redirectWithToast(context, "/comptes", "account-renamed") : accountAbsent();
}

async function reset(context: FormRequestArgs["context"], id: string, me: Account) {
  const { publicUrl } = context.get(siteContext);
  const link = await resetAccount(context.get(servicesContext), id, { by: me, publicUrl });
  if (!link) return accountAbsent();
  context.get(siteContext).logSecurity("account-reset", me.id, { target: id, what: link.kind });
  return respond({ link: viewOf(context, link) });
}

/** An account that no longer exists counts as removed. */
async function remove(context: FormRequestArgs["context"], id: string, me: Account) {
  const { publicUrl, logSecurity } = context.get(siteContext);
  const removal = await removeAccount(context.get(servicesContext), id, me);
  if (removal === "last") return respond({ refusal: "last" }, 409);
  if (removal !== "absent") logSecurity("account-removed", me.id, { target: id });
  if (id !== me.id)
    return redirectWithToast(context, "/comptes", removal === "withdrawn" ? "invitation-cancelled" : "account-removed");
  const headers = await setCookieHeaders(expiredSessionCookie(publicUrl), toastCookie(publicUrl, "account-removed"));
  return redirectDocument("/", { headers });
}

/** No password is required: ending sessions gives access to nothing. */
async function endOtherSessions({ request, context }: FormRequestArgs, me: Account) {
  await context.get(servicesContext).auth.endOtherSessions((await readSession(request)) ?? "");
  context.get(siteContext).logSecurity("sessions-ended", me.id);
  return redirectWithToast(context, "/comptes", "sessions-ended");
}

const REMINDERS = "/comptes#rappels";

/** No password is required: only this account's own reminders change, and its link shows no data of visitors or members. */
async function changeReminders(context: FormRequestArgs["context"], intention: string, me: Account) {
  const { auth } = context.get(servicesContext);
  if (intention === "letter-on" || intention === "letter-off") {
    await auth.setToDoLetter(me.id, intention === "letter-on");
    return redirectWithToast(context, REMINDERS, `to-do-${intention}`);
  }
  const isRenewed = intention === "renew-calendar";
  const isNew = await (isRenewed ? auth.renewCalendarLink : auth.makeCalendarLink)(me.id, personOfAccount(me));
  if (isNew) context.get(siteContext).logSecurity("calendar-link-made", me.id);
  return redirectWithToast(context, REMINDERS, isRenewed ? "calendar-link-renewed" : "calendar-link-made");
}

function viewOf(context: FormRequestArgs["context"], { account, token, expiresAt }: AccountLink): OneTimeLinkView {
  return {
    accountId: account.id,
    email: account.email,
    address: accountLinkUrl(context.get(siteContext).publicUrl, token),
    until: swissDateAndTime(expiresAt),
    isMailed: context.get(servicesContext).mailer.sendLetter !== undefined,
  };
}

const KEYS = "/comptes#cles";

async function managePasskeys(
  { request, context }: FormRequestArgs,
  typed: TypedValues,
  secrets: TypedValues,
  me: Account,
) {
  const { intention = "", id = "", name = "" } = typed;
  const services = context.get(servicesContext);
  const { logSecurity } = context.get(siteContext);
  if (intention === "rename-passkey") {
    const parsed = requiredLineSchema(PASSKEY_NAME_MAX).safeParse(name);
    if (!parsed.success) return formResult({ errors: { name: parsed.error.issues[0]?.message ?? "" }, typed }, 400);
    const isRenamed = await services.auth.renamePasskey(me.id, id, parsed.data);
    return redirectWithToast(context, KEYS, isRenamed ? "passkey-renamed" : "passkey-kept");
  }
  const missing = await requirePassword(context, secrets[CONFIRMATION_FIELD]);
  // A new passkey needs a new response of the browser, so the next form only confirms the password.
  const asked = intention === "add-passkey" ? "confirm-passkey" : intention;
  if (missing) return formResult({ errors: missing.errors, typed: { ...typed, intention: asked } }, missing.status);
  if (intention === "confirm-passkey") return redirect(KEYS);
  if (intention === "remove-passkey") {
    const isRemoved = await removePasskey(services, me, id);
    if (isRemoved) logSecurity("passkey-removed", me.id);
    return redirectWithToast(context, KEYS, isRemoved ? "passkey-removed" : "passkey-kept");
  }
  const response = readPasskeyResponse(secrets[PASSKEY_FIELD] ?? "");
  const newName = passkeyName(request.headers.get("user-agent"), me.firstName);
  const added = response && (await addPasskey(services, me, response, newName));
  if (!added?.ok)
    return formResult({ errors: { [PASSKEY_FIELD]: PASSKEY_SENTENCES[added?.reason ?? "refused"] } }, 400);
  logSecurity("passkey-added", me.id);
  return redirectWithToast(context, KEYS, "passkey-added");
}
