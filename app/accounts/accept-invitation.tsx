import { data, Link, redirectDocument, useNavigation } from "react-router";
import night from "#app/chrome/drawings/nuit-login.svg";
import { privateMeta } from "#app/chrome/head/page-meta.ts";
import { keepBrowser, keepToast, openSession, readBrowser, readSession } from "#app/chrome/session/cookies.ts";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { FaultNotice } from "#app/forms/fault-notice.tsx";
import { Field } from "#app/forms/field.tsx";
import { CheckedForm } from "#app/forms/form.tsx";
import type { FormAnswer } from "#app/forms/form-answer.ts";
import { PasswordField } from "#app/forms/password-field.tsx";
import { runSafely } from "#app/forms/run-safely.ts";
import { answer, takeForm } from "#app/forms/take-form.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { deviceLabel } from "#domain/accounts/device.ts";
import { newPasswordSchema, PASSWORD_HINT } from "#domain/accounts/password.ts";
import { fieldNames } from "#domain/fields.ts";
import type { LinkRefusal } from "#ports/authenticator.ts";
import { acceptLink } from "#usecases/accounts/choose-password.ts";
import { recogniseBrowser } from "#usecases/accounts/recognise-browser.ts";
import type { Route } from "./+types/accept-invitation.ts";

export const handle: Handle = { committee: true, night: true, unlisted: true, secret: true, costly: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta("Votre mot de passe", "Choisir le mot de passe de votre compte du comité.", { matches });

/** Looking at a link leaves it as it is: programs that check mail open it before the person does. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const link = await context.get(servicesContext).auth.readLink(params.token);
  if (!link.ok) return data({ email: "", refusal: link.reason }, { status: 410 });
  return data({ email: link.value.account.email, refusal: null });
}

type CachedResponse = FormAnswer<{ link?: LinkRefusal }>;

const NEW_PASSWORD = newPasswordSchema();
const FIELDS = fieldNames(NEW_PASSWORD);
const FORM = { where: "invitation", fields: FIELDS, secrets: FIELDS };

export const action = (args: Route.ActionArgs) =>
  takeForm(args, FORM, async ({ secrets }) => {
    const { request, params, context } = args;
    const { publicUrl, report, record } = context.get(siteContext);
    const services = context.get(servicesContext);
    const device = deviceLabel(request.headers.get("user-agent"));
    const outcome = await acceptLink(services, params.token, secrets, device);
    if (!outcome.ok) return answer<Pick<CachedResponse, "link">>(outcome.reason, "link" in outcome.reason ? 410 : 400);
    const { session, kind } = outcome.value;
    record("password-chosen", session.account.id, { what: kind });
    // The session that this browser had ends with the new one, be it somebody else's.
    const old = await readSession(request);
    if (old) await services.auth.signOut(old).catch((fault: unknown) => report(fault, "invitation"));
    const headers = new Headers();
    headers.append("set-cookie", await openSession(publicUrl, session.token));
    const known = recogniseBrowser(services, session.account, await readBrowser(request));
    const marks = await known.catch((fault: unknown) => report(fault, "browser of an account"));
    if (marks) headers.append("set-cookie", await keepBrowser(publicUrl, marks));
    headers.append("set-cookie", await keepToast(publicUrl, "signedIn"));
    return redirectDocument("/planning", { headers });
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

const REFUSALS: Record<LinkRefusal, { title: string; sentence: string }> = {
  expired: {
    title: "Ce lien a expiré",
    sentence:
      "Demandez-en un nouveau à une personne du comité\u00a0: elle le crée en un instant sous «\u00a0Comptes\u00a0». Pour le tout premier compte, redémarrez le site\u00a0: il affiche un nouveau lien.",
  },
  unknown: {
    title: "Ce lien ne marche plus",
    sentence:
      "Il a déjà servi, ou un autre l’a remplacé. Si vous avez choisi votre mot de passe, connectez-vous. Sinon, demandez un nouveau lien à une personne du comité.",
  },
};

function DeadLink({ reason }: { reason: LinkRefusal }) {
  const { title, sentence } = REFUSALS[reason];
  return (
    <>
      <h1>{title}</h1>
      <p>{sentence}</p>
      <div className="row">
        <Link className="btn btn--large" to="/login">
          Se connecter
        </Link>
        <Link className="strong-link" to="/">
          Retour à l’accueil
        </Link>
      </div>
    </>
  );
}

export default function Invitation({ loaderData: { email, refusal }, actionData }: Route.ComponentProps) {
  const { errors, link, failed }: CachedResponse = actionData ?? {};
  const pending = useNavigation().state !== "idle";
  const reason = link ?? refusal;
  return (
    <main id="contenu" className="night">
      <div className="night__image" aria-hidden="true">
        <img src={night} width="1000" height="1100" alt="" />
      </div>
      <div className="night__sheet">
        {reason ? (
          <DeadLink reason={reason} />
        ) : (
          <>
            <h1>Choisissez votre mot de passe</h1>
            <CheckedForm className="form" errors={errors} schema={NEW_PASSWORD}>
              <Field name="username" label="E-mail" type="email" autoComplete="username" readOnly value={email} />
              <PasswordField name="newPassword" label="Mot de passe" autoComplete="new-password" hint={PASSWORD_HINT} />
              {failed && !pending && (
                <FaultNotice
                  title="Rien n’a été enregistré."
                  text="Le lien marche toujours&nbsp;: réessayez dans un instant."
                />
              )}
              <div>
                <button className="btn btn--large" type="submit" disabled={pending}>
                  Entrer
                </button>
              </div>
            </CheckedForm>
          </>
        )}
      </div>
    </main>
  );
}
