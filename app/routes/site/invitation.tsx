import { data, Link, redirectDocument, useNavigation } from "react-router";
import { servicesContext, siteContext } from "#app/context.ts";
import { annoncer, lireSession, ouvrirSession } from "#app/cookies.ts";
import type { FormAnswer } from "#app/form-answer.ts";
import type { Handle } from "#app/handle.ts";
import nuit from "#app/images/nuit-login.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { answer, takeForm } from "#app/take-form.server.ts";
import { AvisDePanne } from "#app/ui/avis-de-panne.tsx";
import { Champ } from "#app/ui/champ.tsx";
import { ChampMotDePasse } from "#app/ui/champ-mot-de-passe.tsx";
import { Formulaire } from "#app/ui/formulaire.tsx";
import { fieldNames } from "#domain/champs.ts";
import { deviceLabel } from "#domain/device.ts";
import { AIDE_MOT_DE_PASSE, newPasswordSchema } from "#domain/mot-de-passe.ts";
import type { RefusDeLien } from "#ports/authenticator.ts";
import { accepterLien } from "#usecases/choisir-mot-de-passe.ts";
import type { Route } from "./+types/invitation.ts";

export const handle: Handle = { comite: true, nuit: true, unlisted: true, secret: true, costly: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  metaPrivee("Votre mot de passe", "Choisir le mot de passe de votre compte du comité.", { matches });

/** Looking at a link leaves it as it is: programs that check mail open it before the person does. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const lien = await context.get(servicesContext).auth.readLink(params.jeton);
  if (!lien.ok) return data({ email: "", refus: lien.raison }, { status: 410 });
  return data({ email: lien.valeur.compte.email, refus: null });
}

type Reponse = FormAnswer<{ lien?: RefusDeLien }>;

const NEW_PASSWORD = newPasswordSchema();
const FIELDS = fieldNames(NEW_PASSWORD);
const FORM = { ou: "invitation", champs: FIELDS, secrets: FIELDS };

export const action = (args: Route.ActionArgs) =>
  takeForm(args, FORM, async ({ secrets }) => {
    const { request, params, context } = args;
    const { publicUrl, signaler, record } = context.get(siteContext);
    const services = context.get(servicesContext);
    const device = deviceLabel(request.headers.get("user-agent"));
    const issue = await accepterLien(services, params.jeton, secrets, device);
    if (!issue.ok) return answer<Pick<Reponse, "lien">>(issue.raison, "lien" in issue.raison ? 410 : 400);
    const { session, genre } = issue.valeur;
    record("password-chosen", session.compte.id, { what: genre });
    // The session that this browser had ends with the new one, be it somebody else's.
    const ancien = await lireSession(request);
    if (ancien) await services.auth.signOut(ancien).catch((panne: unknown) => signaler(panne, "invitation"));
    const headers = new Headers();
    headers.append("set-cookie", await ouvrirSession(publicUrl, session.jeton));
    headers.append("set-cookie", await annoncer(publicUrl, "connecte"));
    return redirectDocument("/planning", { headers });
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

const REFUS: Record<RefusDeLien, { titre: string; phrase: string }> = {
  expire: {
    titre: "Ce lien a expiré",
    phrase:
      "Demandez-en un nouveau à une personne du comité\u00a0: elle le crée en un instant sous «\u00a0Comptes\u00a0». Pour le tout premier compte, redémarrez le site\u00a0: il affiche un nouveau lien.",
  },
  inconnu: {
    titre: "Ce lien ne marche plus",
    phrase:
      "Il a déjà servi, ou un autre l’a remplacé. Si vous avez choisi votre mot de passe, connectez-vous. Sinon, demandez un nouveau lien à une personne du comité.",
  },
};

function LienMort({ raison }: { raison: RefusDeLien }) {
  const { titre, phrase } = REFUS[raison];
  return (
    <>
      <h1>{titre}</h1>
      <p>{phrase}</p>
      <div className="rangee">
        <Link className="btn btn--grand" to="/login">
          Se connecter
        </Link>
        <Link className="lien-fort" to="/">
          Retour à l’accueil
        </Link>
      </div>
    </>
  );
}

export default function Invitation({ loaderData: { email, refus }, actionData }: Route.ComponentProps) {
  const { erreurs, lien, echec }: Reponse = actionData ?? {};
  const enCours = useNavigation().state !== "idle";
  const raison = lien ?? refus;
  return (
    <main id="contenu" className="nuit">
      <div className="nuit__image" aria-hidden="true">
        <img src={nuit} width="1000" height="1100" alt="" />
      </div>
      <div className="nuit__fiche">
        {raison ? (
          <LienMort raison={raison} />
        ) : (
          <>
            <h1>Choisissez votre mot de passe</h1>
            <Formulaire className="formulaire" erreurs={erreurs} schema={NEW_PASSWORD}>
              <Champ nom="username" libelle="E-mail" type="email" autoComplete="username" readOnly value={email} />
              <ChampMotDePasse
                nom="nouveau"
                libelle="Mot de passe"
                autoComplete="new-password"
                aide={AIDE_MOT_DE_PASSE}
              />
              {echec && !enCours && (
                <AvisDePanne
                  titre="Rien n’a été enregistré."
                  texte="Le lien marche toujours&nbsp;: réessayez dans un instant."
                />
              )}
              <div>
                <button className="btn btn--grand" type="submit" disabled={enCours}>
                  Entrer
                </button>
              </div>
            </Formulaire>
          </>
        )}
      </div>
    </main>
  );
}
