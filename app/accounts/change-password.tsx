import { redirect, useNavigation } from "react-router";
import { accountContext, rateLimiterContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { CONFIRMATION_FIELD, ConfirmPassword, isPasswordAsked } from "#app/session/confirm-password.tsx";
import { readSession, sessionCookie, setCookieHeaders, toastCookie } from "#app/session/cookies.ts";
import { WrappingText } from "#app/ui/breakable.tsx";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { PasswordField, TooManyAttemptsNotice } from "#app/ui/form/password-field.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { passwordChangeSchema } from "#domain/accounts/account-forms.ts";
import { waitingTimeInFrench } from "#domain/accounts/attempt.ts";
import { deviceLabel } from "#domain/accounts/device.ts";
import { newPasswordSchema, PASSWORD_HINT } from "#domain/accounts/password.ts";
import { fieldNames } from "#domain/fields.ts";
import { changePassword, WRONG_CURRENT_PASSWORD } from "#usecases/accounts/choose-password.ts";
import type { Route } from "./+types/change-password.ts";

export const handle: Handle = { help: "inviter-ou-retirer-quelquun" };

export const meta = privateMeta("Mot de passe", "Changer le mot de passe de votre compte du comité.");

export async function loader({ context }: Route.LoaderArgs) {
  const { email = "", hasNoPassword = false } = context.get(accountContext) ?? {};
  return { email, hasNoPassword };
}

const CHANGE = passwordChangeSchema();
const FIRST = newPasswordSchema();
const PASSWORDS = [...fieldNames(CHANGE), CONFIRMATION_FIELD];

export const action = (args: Route.ActionArgs) =>
  handleForm(args, { where: "password", fields: PASSWORDS, secrets: PASSWORDS }, async ({ secrets, services }) => {
    const { request, context } = args;
    const account = context.get(accountContext);
    if (!account) return formResult({ sessionEnded: true }, 401);
    const missing = account.hasNoPassword ? await requirePassword(context, secrets[CONFIRMATION_FIELD]) : null;
    if (missing) return formResult({ errors: missing.errors }, missing.status);
    // Limit the attempts: a stolen session must not allow guessing the password.
    const limiter = context.get(rateLimiterContext);
    const { publicUrl, logSecurity } = context.get(siteContext);
    const attempt = limiter.passwordIn((await readSession(request)) ?? "", account.email);
    if (attempt.wait > 0) {
      if (limiter.shouldLog()) logSecurity("password-locked", account.id);
      return formResult({ wait: waitingTimeInFrench(attempt.wait) }, 429);
    }
    const device = deviceLabel(request.headers.get("user-agent"));
    const change = changePassword(services, account, secrets, device);
    const outcome = await change.catch((error: unknown) => {
      attempt.abandon();
      throw error;
    });
    if (!outcome.ok) {
      if (outcome.reason.current === WRONG_CURRENT_PASSWORD) logSecurity("password-failed", account.id);
      else attempt.abandon();
      return formResult({ errors: outcome.reason }, 400);
    }
    attempt.undo();
    logSecurity("password-changed", account.id);
    const { token } = outcome.value;
    const headers = await setCookieHeaders(sessionCookie(publicUrl, token), toastCookie(publicUrl, "password-changed"));
    return redirect("/comptes", { headers });
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function ChangePasswordPage({ loaderData: { email, hasNoPassword }, actionData }: Route.ComponentProps) {
  const { errors, wait, failed }: FormResult = actionData ?? {};
  const pending = useNavigation().state !== "idle";
  return (
    <Screen style="paille" title="Mot de passe" lead={<WrappingText text={email} />} className="sheet">
      <CheckedForm className="form password-form" errors={errors} schema={hasNoPassword ? FIRST : CHANGE}>
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {!hasNoPassword && <PasswordField name="current" label="Mot de passe actuel" autoComplete="current-password" />}
        {isPasswordAsked(errors) && <ConfirmPassword>Rien n’a encore changé.</ConfirmPassword>}
        <PasswordField
          name="newPassword"
          label="Nouveau mot de passe"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
        />
        {wait && !pending && <TooManyAttemptsNotice wait={wait} />}
        {failed && !pending && (
          <ErrorNotice
            title="Rien n’a été enregistré."
            text="Votre mot de passe reste le même&nbsp;: réessayez dans un instant."
          />
        )}
        <div className="row">
          <SubmitButton className="btn btn--brique btn--large" disabled={pending} label="Enregistrer" />
          <StrongLink to="/comptes">Annuler</StrongLink>
        </div>
      </CheckedForm>
      <aside className="inset ink-paille" aria-labelledby="ensuite">
        <h2 id="ensuite">Ensuite&nbsp;?</h2>
        <p>Cet appareil reste connecté, tous les autres seront déconnectés.</p>
        <p>Mot de passe oublié&nbsp;? Une autre personne du comité vous donne un lien depuis «&nbsp;Comptes&nbsp;».</p>
      </aside>
    </Screen>
  );
}
