import { data, useFetcher } from "react-router";
import { rediriger, STATUT_IMAGE, tropDImages } from "#app/admin-actions.server.ts";
import type { AdminAnswer } from "#app/admin-answer.ts";
import { compteContext, servicesContext, siteContext } from "#app/context.ts";
import art from "#app/images/crete-reglages.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { requireAdmin } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { EssaiCourrier } from "#app/ui/essai-courrier.tsx";
import { EtatSauvegarde } from "#app/ui/etat-sauvegarde.tsx";
import { FicheReglages } from "#app/ui/fiche-reglages.tsx";
import { jourAZurich, jourSuisse } from "#domain/dates.ts";
import { CHAMPS_REGLAGES, champsDExemple, saisieDesReglages } from "#domain/reglages.ts";
import { phraseDeSauvegarde } from "#domain/sauvegarde.ts";
import { PHOTO_DE_GROUPE } from "#ports/image-store.ts";
import type { Auteur } from "#ports/reglages-store.ts";
import { enregistrerReglages } from "#usecases/enregistrer-reglages.ts";
import { envoyerEssai, type ResultatEssai } from "#usecases/envoyer-essai.ts";
import type { Route } from "./+types/reglages.ts";

/** Names the form of the trial mail, which posts here too. */
const ESSAI = "essai";

type Answer = AdminAnswer & { readonly essai?: ResultatEssai | "panne" };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Réglages", "Ce que le site raconte et à qui il écrit : planning, banque, réseaux, destinataires.", args);

const derniereModification = ({ email, le }: Auteur) =>
  `Dernière modification : ${jourSuisse(jourAZurich(le))}, par ${email}`;

export async function loader({ context }: Route.LoaderArgs) {
  const { reglages, images, sauvegardes, mailer, clock } = context.get(servicesContext);
  const [{ version, modifies, ...lus }, photo, etat] = await Promise.all([
    reglages.get(),
    images.last(PHOTO_DE_GROUPE),
    // A folder that cannot be read is a warning on this page, not the end of it.
    sauvegardes.etat().catch(() => ({ derniere: null, echecLe: clock.now(), gardees: 1 })),
  ]);
  return {
    depart: saisieDesReglages(lus),
    version,
    remise: mailer.remise,
    exemples: champsDExemple(lus),
    derniere: modifies && derniereModification(modifies),
    photo: photo?.url ?? null,
    sauvegarde: phraseDeSauvegarde(etat, clock.now()),
  };
}

const repondre = (answer: Answer, status = 200) => data(answer, { status });

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { signaler } = context.get(siteContext);
  const email = context.get(compteContext)?.email ?? "";
  const {
    saisie: textes,
    fichier,
    malformes,
    robot,
  } = readForm({ request, context }, [...CHAMPS_REGLAGES, "version", "retirerPhoto", "quoi"], "photo");
  const saisie = fichier ? { ...textes, photo: fichier.nom } : textes;
  if (robot) return repondre({ saisie });
  if (saisie.quoi === ESSAI) {
    try {
      return repondre({ essai: await envoyerEssai(services, email) });
    } catch (panne) {
      signaler(panne, "trial mail");
      return repondre({ essai: "panne" }, 503);
    }
  }
  if (Object.keys(malformes).length > 0) return repondre({ erreurs: malformes, saisie }, 400);
  const trop = fichier && tropDImages(context);
  if (trop) return repondre({ erreurs: { photo: trop }, saisie }, 429);
  const formulaire = {
    saisie,
    version: saisie.version ?? "",
    photo: fichier,
    retirerPhoto: saisie.retirerPhoto === "on",
  };
  try {
    const auteur = { email, le: services.clock.now() };
    const issue = await enregistrerReglages(services, formulaire, auteur, (panne) => signaler(panne, "group photo"));
    if (issue.ok) return await rediriger(context, "/reglages", "reglages-enregistres");
    if ("conflit" in issue.raison) return repondre({ conflit: issue.raison.conflit, saisie }, 409);
    const { erreurs, image } = issue.raison;
    return repondre({ erreurs, saisie }, image ? STATUT_IMAGE[image] : 400);
  } catch (panne) {
    signaler(panne, "settings save");
    return repondre({ echec: true, saisie }, 503);
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

export default function Reglages({ loaderData: { version, sauvegarde, ...lus }, actionData }: Route.ComponentProps) {
  const reponse: Answer = actionData ?? {};
  // A fetcher, so that what was typed and not saved yet stays in its fields.
  const fetcher = useFetcher<Answer>();
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
              formulaire={ESSAI}
              enCours={fetcher.state !== "idle"}
              resultat={fetcher.data?.echec ? "panne" : essai.essai}
            />
          }
        />
        <fetcher.Form id={ESSAI} method="post" action={`/reglages#${ESSAI}-resultat`}>
          <input type="hidden" name="quoi" value={ESSAI} />
        </fetcher.Form>
      </div>
    </main>
  );
}
