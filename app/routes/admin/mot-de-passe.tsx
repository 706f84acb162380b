import { data, Link, redirect, useNavigation } from "react-router";
import { compteContext, gardeContext, servicesContext, siteContext } from "#app/context.ts";
import { annoncer, lireSession, ouvrirSession } from "#app/cookies.ts";
import art from "#app/images/crete-comptes.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { requireAdmin } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { TropDEssais } from "#app/ui/avis-de-limite.tsx";
import { AvisDePanne } from "#app/ui/avis-de-panne.tsx";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { ChampMotDePasse } from "#app/ui/champ-mot-de-passe.tsx";
import { Formulaire } from "#app/ui/formulaire.tsx";
import { verifierNouveau } from "#app/ui/verifier-nouveau.ts";
import { dansCombien } from "#domain/attente.ts";
import type { Erreurs } from "#domain/champs.ts";
import { deviceLabel } from "#domain/device.ts";
import { AIDE_MOT_DE_PASSE } from "#domain/mot-de-passe.ts";
import { changerMotDePasse, PAS_LE_MOT_DE_PASSE } from "#usecases/choisir-mot-de-passe.ts";
import type { Route } from "./+types/mot-de-passe.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Mot de passe", "Changer le mot de passe de votre compte du comité.", args);

export async function loader({ context }: Route.LoaderArgs) {
  return { email: context.get(compteContext)?.email ?? "" };
}

type Reponse = { erreurs?: Erreurs; attente?: string; echec?: true };
const repondre = (reponse: Reponse, status: number) => data(reponse, { status });

/** A password that was typed never comes back with the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const { saisie, malformes, robot } = readForm({ request, context }, ["actuel", "nouveau"]);
  const compte = context.get(compteContext);
  if (robot || !compte) return repondre({}, 200);
  if (Object.keys(malformes).length > 0) return repondre({ erreurs: malformes }, 400);
  // Somebody at a telephone left lying about knows the session, not the password.
  const garde = context.get(gardeContext);
  const { publicUrl, signaler, record } = context.get(siteContext);
  const essai = garde.passwordIn((await lireSession(request)) ?? "", compte.email);
  if (essai.attente > 0) {
    if (garde.worthALine()) record("password-locked", compte.id);
    return repondre({ attente: dansCombien(essai.attente) }, 429);
  }
  try {
    const device = deviceLabel(request.headers.get("user-agent"));
    const issue = await changerMotDePasse(context.get(servicesContext), compte, saisie, device);
    if (!issue.ok) {
      if (issue.raison.actuel === PAS_LE_MOT_DE_PASSE) record("password-failed", compte.id);
      else essai.abandonner();
      return repondre({ erreurs: issue.raison }, 400);
    }
    essai.annuler();
    record("password-changed", compte.id);
    const headers = new Headers();
    headers.append("set-cookie", await ouvrirSession(publicUrl, issue.valeur.jeton));
    headers.append("set-cookie", await annoncer(publicUrl, "mot-de-passe-change"));
    return redirect("/comptes", { headers });
  } catch (panne) {
    essai.abandonner();
    signaler(panne, "password");
    return repondre({ echec: true }, 503);
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

export default function MotDePasse({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const { erreurs, attente, echec }: Reponse = actionData ?? {};
  const enCours = useNavigation().state !== "idle";
  return (
    <main id="contenu">
      <Bandeau bas encre="paille" art={art} titre="Mot de passe">
        <bdi>{email}</bdi>
      </Bandeau>
      <div className="cadre-page feuille">
        <Formulaire className="formulaire mot-de-passe" erreurs={erreurs} verifier={verifierNouveau}>
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <ChampMotDePasse nom="actuel" libelle="Mot de passe actuel" autoComplete="current-password" />
          <ChampMotDePasse
            nom="nouveau"
            libelle="Nouveau mot de passe"
            autoComplete="new-password"
            aide={AIDE_MOT_DE_PASSE}
          />
          {attente && !enCours && <TropDEssais attente={attente} />}
          {echec && !enCours && (
            <AvisDePanne
              titre="Rien n’a été enregistré."
              texte="Votre mot de passe reste le même&nbsp;: réessayez dans un instant."
            />
          )}
          <div className="rangee">
            <button className="btn btn--brique btn--grand" type="submit" disabled={enCours}>
              Enregistrer
            </button>
            <Link className="lien-fort" to="/comptes">
              Annuler
            </Link>
          </div>
        </Formulaire>
        <aside className="encart encre-paille" aria-labelledby="ensuite">
          <h2 id="ensuite">Ensuite&nbsp;?</h2>
          <p>Cet appareil reste connecté, tous les autres seront déconnectés.</p>
          <p>
            Mot de passe oublié&nbsp;? Une autre personne du comité vous donne un lien depuis «&nbsp;Comptes&nbsp;».
          </p>
        </aside>
      </div>
    </main>
  );
}
