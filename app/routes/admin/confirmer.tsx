import { Link, redirect, useNavigation } from "react-router";
import { needPassword } from "#app/confirmation.server.ts";
import { CONFIRMATION } from "#app/confirmation.ts";
import { compteContext, siteContext } from "#app/context.ts";
import { exportOf } from "#app/exports.ts";
import type { FormAnswer } from "#app/form-answer.ts";
import type { Handle } from "#app/handle.ts";
import art from "#app/images/crete-comptes.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { requireAdmin } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { answer, takeForm } from "#app/take-form.server.ts";
import { AvisDePanne } from "#app/ui/avis-de-panne.tsx";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { ConfirmPassword } from "#app/ui/confirm-password.tsx";
import { Formulaire } from "#app/ui/formulaire.tsx";
import type { Route } from "./+types/confirmer.ts";

export const handle: Handle = { screen: true, unlisted: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Confirmer l’export", "Confirmer avec son mot de passe avant d’emporter une liste.", args);

export async function loader({ url, context }: Route.LoaderArgs) {
  const wanted = exportOf(url.searchParams.get("suite"), context.get(siteContext).routes);
  if (!wanted) throw redirect("/planning");
  return { email: context.get(compteContext)?.email ?? "", ...wanted };
}

/** The browser looks at `autofocus` when a page is loaded, and React at that of fields only. */
const focusOn = (link: HTMLAnchorElement | null) => link?.focus();

/** A file cannot ask for a password: this page does, and offers the file. */
export const action = (args: Route.ActionArgs) =>
  takeForm(args, { ou: "confirmation", champs: [CONFIRMATION], secrets: [CONFIRMATION] }, async ({ secrets }) => {
    const missing = await needPassword(args.context, secrets[CONFIRMATION]);
    return missing ? answer({ erreurs: missing.erreurs }, missing.status) : answer({ enregistre: true });
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

export default function Confirmer({ loaderData: { email, file, page }, actionData }: Route.ComponentProps) {
  const { erreurs, enregistre: confirmed, echec }: FormAnswer = actionData ?? {};
  const busy = useNavigation().state !== "idle";
  return (
    <main id="contenu">
      <Bandeau bas encre="paille" art={art} titre="Confirmer l’export">
        Une liste de personnes quitte le site.
      </Bandeau>
      <div className="cadre-page feuille">
        {confirmed ? (
          <div className="formulaire" role="status">
            <p>C’est confirmé&nbsp;: pendant un quart d’heure, les exports ne demandent plus rien.</p>
            <div className="rangee">
              {/* biome-ignore lint/a11y/noAutofocus: the page comes back with the file that was asked for */}
              <a ref={focusOn} className="btn btn--brique btn--grand" href={file} autoFocus>
                Télécharger la liste
              </a>
              <Link className="lien-fort" to={page}>
                Retour
              </Link>
            </div>
          </div>
        ) : (
          <Formulaire className="formulaire mot-de-passe" erreurs={erreurs}>
            <ConfirmPassword email={email}>Le fichier contient des données personnelles.</ConfirmPassword>
            {echec && !busy && (
              <AvisDePanne
                titre="Rien n’est parti."
                texte="Le site n’a pas pu vérifier&nbsp;: réessayez dans un instant."
              />
            )}
            <div className="rangee">
              <button className="btn btn--brique btn--grand" type="submit" disabled={busy}>
                Confirmer
              </button>
              <Link className="lien-fort" to={page}>
                Annuler
              </Link>
            </div>
          </Formulaire>
        )}
      </div>
    </main>
  );
}
