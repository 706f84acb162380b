import { data, Link } from "react-router";
import { servicesContext, siteContext } from "#app/context.ts";
import { donneesDeLEvenement } from "#app/donnees-structurees.server.ts";
import type { Handle } from "#app/handle.ts";
import { lienEvenement } from "#app/lien-evenement.ts";
import { IMAGE_DU_PLANNING, pageMeta } from "#app/page-meta.ts";
import { pictureOf } from "#app/pictures.server.ts";
import { CarteEvenement } from "#app/ui/carte-evenement.tsx";
import { jourAZurich, jourSuisse, moisEnFrancais } from "#domain/dates.ts";
import { type Evenement, estPasse, hasName, stateInFrench } from "#domain/evenement.ts";
import type { Route } from "./+types/evenement.ts";

export const handle: Handle = { lecture: true, partage: true, cached: ["evenements"] };

/** One line for a chat: what has become of it, when and where. */
function enUneLigne({ Nom, Date: mois, Du, Au, Lieu, Etat }: Evenement): string {
  const jours = Au ? `du ${jourSuisse(Du)} au ${jourSuisse(Au)}` : `le ${jourSuisse(Du)}`;
  const quand = Du ? jours : moisEnFrancais(mois).toLocaleLowerCase("fr-CH");
  const etat = Etat ? `${stateInFrench(Etat)}\u00a0: ` : "";
  return `${etat}${Nom}, ${quand}, ${Lieu}. Un événement de la Jeunesse de Savièse.`;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { evenement, image, donnees } = loaderData;
  return pageMeta({
    titre: evenement.Nom,
    description: enUneLigne(evenement),
    chemin: lienEvenement(evenement.id),
    image: image?.partage
      ? { chemin: image.partage, type: "image/jpeg", alt: `Affiche\u00a0: ${evenement.Nom}` }
      : IMAGE_DU_PLANNING,
    donnees,
    matches,
  });
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const { evenements, clock } = context.get(servicesContext);
  const evenement = await evenements.get(params.evenementId);
  if (!evenement || !hasName(evenement)) throw data(null, { status: 404 });
  const image = await pictureOf(context, { collection: "evenements", id: evenement.id });
  const donnees = donneesDeLEvenement(evenement, image, context.get(siteContext).publicUrl);
  return { evenement, image, donnees, passe: estPasse(evenement, jourAZurich(clock.now())) };
}

/** One event alone: what a shared link opens. */
export default function PageEvenement({ loaderData: { evenement, image, passe } }: Route.ComponentProps) {
  return (
    <main id="contenu" className="affiche-seule encre-azur">
      <div className="cadre-page">
        <CarteEvenement evenement={evenement} image={image} lazy={false} passe={passe} seule>
          <Link className="btn btn--neige" to={`/planning#${encodeURIComponent(evenement.id)}`}>
            Tout le planning
          </Link>
        </CarteEvenement>
      </div>
    </main>
  );
}
