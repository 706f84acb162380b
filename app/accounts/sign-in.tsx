import { data, redirect, redirectDocument, useNavigation } from "react-router";
import {
  accountContext,
  rateLimiterContext,
  servicesContext,
  sessionEndedContext,
  siteContext,
} from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { AnnouncedToast } from "#app/layout/toasts/toast-zone.tsx";
import type { Handle } from "#app/route-handle.ts";
import { readSession, toastCookie } from "#app/session/cookies.ts";
import { PASSKEY_FIELD, PasskeyButton } from "#app/session/passkey-button.tsx";
import { SIGNED_IN_PARAM, safeRedirect, signedInUrl } from "#app/session/safe-redirect.ts";
import { SignInFields } from "#app/session/sign-in-fields.tsx";
import { type SignInResult, STAY_ON_PAGE_FIELD } from "#app/session/sign-in-result.ts";
import { COOKIE_NEEDED_SENTENCE, SIGNED_OUT_SENTENCE } from "#app/session/signed-out.ts";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { signInSchema } from "#domain/accounts/account-forms.ts";
import { waitingTimeInFrench } from "#domain/accounts/attempt.ts";
import { deviceLabel } from "#domain/accounts/device.ts";
import { PASSKEY_SENTENCES, type PasskeyResponse, readPasskeyResponse } from "#domain/accounts/passkey.ts";
import { fieldErrorsOf, fieldNames, type TypedValues } from "#domain/fields.ts";
import type { Session } from "#stores/account-types.ts";
import { signInWithPasskey } from "#usecases/accounts/passkeys.ts";
import type { Route } from "./+types/sign-in.ts";
import { readAcceptedPasskeys } from "./accepted-passkeys.server.ts";
import { NightSceneFrame } from "./night-page.tsx";
import { startSession } from "./start-session.server.ts";

export const handle: Handle = { committee: true, night: true, unlisted: true };

export const meta = privateMeta("Page de login", "Entrée du comité de la Jeunesse de Savièse.");

export async function loader({ request, url, context }: Route.LoaderArgs) {
  if (context.get(accountContext))
    throw redirect(safeRedirect(url.searchParams.get("suite"), context.get(siteContext).routes));
  // Report an ended session only if a page was requested or the cookie still contains a session: a user who has just
  // signed out knows it.
  const isAskedFor = url.searchParams.has("suite") || (await readSession(request)) !== null;
  const hasCookie = context.get(sessionEndedContext);
  return { sessionEnded: isAskedFor && hasCookie, cookieRefused: url.searchParams.has(SIGNED_IN_PARAM) && !hasCookie };
}

const rejectSignIn = (refusal: SignInResult, status: number) => formResult(refusal, status);

/** The same sentence for an unknown account and a wrong password (docs/specification.md section 8). */
const INCORRECT = { type: "error", id: "login", text: "Erreur : Mot de passe incorrect" } as const;

/** Callers must not await: the response time would reveal whether the account exists. */
async function recordRefusal(
  context: Route.ActionArgs["context"],
  event: "sign-in-failed" | "sign-in-locked",
  email: string,
): Promise<void> {
  const { auth } = context.get(servicesContext);
  const account = await auth.findAccountId(email).catch(() => null);
  context.get(siteContext).logSecurity(event, account);
}

const SIGN_IN = signInSchema();
const FORM = {
  where: "login",
  fields: [...fieldNames(SIGN_IN), PASSKEY_FIELD, STAY_ON_PAGE_FIELD],
  secrets: ["password", PASSKEY_FIELD],
};

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed, secrets: { password = "", [PASSKEY_FIELD]: passkey } }) =>
    passkey === undefined ? signIn(args, typed, password) : signInByKey(args, typed, readPasskeyResponse(passkey)),
  );

async function signInByKey(args: Route.ActionArgs, typed: TypedValues, response: PasskeyResponse | null) {
  const { request, context } = args;
  const { logSecurity } = context.get(siteContext);
  const limiter = context.get(rateLimiterContext);
  // Count failures with a passkey under the user handle, not under the email address: they must not lock the password.
  const attempt = limiter.login(response?.response.userHandle ?? "");
  if (attempt.wait > 0) {
    if (limiter.shouldLog()) logSecurity("sign-in-locked", null);
    return rejectSignIn({ typed, wait: waitingTimeInFrench(attempt.wait) }, 429);
  }
  const device = deviceLabel(request.headers.get("user-agent"));
  const outcome = response && (await signInWithPasskey(context.get(servicesContext), response, device));
  if (outcome?.ok) {
    attempt.undo();
    return enter(args, outcome.value, typed, "passkey");
  }
  const { why, accountId } = outcome?.reason ?? { why: "refused", accountId: null };
  logSecurity(why === "cloned" ? "passkey-cloned" : "passkey-failed", accountId);
  const unknown = why === "unknown" && response ? { unknownKey: response.id } : {};
  return rejectSignIn({ typed, errors: { [PASSKEY_FIELD]: PASSKEY_SENTENCES[why] }, ...unknown }, 400);
}

async function signIn(args: Route.ActionArgs, typed: TypedValues, password: string) {
  const { request, context } = args;
  const { username = "" } = typed;
  const { report } = context.get(siteContext);
  const errors = fieldErrorsOf(SIGN_IN, { username, password });
  if (Object.keys(errors).length > 0) return rejectSignIn({ typed, errors }, 400);

  const limiter = context.get(rateLimiterContext);
  const attempt = limiter.login(username);
  if (attempt.wait > 0) {
    if (limiter.shouldLog()) void recordRefusal(context, "sign-in-locked", username);
    return rejectSignIn({ typed, wait: waitingTimeInFrench(attempt.wait) }, 429);
  }
  const device = deviceLabel(request.headers.get("user-agent"));
  const entered = context.get(servicesContext).auth.signIn(username.trim(), password, device);
  const outcome = await entered.catch((error: unknown) => ({ error }));
  if (outcome && "error" in outcome) {
    // Many sign-ins at once make this call fail. Such failures must not fill the log.
    if (limiter.shouldLog()) report(outcome.error, "login");
    attempt.abandon();
    return rejectSignIn({ typed, refusal: "away" }, 503);
  }
  if (!outcome) {
    void recordRefusal(context, "sign-in-failed", username);
    return rejectSignIn({ typed, refusal: "wrong", toast: INCORRECT }, 400);
  }
  attempt.undo();
  return enter(args, outcome, typed);
}

async function enter(args: Route.ActionArgs, session: Session, typed: TypedValues, what?: "passkey") {
  const { url, context } = args;
  const { publicUrl, logSecurity } = context.get(siteContext);
  logSecurity("sign-in", session.account.id, ...(what ? [{ what }] : []));
  const headers = await startSession(args, session, "login");
  if (typed[STAY_ON_PAGE_FIELD])
    return data<SignInResult>(
      { signedIn: true, accepted: await readAcceptedPasskeys(context, session.account) },
      { headers },
    );
  headers.append("set-cookie", await toastCookie(publicUrl, "signedIn"));
  return redirectDocument(signedInUrl(safeRedirect(url.searchParams.get("suite"), context.get(siteContext).routes)), {
    headers,
  });
}

export { clientAction } from "#app/ui/form/client-action.ts";

export default function SignInPage({ loaderData: { sessionEnded, cookieRefused }, actionData }: Route.ComponentProps) {
  const result: SignInResult = actionData ?? {};
  const busy = useNavigation().state !== "idle";
  return (
    <NightSceneFrame>
      <h1>Page de login</h1>
      {sessionEnded && <p className="notice">{SIGNED_OUT_SENTENCE} Connectez-vous pour continuer.</p>}
      {cookieRefused && !actionData && (
        <p className="notice" role="alert">
          {COOKIE_NEEDED_SENTENCE}
        </p>
      )}
      <PasskeyButton purpose="sign-in" className="btn btn--large" or="Ou avec votre mot de passe&nbsp;:">
        Se connecter avec Face ID, une empreinte ou une clé
      </PasskeyButton>
      <CheckedForm className="form" errors={result.errors}>
        <SignInFields result={result} busy={busy} />
        <div>
          <SubmitButton className="btn btn--large" disabled={busy} label="Se connecter" />
        </div>
        <p>Mot de passe oublié&nbsp;? Un autre membre du comité peut vous envoyer un lien depuis Comptes.</p>
      </CheckedForm>
      <AnnouncedToast toast={result.toast} />
    </NightSceneFrame>
  );
}
