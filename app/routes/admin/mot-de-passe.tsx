import { Link, redirect, useNavigation } from "react-router";
import { compteContext, gardeContext, servicesContext, siteContext } from "#app/context.ts";
import { annoncer, lireSession, ouvrirSession } from "#app/cookies.ts";
import type { FormAnswer } from "#app/form-answer.ts";
import type { Handle } from "#app/handle.ts";
import art from "#app/images/crete-comptes.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { requireAdmin } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { answer, takeForm } from "#app/take-form.server.ts";
import { TropDEssais } from "#app/ui/avis-de-limite.tsx";
import { AvisDePanne } from "#app/ui/avis-de-panne.tsx";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { ChampMotDePasse } from "#app/ui/champ-mot-de-passe.tsx";
import { Formulaire } from "#app/ui/formulaire.tsx";
import { dansCombien } from "#domain/attente.ts";
import { fieldNames } from "#domain/champs.ts";
import { deviceLabel } from "#domain/device.ts";
import { AIDE_MOT_DE_PASSE } from "#domain/mot-de-passe.ts";
import { passwordChangeSchema } from "#domain/sign-in-form.ts";
import { changerMotDePasse, PAS_LE_MOT_DE_PASSE } from "#usecases/choisir-mot-de-passe.ts";
import type { Route } from "./+types/mot-de-passe.ts";

export const handle: Handle = { screen: true, unlisted: true };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Mot de passe", "Changer le mot de passe de votre compte du comité.", args);

export async function loader({ context }: Route.LoaderArgs) {
  return { email: context.get(compteContext)?.email ?? "" };
}

const CHANGE = passwordChangeSchema();
const PASSWORDS = fieldNames(CHANGE);

export const action = (args: Route.ActionArgs) =>
  takeForm(args, { ou: "password", champs: PASSWORDS, secrets: PASSWORDS }, async ({ secrets }) => {
    const { request, context } = args;
    const compte = context.get(compteContext);
    if (!compte) return answer({ sessionEnded: true }, 401);
    // Somebody at a telephone left lying about knows the session, not the password.
    const garde = context.get(gardeContext);
    const { publicUrl, record } = context.get(siteContext);
    const essai = garde.passwordIn((await lireSession(request)) ?? "", compte.email);
    if (essai.attente > 0) {
      if (garde.worthALine()) record("password-locked", compte.id);
      return answer({ attente: dansCombien(essai.attente) }, 429);
    }
    const device = deviceLabel(request.headers.get("user-agent"));
    const change = changerMotDePasse(context.get(servicesContext), compte, secrets, device);
    const issue = await change.catch((panne: unknown) => {
      essai.abandonner();
      throw panne;
    });
    if (!issue.ok) {
      if (issue.raison.actuel === PAS_LE_MOT_DE_PASSE) record("password-failed", compte.id);
      else essai.abandonner();
      return answer({ erreurs: issue.raison }, 400);
    }
    essai.annuler();
    record("password-changed", compte.id);
    const headers = new Headers();
    headers.append("set-cookie", await ouvrirSession(publicUrl, issue.valeur.jeton));
    headers.append("set-cookie", await annoncer(publicUrl, "mot-de-passe-change"));
    return redirect("/comptes", { headers });
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

export default function MotDePasse({ loaderData: { email }, actionData }: Route.ComponentProps) {
  const { erreurs, attente, echec }: FormAnswer = actionData ?? {};
  const enCours = useNavigation().state !== "idle";
  return (
    <main id="contenu">
      <Bandeau bas encre="paille" art={art} titre="Mot de passe">
        <bdi>{email}</bdi>
      </Bandeau>
      <div className="cadre-page feuille">
        <Formulaire className="formulaire mot-de-passe" erreurs={erreurs} schema={CHANGE}>
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
