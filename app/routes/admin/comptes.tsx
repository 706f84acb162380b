import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import type { ComptesAnswer } from "#app/comptes-answer.ts";
import { compteContext, servicesContext } from "#app/context.ts";
import { gererComptes } from "#app/gerer-comptes.server.ts";
import art from "#app/images/crete-comptes.svg";
import etoile from "#app/images/etoile.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { requireAdmin } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { AvisDEchec } from "#app/ui/avis-d-echec.tsx";
import { AvisDePanne } from "#app/ui/avis-de-panne.tsx";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { Champ } from "#app/ui/champ.tsx";
import { type CompteAffiche, FicheCompte, ID_DERNIER } from "#app/ui/fiche-compte.tsx";
import { Formulaire } from "#app/ui/formulaire.tsx";
import { LienCree } from "#app/ui/lien-cree.tsx";
import { Chainon } from "#app/ui/pictogrammes-comite.tsx";
import { dateEtHeure } from "#domain/dates.ts";
import type { CompteDuComite } from "#ports/authenticator.ts";
import type { Route } from "./+types/comptes.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Comptes", "Qui peut entrer dans l’espace du comité : inviter, réinitialiser, retirer.", args);

export async function loader({ context }: Route.LoaderArgs) {
  const { auth, clock, courrierCompte } = context.get(servicesContext);
  const moi = context.get(compteContext);
  const comptes = await auth.accounts();
  const seul = comptes.filter(({ peutEntrer }) => peutEntrer).length === 1;
  const maintenant = clock.now();
  const afficher = ({ id, email, peutEntrer, derniereConnexion, lien }: CompteDuComite): CompteAffiche => ({
    id,
    email,
    moi: id === moi?.id,
    dernier: peutEntrer && seul,
    connexion: derniereConnexion && dateEtHeure(derniereConnexion),
    lien: lien && { genre: lien.genre, jusqua: dateEtHeure(lien.expireLe), expire: lien.expireLe <= maintenant },
  });
  return { comptes: comptes.map(afficher), seul, parCourrier: courrierCompte !== null };
}

export const action = (args: Route.ActionArgs) => gererComptes(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

const REFUS = {
  dernier: {
    titre: "Ce compte n’a pas été retiré.",
    texte: "C’est le dernier qui peut se connecter : il faut toujours une clé. Invitez d’abord une autre personne.",
  },
  absent: { titre: "Ce compte n’existe plus.", texte: "Quelqu’un d’autre vient de le retirer." },
} as const;

export default function Comptes({ loaderData: { comptes, seul, parCourrier }, actionData }: Route.ComponentProps) {
  const { saisie, erreurs, lien, invite, refus, echec }: ComptesAnswer = actionData ?? {};
  const enCours = useNavigation().state !== "idle";
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (invite && actionData) formRef.current?.reset();
  }, [invite, actionData]);
  return (
    <main id="contenu">
      <Bandeau bas encre="paille" art={art} titre="Comptes">
        Qui a la clé du mazot.
      </Bandeau>
      <div className="cadre-page comptes">
        {refus && <AvisDEchec {...REFUS[refus]} />}
        {echec && !enCours && (
          <AvisDePanne titre="Rien n’a changé." texte="Le site n’a pas pu s’en occuper : réessayez dans un instant." />
        )}
        <ul role="list" className="registre registre--comptes">
          {comptes.map((compte) => (
            <FicheCompte
              key={compte.id}
              compte={compte}
              lien={lien && !invite && lien.idCompte === compte.id ? lien : null}
            />
          ))}
        </ul>
        {seul && (
          <p className="indice" id={ID_DERNIER}>
            <img src={etoile} width="92" height="92" alt="" />
            <span>
              Le dernier compte ne peut pas être retiré : il faut toujours une clé. Invitez d’abord une autre personne.
            </span>
          </p>
        )}
        <section className="inviter" aria-labelledby="inviter">
          <h2 id="inviter">Inviter par lien</h2>
          <p>
            {parCourrier ? "Créez un lien, il part par e-mail" : "Créez un lien, envoyez-le vous-même"} : la personne
            choisit son mot de passe. Le lien marche une seule fois, pendant sept jours.
          </p>
          <Formulaire className="ajout" action="/comptes" erreurs={erreurs} formRef={formRef}>
            <Champ
              nom="email"
              libelle="E-mail"
              type="email"
              inputMode="email"
              autoComplete="off"
              required
              defaultValue={saisie?.email}
            />
            <button className="btn" type="submit" name="intention" value="inviter" disabled={enCours}>
              <Chainon />
              Créer le lien
            </button>
          </Formulaire>
          {lien && invite && <LienCree lien={lien} />}
        </section>
      </div>
    </main>
  );
}
