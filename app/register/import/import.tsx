import { Link, useNavigation } from "react-router";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import art from "#app/ui/drawings/crete-comptes.svg";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { runSafely } from "#app/ui/form/run-safely.ts";
import type { Route } from "./+types/import.ts";
import { type ImportAnswer, importAction } from "./import-action.server.ts";
import { ImportPreviewForm } from "./import-preview.tsx";

export const handle: Handle = { screen: true, unlisted: true, takesFile: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Importer des membres", "Importer une liste de membres, après un aperçu.", args);

export const action = (args: Route.ActionArgs) => importAction(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function ImportPage({ actionData }: Route.ComponentProps) {
  const { preview, errors, failed }: ImportAnswer = actionData ?? {};
  const busy = useNavigation().state !== "idle";
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="Importer des membres" />
      <div className="page-frame member">
        {failed && (
          <ErrorNotice title="Rien n’a été importé." text="Le site n’a pas pu le faire. Réessayez dans un instant." />
        )}
        {preview ? (
          <ImportPreviewForm preview={preview} />
        ) : (
          <CheckedForm className="form" action="/registre/importer" encType="multipart/form-data" errors={errors}>
            <p>
              Une liste d’Excel, de ClubDesk, de hitobito, ou faite à la main. La première ligne contient les titres des
              colonnes&nbsp;: Prénom, Nom, Date de naissance&nbsp;… Vous verrez d’abord un aperçu.
            </p>
            <input type="hidden" name="intention" value="read" />
            <Field name="file" type="file" label="Fichier CSV" accept=".csv,.txt,text/csv,text/plain" />
            <div className="row">
              <button className="btn btn--brique" type="submit" disabled={busy}>
                Voir l’aperçu
              </button>
              <Link className="strong-link" to="/registre">
                Annuler
              </Link>
            </div>
          </CheckedForm>
        )}
      </div>
    </main>
  );
}
