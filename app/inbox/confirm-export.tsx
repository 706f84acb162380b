import { redirect, useNavigation } from "react-router";
import { siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle, SiteRoutes } from "#app/route-handle.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import { CONFIRMATION_FIELD, ConfirmPassword } from "#app/session/confirm-password.tsx";
import { COMMITTEE_START, parseSiteUrl } from "#app/session/safe-redirect.ts";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import type { Route } from "./+types/confirm-export.ts";

export const handle: Handle = { help: "inviter-ou-retirer-quelquun" };

export const meta = privateMeta("Confirmer l’export", "Confirmer avec son mot de passe avant d’emporter une liste.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const requested = parseExportUrl(url.searchParams.get("suite"), context.get(siteContext).routes);
  if (!requested) throw redirect(COMMITTEE_START);
  return requested;
}

/** @returns the file's URL and the page that links to it; null if `href` is not the path and query of an export */
function parseExportUrl(href: string | null, routes: Pick<SiteRoutes, "find">) {
  const url = parseSiteUrl(href);
  if (!url || href !== url.pathname + url.search) return null;
  const { exact, handle } = routes.find(url.pathname);
  return exact && handle.offeredOn ? { file: href, page: handle.offeredOn + url.search } : null;
}

/** React's `autoFocus` works only for form fields. */
const focusLink = (link: HTMLAnchorElement | null) => link?.focus();

/** A download cannot show a form: this page asks for the password, then links to the file. */
export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    { where: "confirmation", fields: [CONFIRMATION_FIELD], secrets: [CONFIRMATION_FIELD] },
    async ({ secrets }) => {
      const missing = await requirePassword(args.context, secrets[CONFIRMATION_FIELD]);
      return missing ? formResult({ errors: missing.errors }, missing.status) : formResult({ saved: true });
    },
  );

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function ConfirmExportPage({ loaderData: { file, page }, actionData }: Route.ComponentProps) {
  const { errors, saved: confirmed, failed }: FormResult = actionData ?? {};
  const busy = useNavigation().state !== "idle";
  return (
    <Screen
      style="paille"
      title="Confirmer l’export"
      lead="Ce sont les données des membres&nbsp;: pas dans un groupe."
      className="sheet"
    >
      {confirmed ? (
        <div className="form" role="status">
          <p>C’est confirmé&nbsp;: pendant un quart d’heure, les exports ne demandent plus rien.</p>
          <div className="row">
            {/* biome-ignore lint/a11y/noAutofocus: without script, the browser focuses the requested file */}
            <a ref={focusLink} className="btn btn--brique btn--large" href={file} autoFocus>
              Télécharger la liste
            </a>
            <StrongLink to={page}>Retour</StrongLink>
          </div>
        </div>
      ) : (
        <CheckedForm className="form password-form" errors={errors}>
          <ConfirmPassword>Le fichier contient des données personnelles.</ConfirmPassword>
          {failed && !busy && (
            <ErrorNotice
              title="Rien n’est parti."
              text="Le site n’a pas pu vérifier&nbsp;: réessayez dans un instant."
            />
          )}
          <div className="row">
            <SubmitButton className="btn btn--brique btn--large" disabled={busy} label="Confirmer" />
            <StrongLink to={page}>Annuler</StrongLink>
          </div>
        </CheckedForm>
      )}
    </Screen>
  );
}
