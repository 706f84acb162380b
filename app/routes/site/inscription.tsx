import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useNavigation } from "react-router";
import { servicesContext } from "#app/context.ts";
import type { SignUpAnswer } from "#app/form-answer.ts";
import type { Handle } from "#app/handle.ts";
import bandeau from "#app/images/bandeau-inscription.svg";
import etoile from "#app/images/etoile.svg";
import sauteuse from "#app/images/etoile-saute.svg";
import { pageMeta } from "#app/page-meta.ts";
import { receiveForm } from "#app/receive-form.server.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { Annonce } from "#app/ui/avis.tsx";
import { montrer } from "#app/ui/avis-a-montrer.ts";
import { TropDEnvois } from "#app/ui/avis-de-limite.tsx";
import { AvisDePanne } from "#app/ui/avis-de-panne.tsx";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { BirthDateQuestion, useBirthDateQuestion } from "#app/ui/birth-date-question.tsx";
import { useBrouillon } from "#app/ui/brouillon.ts";
import { Champ, Coche } from "#app/ui/champ.tsx";
import { BoutonFermer, Dialogue } from "#app/ui/dialogue.tsx";
import { Formulaire } from "#app/ui/formulaire.tsx";
import { MinorPaper } from "#app/ui/minor-paper.tsx";
import { RenvoiConfidentialite } from "#app/ui/renvoi-confidentialite.tsx";
import { tropLongs } from "#app/ui/trop-longs.ts";
import { Voile } from "#app/ui/voile.tsx";
import { mineurDe } from "#domain/autorisation.ts";
import { type Erreurs, LIMITES, normaliserTelephone, PHRASES } from "#domain/champs.ts";
import { estJour, type Jour, jourAZurich } from "#domain/dates.ts";
import { CONFIRMED_BIRTH_DATE, naissanceProposee, PHRASES_INSCRIPTION, statutAu } from "#domain/inscription.ts";
import { COTISATION, montantLisible } from "#domain/montant.ts";
import { inscrire } from "#usecases/inscrire.ts";
import type { Route } from "./+types/inscription.ts";

export const handle: Handle = { cached: [], listed: [] };

const FORM = "sign-up";
const CHAMPS = [
  ...["nom", "prenom", "adresse", "tel", "dateAnniv", "charte", "charteMineur"],
  CONFIRMED_BIRTH_DATE,
] as const;
const LONGUEURS = { nom: LIMITES.nom, prenom: LIMITES.nom, adresse: LIMITES.texte };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    titre: "Inscription",
    description:
      "Devenez membre de la Jeunesse de Savièse dès 16 ans\u00a0: quelques champs à remplir, et le comité vous ajoute à la liste des membres.",
    chemin: "/inscription",
    matches,
  });

export async function loader({ context }: Route.LoaderArgs) {
  return { aujourdhui: jourAZurich(context.get(servicesContext).clock.now()) };
}

export const action = (args: Route.ActionArgs) =>
  receiveForm(args, {
    ou: "inscription",
    champs: CHAMPS,
    envoyer: inscrire,
    enPlus: (entree) =>
      entree.type === "inscription" && mineurDe(entree.contenu) ? { autorisation: `/autorisation/${entree.id}` } : {},
  });

/** Nothing that the page shows depends on what was sent. */
export const shouldRevalidate = () => false;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

const estMineur = (naissance: string, jour: Jour) => estJour(naissance) && statutAu(naissance, jour) === "mineur";

/** What the browser can say before anything is sent; the server says it again. */
function verifier(valeurs: FormData, jour: Jour): Erreurs {
  const erreurs: Record<string, string> = { ...tropLongs(valeurs, LONGUEURS) };
  const tel = String(valeurs.get("tel"));
  if (tel.trim() !== "" && normaliserTelephone(tel) === null) erreurs.tel = PHRASES.telephone;
  const naissance = String(valeurs.get("dateAnniv"));
  if (!estJour(naissance)) erreurs.dateAnniv = PHRASES_INSCRIPTION.naissance;
  else if (statutAu(naissance, jour) === "trop-jeune") erreurs.dateAnniv = PHRASES_INSCRIPTION.tropJeune;
  else if (statutAu(naissance, jour) === "impossible") erreurs.dateAnniv = PHRASES_INSCRIPTION.naissanceImpossible;
  if (!valeurs.has("charte")) erreurs.charte = PHRASES_INSCRIPTION.charte;
  if (estMineur(naissance, jour) && !valeurs.has("charteMineur"))
    erreurs.charteMineur = PHRASES_INSCRIPTION.charteMineur;
  return erreurs;
}

const estTropJeune = (erreurs: Erreurs | undefined) => erreurs?.dateAnniv === PHRASES_INSCRIPTION.tropJeune;
const TROP_JEUNE = { type: "error", texte: PHRASES_INSCRIPTION.tropJeune } as const;

/** Before anything was sent. */
const NO_ANSWER: SignUpAnswer = {};

export default function Inscription({ loaderData: { aujourdhui }, actionData }: Route.ComponentProps) {
  const answer: SignUpAnswer = actionData ?? NO_ANSWER;
  const { erreurs, saisie, attente, echec, merci, autorisation } = answer;
  const envoi = useNavigation().state === "submitting";
  const formRef = useRef<HTMLFormElement>(null);
  const proposee = naissanceProposee(aujourdhui);
  const [naissance, setNaissance] = useState<string>(saisie?.dateAnniv ?? proposee);
  const mineur = estMineur(naissance, aujourdhui);
  const { question, confirmed, ask } = useBirthDateQuestion(answer, aujourdhui);
  useBrouillon("inscription", formRef, mineur);
  // A date that was chosen before script took the page over, or a draft brings back, counts as well.
  useEffect(() => {
    const champ = formRef.current?.elements.namedItem("dateAnniv");
    if (champ instanceof HTMLInputElement) setNaissance(champ.value);
  }, []);
  useEffect(() => {
    if (!merci || !actionData) return;
    formRef.current?.reset();
    setNaissance(proposee);
  }, [merci, actionData, proposee]);
  const avis = useMemo(() => (estTropJeune(erreurs) ? { ...TROP_JEUNE } : null), [erreurs]);
  const coche = (
    <Coche
      nom="charteMineur"
      libelle={
        <>
          Mon représentant légal a lu et accepte les <Link to="/responsabilite">conditions de responsabilité</Link>
        </>
      }
      required={mineur}
      defaultChecked={saisie?.charteMineur === "on"}
    />
  );
  return (
    <main id="contenu">
      <Bandeau encre="brique" art={bandeau} titre="Inscription">
        Il reste une place dans la ronde. C’est la vôtre.
      </Bandeau>
      {question && (
        <BirthDateQuestion
          question={question}
          form={FORM}
          onClose={() => {
            const birthDate = formRef.current?.elements.namedItem("dateAnniv");
            if (birthDate instanceof HTMLElement) birthDate.focus();
          }}
        />
      )}
      <div className="cadre-page feuille">
        <Formulaire
          id={FORM}
          className="formulaire formulaire--duo"
          formRef={formRef}
          erreurs={question ? undefined : erreurs}
          verifier={(valeurs) => verifier(valeurs, aujourdhui)}
          holdBack={ask}
          onRefus={(refus) => {
            if (estTropJeune(refus)) void montrer(TROP_JEUNE);
          }}
        >
          <p className="indice pleine" id="age">
            <img src={etoile} width="92" height="92" alt="" />
            Pour pouvoir s'inscrire il faut au minimum avoir 16 ans
          </p>
          <Champ nom="nom" libelle="Nom" autoComplete="family-name" required defaultValue={saisie?.nom} />
          <Champ nom="prenom" libelle="Prénom" autoComplete="given-name" required defaultValue={saisie?.prenom} />
          <Champ
            pleine
            nom="adresse"
            libelle="Adresse"
            autoComplete="address-line1"
            required
            defaultValue={saisie?.adresse}
          />
          <Champ
            nom="tel"
            libelle="Téléphone"
            type="tel"
            autoComplete="tel"
            placeholder="0791234567"
            required
            defaultValue={saisie?.tel}
          />
          <Champ
            nom="dateAnniv"
            libelle="Date de naissance"
            type="date"
            autoComplete="bday"
            decritPar="age"
            required
            defaultValue={saisie?.dateAnniv ?? proposee}
            onChange={(evenement) => setNaissance(evenement.currentTarget.value)}
          />
          {confirmed !== "" && <input type="hidden" name={CONFIRMED_BIRTH_DATE} value={confirmed} />}
          <Coche
            nom="charte"
            decritPar="fee"
            libelle={
              <>
                J’ai lu et j’accepte la <Link to="/charte">charte de la Jeunesse</Link>.
              </>
            }
            required
            defaultChecked={saisie?.charte === "on"}
          />
          <p className="champ__aide pleine" id="fee">
            La charte prévoit une cotisation de {montantLisible(COTISATION)} par an.
          </p>
          {mineur ? coche : <noscript>{coche}</noscript>}
          {attente && !envoi && <TropDEnvois attente={attente} />}
          {echec && !envoi && (
            <AvisDePanne
              titre="Votre inscription n’est pas partie."
              texte="La connexion a lâché en route. Rien n’est perdu&nbsp;: vos réponses sont restées ici, vous pouvez réessayer."
            />
          )}
          <div className="pleine">
            <button className="btn btn--brique btn--grand" type="submit" disabled={envoi}>
              S'inscrire
            </button>
          </div>
          <RenvoiConfidentialite />
        </Formulaire>
        <aside className="encart encre-vigne" aria-labelledby="suite">
          <img className="encart__saut" src={sauteuse} width="260" height="200" alt="" />
          <h2 id="suite">Et ensuite&nbsp;?</h2>
          <ol role="list" className="etapes">
            <li>Le comité reçoit votre demande et vérifie votre âge.</li>
            <li>Vous êtes ajouté·e à la liste des membres. S’il manque quelque chose, nous vous appelons.</li>
            <li>Vous choisissez une première date dans le planning, et vous venez.</li>
          </ol>
        </aside>
      </div>
      {merci && (
        <Dialogue
          id="merci"
          titre="Merci de votre inscription"
          image={{ src: sauteuse, largeur: 260, hauteur: 200 }}
          ouvertPour={actionData}
        >
          <p>
            Vous serez ajouté·e à la liste des membres prochainement. À très vite dans la ronde&nbsp;! La cotisation est
            de {montantLisible(COTISATION)} par an.
          </p>
          {autorisation && <MinorPaper address={autorisation} />}
          <BoutonFermer />
        </Dialogue>
      )}
      <Annonce avis={avis} />
      {envoi && <Voile texte="Envoi en cours..." />}
    </main>
  );
}
