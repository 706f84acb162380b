import { servicesContext, siteContext } from "#app/context.ts";
import type { Handle } from "#app/handle.ts";
import bandeau from "#app/images/crete-donnees.svg";
import { pageMeta } from "#app/page-meta.ts";
import { shownSettings } from "#app/shown-settings.server.ts";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { OuVontLesDonnees } from "#app/ui/ou-vont-les-donnees.tsx";
import {
  Acces,
  Droits,
  Durees,
  Images,
  Mineurs,
  Recueil,
  Responsable,
  Sommaire,
  Temoins,
} from "#app/ui/protection-donnees.tsx";
import { jourAZurich, jourSuisse } from "#domain/dates.ts";
import type { Route } from "./+types/confidentialite.ts";

export const handle: Handle = { lecture: true, cached: [], listed: ["reglages"] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    titre: "Protection des données",
    description: "Ce que la Jeunesse de Savièse fait de vos données, et ce qu’elle n’en fait pas.",
    chemin: "/confidentialite",
    matches,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { traitements, sauvegardes } = context.get(servicesContext);
  const lus = await shownSettings(context);
  // The rest of the page stands also while the place of the backups cannot be read.
  const backups = await sauvegardes.etat().catch((panne: unknown) => {
    context.get(siteContext).signaler(panne, "backups of the privacy page");
    return undefined;
  });
  const { npa, lieu, email, conservationInscriptions, conservationMessages, hebergement, messagerie, modifies } = lus;
  return {
    npa,
    lieu,
    email,
    conservationInscriptions,
    conservationMessages,
    hebergement,
    messagerie,
    traitements,
    behindProxy: context.get(siteContext).behindProxy,
    backups: backups?.gardees,
    modifiesLe: modifies && jourSuisse(jourAZurich(modifies.le)),
  };
}

export default function Confidentialite({ loaderData }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Bandeau bas encre="neige" art={bandeau} titre="Protection des données" />
      <div className="cadre-page texte">
        <Sommaire />
        <div>
          <p className="chapeau">
            Nous gardons peu de choses, dans un coffre qui ferme, et nous vous les rendons quand vous le demandez.
          </p>
          <Responsable {...loaderData} />
          <Recueil />
          <Mineurs />
          <Acces />
          <OuVontLesDonnees {...loaderData} />
          <Durees {...loaderData} />
          <Temoins {...loaderData} />
          <Images />
          <Droits />
          {loaderData.modifiesLe && (
            <p className="champ__aide">
              Ce texte suit les réglages du site, modifiés la dernière fois le {loaderData.modifiesLe}.
            </p>
          )}
        </div>
      </div>
    </main>
  );
}
