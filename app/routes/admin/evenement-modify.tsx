import { useEffect, useMemo } from "react";
import { data, useNavigate } from "react-router";
import { modifier } from "#app/admin-actions.server.ts";
import { compteContext, servicesContext } from "#app/context.ts";
import type { FormAnswer } from "#app/form-answer.ts";
import type { Handle } from "#app/handle.ts";
import art from "#app/images/bandeau-evenement.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { pictureOf } from "#app/pictures.server.ts";
import { requireAdminForForm } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { Annonce } from "#app/ui/avis.tsx";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { FicheEvenement } from "#app/ui/fiche-evenement.tsx";
import { fieldNames } from "#domain/champs.ts";
import { estMois, moisEnFrancais } from "#domain/dates.ts";
import { type ChampsEvenement, joursEtHeure, stateInFrench } from "#domain/evenement.ts";
import { schemaEvenement } from "#domain/evenement-form.ts";
import type { EvenementStocke } from "#ports/evenement-store.ts";
import type { Route } from "./+types/evenement-modify.ts";

/** SPEC.md section 9. */
const DELAI_MS = 2000;

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];

/** Also for whose session has ended under the form. */
export const handle: Handle = { comite: true, screen: true, unlisted: true };

export const meta: Route.MetaFunction = (args) =>
  metaPrivee(
    "Modifier un événement",
    "Corriger le nom, la date, le lieu, l’état ou l’after movie d’un événement.",
    args,
  );

/** Without script, the browser itself goes on to the planning after the delay. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export async function loader({ params, context }: Route.LoaderArgs) {
  // Whose session has ended gets back what they sent, and nothing that is kept.
  if (!context.get(compteContext)) return { evenement: null, image: null, year: "" };
  const { evenements, reglages } = context.get(servicesContext);
  const evenement = await evenements.get(params.evenementId);
  if (!evenement) throw data(null, { status: 404 });
  // Its year is proposed where the document names none.
  const [image, { annee }] = await Promise.all([
    pictureOf(context, { collection: "evenements", id: evenement.id }),
    reglages.get(),
  ]);
  return { evenement, image: image?.url ?? null, year: String(annee) };
}

export function action(args: Route.ActionArgs) {
  const { evenements } = args.context.get(servicesContext);
  const { evenementId: id } = args.params;
  return modifier<ChampsEvenement>(args, {
    ou: "event update",
    champs: fieldNames(schemaEvenement()),
    get: () => evenements.get(id),
    update: (fields, version) => evenements.update(id, fields, version),
    lire: (saisie, kept) => schemaEvenement(kept).safeParse(saisie),
    decrire: ({ Nom, Lieu, Etat, ...jours }) =>
      [Nom, moisEnFrancais(jours.Date), joursEtHeure(jours), Lieu, stateInFrench(Etat)].filter((texte) => texte !== ""),
    ensuite: (saved) => data(saved, { headers: { refresh: `${DELAI_MS / 1000}; url=/planning` } }),
  });
}

export { shouldRevalidate } from "#app/sign-in-answer.ts";

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

/** What the form says at first. @param year proposed where the document names none */
function fieldsOf({ Date: date, Nom, Du, Au, Heure, Lieu, AfterMovie, Etat, version }: EvenementStocke, year: string) {
  const [annee = "", mois = ""] = estMois(date) ? date.split("-") : [/\d{4}/.exec(date)?.[0] ?? year, date];
  return { Nom, mois, annee, Du, Au, Heure, Lieu, AfterMovie, Etat, version };
}

export default function EvenementModify({ loaderData: { evenement, image, year }, actionData }: Route.ComponentProps) {
  const reponse: FormAnswer = actionData ?? {};
  const depart = evenement ? fieldsOf(evenement, year) : (reponse.saisie ?? {});
  const { enregistre } = reponse;
  const navigate = useNavigate();
  const avis = useMemo(
    () => (enregistre ? ({ type: "success", texte: "L'événement a été mis à jour avec succès" } as const) : null),
    [enregistre],
  );
  useEffect(() => {
    if (!enregistre) return;
    const minuterie = setTimeout(() => navigate("/planning"), DELAI_MS);
    return () => clearTimeout(minuterie);
  }, [enregistre, navigate]);
  return (
    <main id="contenu">
      <Bandeau basAuTelephone encre="azur" art={art} titre="Modifier un événement" />
      <FicheEvenement depart={depart} image={image} reponse={reponse} version={depart.version ?? ""} />
      <Annonce avis={avis} />
    </main>
  );
}
