import { agir, inscriptionVue, lireListe } from "#app/boite.server.ts";
import { adresseDe, CHOIX_INSCRIPTIONS } from "#app/boite.ts";
import type { Handle } from "#app/handle.ts";
import art from "#app/images/crete-inscriptions.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { requireAdmin } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { AvisDePanne } from "#app/ui/avis-de-panne.tsx";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { AnnonceEffacement, CompteDeListe, OutilsDeListe, PagesDeListe, RienDansLaListe } from "#app/ui/boite.tsx";
import { FicheInscription } from "#app/ui/fiche-inscription.tsx";
import type { Route } from "./+types/inscriptions.ts";

export const handle: Handle = { screen: true, unlisted: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Inscriptions", "Les inscriptions reçues, leur état, les autorisations parentales et l’export.", args);

export async function loader(args: Route.LoaderArgs) {
  const { cadre, fiches, jour, mailLeaves } = await lireListe(args, "inscription", CHOIX_INSCRIPTIONS);
  return {
    cadre,
    inscriptions: fiches.map((fiche) => inscriptionVue(fiche, jour, mailLeaves)),
    /** Whose mail led here. */
    visee: args.url.searchParams.get("id"),
  };
}

export const action = (args: Route.ActionArgs) => agir(args, "inscription", CHOIX_INSCRIPTIONS);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

export default function Inscriptions({ loaderData: { cadre, inscriptions, visee }, actionData }: Route.ComponentProps) {
  const ici = adresseDe("/inscriptions", cadre.vue);
  return (
    <main id="contenu">
      <Bandeau bas encre="rose" art={art} titre="Inscriptions">
        <CompteDeListe cadre={cadre} feminin />
      </Bandeau>
      <div className="cadre-page">
        <OutilsDeListe
          chemin="/inscriptions"
          cadre={cadre}
          choix={CHOIX_INSCRIPTIONS}
          libelle="Chercher un nom, un numéro, une rue"
          exemple="Nom, numéro, rue"
        />
        {actionData?.echec && (
          <AvisDePanne titre="Rien n’a été changé." texte="Le site n’a pas pu le faire. Réessayez dans un instant." />
        )}
        <AnnonceEffacement effacement={cadre.effacement} feminin />
        {inscriptions.length === 0 ? (
          <RienDansLaListe cadre={cadre} feminin />
        ) : (
          <ul role="list" className="registre">
            <li className="registre__tete" aria-hidden="true">
              <span>Nom</span>
              <span>Coordonnées</span>
              <span>Reçue le</span>
              <span>État</span>
              <span>Autorisation</span>
              <span />
            </li>
            {inscriptions.map((inscription) => (
              <FicheInscription
                key={inscription.id}
                inscription={inscription}
                ici={ici}
                visee={inscription.id === visee}
              />
            ))}
          </ul>
        )}
        <PagesDeListe chemin="/inscriptions" cadre={cadre} />
      </div>
    </main>
  );
}
