import { useFetcher } from "react-router";
import { compteContext, servicesContext } from "#app/context.ts";
import type { Handle } from "#app/handle.ts";
import art from "#app/images/crete-reglages.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { pictureOf } from "#app/pictures.server.ts";
import { requireAdmin } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { type SettingsAnswer, saveSettings } from "#app/save-settings.server.ts";
import { TRIAL } from "#app/trial-mail.ts";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { EssaiCourrier } from "#app/ui/essai-courrier.tsx";
import { EtatSauvegarde } from "#app/ui/etat-sauvegarde.tsx";
import { FicheReglages } from "#app/ui/fiche-reglages.tsx";
import { jourAZurich, jourSuisse } from "#domain/dates.ts";
import { saisieDesReglages } from "#domain/reglages.ts";
import { phraseDeSauvegarde } from "#domain/sauvegarde.ts";
import { PHOTO_DE_GROUPE } from "#domain/stored-image.ts";
import type { Auteur } from "#ports/reglages-store.ts";
import type { Route } from "./+types/reglages.ts";

export const handle: Handle = { screen: true, unlisted: true, takesFile: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  metaPrivee(
    "Réglages",
    "Ce que le site raconte et à qui il écrit\u00a0: planning, banque, réseaux, destinataires.",
    args,
  );

const derniereModification = ({ email, le }: Auteur) =>
  `Dernière modification\u00a0: ${jourSuisse(jourAZurich(le))}, par ${email}`;

export async function loader({ context }: Route.LoaderArgs) {
  const { reglages, sauvegardes, mailer, clock, courrierCompte } = context.get(servicesContext);
  const [{ version, modifies, ...lus }, photo, etat] = await Promise.all([
    reglages.get(),
    pictureOf(context, PHOTO_DE_GROUPE),
    // A folder that cannot be read is a warning on this page, not the end of it.
    sauvegardes.etat().catch(() => ({ derniere: null, echecLe: clock.now(), gardees: 1 })),
  ]);
  return {
    email: context.get(compteContext)?.email ?? "",
    noticesLeave: courrierCompte !== null,
    depart: saisieDesReglages(lus),
    version,
    remise: mailer.remise,
    derniere: modifies && derniereModification(modifies),
    photo: photo?.url ?? null,
    sauvegarde: phraseDeSauvegarde(etat, clock.now()),
  };
}

export const action = (args: Route.ActionArgs) => saveSettings(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

export default function Reglages({ loaderData: { version, sauvegarde, ...lus }, actionData }: Route.ComponentProps) {
  const reponse: SettingsAnswer = actionData ?? {};
  // A fetcher, so that what was typed and not saved yet stays in its fields.
  const fetcher = useFetcher<SettingsAnswer>();
  const essai = fetcher.data ?? reponse;
  return (
    <main id="contenu">
      <Bandeau bas encre="vigne" art={art} titre="Réglages">
        Ouvrir un peu, fermer un peu&nbsp;: ce que le site raconte se règle ici.
      </Bandeau>
      <div className="cadre-page">
        <FicheReglages
          key={version}
          {...lus}
          version={version}
          reponse={reponse}
          sauvegarde={<EtatSauvegarde {...sauvegarde} />}
          essai={
            <EssaiCourrier
              formulaire={TRIAL}
              enCours={fetcher.state !== "idle"}
              resultat={fetcher.data?.echec ? "panne" : essai.essai}
            />
          }
        />
        <fetcher.Form id={TRIAL} method="post" action={`/reglages#${TRIAL}-resultat`}>
          <input type="hidden" name="quoi" value={TRIAL} />
        </fetcher.Form>
      </div>
    </main>
  );
}
