/** The actions of the accounts page on the signed-in account's own passkeys. */
import { redirect } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { CONFIRMATION } from "#app/session/confirm-password.tsx";
import { PASSKEY_FIELD } from "#app/session/passkey-button.tsx";
import { formResponse } from "#app/ui/form/handle-form.server.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import { PASSKEY_NAME_MAX, PASSKEY_SENTENCES, passkeyName, readPasskeyResponse } from "#domain/accounts/passkey.ts";
import { requiredLine, type TypedValues } from "#domain/fields.ts";
import type { Account } from "#stores/account-types.ts";
import { addPasskey, removePasskey } from "#usecases/accounts/passkeys.ts";

const PAGE = "/comptes#cles";

export async function managePasskeys(
  { request, context }: Args,
  typed: TypedValues,
  secrets: TypedValues,
  me: Account,
) {
  const { intention = "", id = "", name = "" } = typed;
  const services = context.get(servicesContext);
  const { record } = context.get(siteContext);
  if (intention === "rename-passkey") {
    const parsed = requiredLine(PASSKEY_NAME_MAX).safeParse(name);
    if (!parsed.success) return formResponse({ errors: { name: parsed.error.issues[0]?.message ?? "" }, typed }, 400);
    const isRenamed = await services.auth.renamePasskey(me.id, id, parsed.data);
    return redirectWithToast(context, PAGE, isRenamed ? "passkey-renamed" : "passkey-kept");
  }
  const missing = await requirePassword(context, secrets[CONFIRMATION]);
  // A new key is not sent twice: after the password, its button starts the ceremony again.
  const asked = intention === "add-passkey" ? "confirm-passkey" : intention;
  if (missing) return formResponse({ errors: missing.errors, typed: { ...typed, intention: asked } }, missing.status);
  if (intention === "confirm-passkey") return redirect(PAGE);
  if (intention === "remove-passkey") {
    const isRemoved = await removePasskey(services, me, id);
    if (isRemoved) record("passkey-removed", me.id);
    return redirectWithToast(context, PAGE, isRemoved ? "passkey-removed" : "passkey-kept");
  }
  const response = readPasskeyResponse(secrets[PASSKEY_FIELD] ?? "");
  const newName = passkeyName(request.headers.get("user-agent"), me.firstName);
  const added = response && (await addPasskey(services, me, response, newName));
  if (!added?.ok)
    return formResponse({ errors: { [PASSKEY_FIELD]: PASSKEY_SENTENCES[added?.reason ?? "refused"] } }, 400);
  record("passkey-added", me.id);
  return redirectWithToast(context, PAGE, "passkey-added");
}
