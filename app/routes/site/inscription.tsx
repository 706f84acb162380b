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
import { Voile } from "#app/ui/voile.tsx";
import { estMineur, naissanceProposee } from "#domain/age.ts";
import { mineurDe } from "#domain/autorisation.ts";
import { type Erreurs, fieldNames, type Saisie } from "#domain/champs.ts";
import { type Jour, jourAZurich } from "#domain/dates.ts";
import { CONFIRMED_BIRTH_DATE, PHRASES_INSCRIPTION, schemaInscription } from "#domain/inscription.ts";
import { COTISATION, montantLisible } from "#domain/montant.ts";
import { inscrire } from "#usecases/inscrire.ts";
import type { Route } from "./+types/inscription.ts";

export const handle: Handle = { cached: [], listed: [] };

const FORM = "sign-up";

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
    champs: fieldNames(schemaInscription(jourAZurich(args.context.get(servicesContext).clock.now()))),
    envoyer: (typed) => inscrire(args.context.get(servicesContext), typed),
    enPlus: (entree) =>
      entree.type === "inscription" && mineurDe(entree.contenu) ? { autorisation: `/autorisation/${entree.id}` } : {},
  });

/** Nothing that the page shows depends on what was sent. */
export const shouldRevalidate = () => false;

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

const estTropJeune = (erreurs: Erreurs | undefined) => erreurs?.dateAnniv === PHRASES_INSCRIPTION.tropJeune;
const TROP_JEUNE = { type: "error", texte: PHRASES_INSCRIPTION.tropJeune } as const;

/** Before anything was sent. */
const NO_ANSWER: SignUpAnswer = {};

type Typed = { saisie: Saisie | undefined };

/** Who signs up. */
const Person = ({ saisie, proposed, onBirthDate }: Typed & { proposed: Jour; onBirthDate: (day: string) => void }) => (
  <>
    <p className="indice pleine" id="age">
      <img src={etoile} width="92" height="92" alt="" />
      Pour pouvoir s'inscrire il faut au minimum avoir 16 ans
    </p>
    <Champ nom="nom" libelle="Nom" autoComplete="family-name" defaultValue={saisie?.nom} />
    <Champ nom="prenom" libelle="Prénom" autoComplete="given-name" defaultValue={saisie?.prenom} />
    <Champ pleine nom="adresse" libelle="Adresse" autoComplete="address-line1" defaultValue={saisie?.adresse} />
    <Champ
      nom="tel"
      libelle="Téléphone"
      type="tel"
      autoComplete="tel"
      placeholder="0791234567"
      defaultValue={saisie?.tel}
    />
    <Champ
      nom="dateAnniv"
      libelle="Date de naissance"
      type="date"
      autoComplete="bday"
      decritPar="age"
      defaultValue={saisie?.dateAnniv ?? proposed}
      onChange={(evenement) => onBirthDate(evenement.currentTarget.value)}
    />
  </>
);

/** What they agree to; without script nobody knows yet whether they are minors. */
function Consents({ saisie, mineur }: Typed & { mineur: boolean }) {
  const guardian = (
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
    <>
      <Coche
        nom="charte"
        decritPar="fee"
        libelle={
          <>
            J’ai lu et j’accepte la <Link to="/charte">charte de la Jeunesse</Link>.
          </>
        }
        defaultChecked={saisie?.charte === "on"}
      />
      <p className="champ__aide pleine" id="fee">
        La charte prévoit une cotisation de {montantLisible(COTISATION)} par an.
      </p>
      {mineur ? guardian : <noscript>{guardian}</noscript>}
    </>
  );
}

/** The button, and why what it sent did not get there. */
const Sending = ({ answer: { attente, echec }, busy }: { answer: SignUpAnswer; busy: boolean }) => (
  <>
    {attente && !busy && <TropDEnvois attente={attente} />}
    {echec && !busy && (
      <AvisDePanne
        titre="Votre inscription n’est pas partie."
        texte="La connexion a lâché en route. Rien n’est perdu&nbsp;: vos réponses sont restées ici, vous pouvez réessayer."
      />
    )}
    <div className="pleine">
      <button className="btn btn--brique btn--grand" type="submit" disabled={busy}>
        S'inscrire
      </button>
    </div>
  </>
);

const NextSteps = () => (
  <aside className="encart encre-vigne" aria-labelledby="suite">
    <img className="encart__saut" src={sauteuse} width="260" height="200" alt="" />
    <h2 id="suite">Et ensuite&nbsp;?</h2>
    <ol role="list" className="etapes">
      <li>Le comité reçoit votre demande et vérifie votre âge.</li>
      <li>Vous êtes ajouté·e à la liste des membres. S’il manque quelque chose, nous vous appelons.</li>
      <li>Vous choisissez une première date dans le planning, et vous venez.</li>
    </ol>
  </aside>
);

/** @param paper address of the authorisation that a minor takes home @param after the answer that it is shown for, once */
const Thanks = ({ paper, after }: { paper: string | undefined; after: object | undefined }) => (
  <Dialogue
    id="merci"
    titre="Merci de votre inscription"
    image={{ src: sauteuse, largeur: 260, hauteur: 200 }}
    ouvertPour={after}
  >
    <p>
      Vous serez ajouté·e à la liste des membres prochainement. À très vite dans la ronde&nbsp;! La cotisation est de{" "}
      {montantLisible(COTISATION)} par an.
    </p>
    {paper && <MinorPaper address={paper} />}
    <BoutonFermer />
  </Dialogue>
);

/** Keeps a draft of the form, and empties it once what it held was kept. */
function useSignUp(answer: SignUpAnswer, proposed: Jour, today: Jour) {
  const formRef = useRef<HTMLFormElement>(null);
  const [birth, setBirth] = useState<string>(answer.saisie?.dateAnniv ?? proposed);
  const mineur = estMineur(birth, today);
  // Before the date is read, which the draft may bring back.
  useBrouillon("inscription", formRef, mineur);
  // A date that was chosen before script took the page over, or a draft brings back, counts as well.
  useEffect(() => {
    const field = formRef.current?.elements.namedItem("dateAnniv");
    if (field instanceof HTMLInputElement) setBirth(field.value);
  }, []);
  useEffect(() => {
    if (!answer.merci) return;
    formRef.current?.reset();
    setBirth(proposed);
  }, [answer, proposed]);
  return { formRef, setBirth, mineur };
}

export default function Inscription({ loaderData: { aujourdhui }, actionData }: Route.ComponentProps) {
  const answer: SignUpAnswer = actionData ?? NO_ANSWER;
  const { erreurs, merci, autorisation } = answer;
  const envoi = useNavigation().state === "submitting";
  const proposee = naissanceProposee(aujourdhui);
  const { formRef, setBirth, mineur } = useSignUp(answer, proposee, aujourdhui);
  const { question, confirmed, ask } = useBirthDateQuestion(answer, aujourdhui);
  const schema = useMemo(() => schemaInscription(aujourdhui), [aujourdhui]);
  const avis = useMemo(() => (estTropJeune(erreurs) ? { ...TROP_JEUNE } : null), [erreurs]);
  const toTheDate = () => document.getElementById("dateAnniv")?.focus();
  return (
    <main id="contenu">
      <Bandeau encre="brique" art={bandeau} titre="Inscription">
        Il reste une place dans la ronde. C’est la vôtre.
      </Bandeau>
      {question && <BirthDateQuestion question={question} form={FORM} onClose={toTheDate} />}
      <div className="cadre-page feuille">
        <Formulaire
          id={FORM}
          className="formulaire formulaire--duo"
          formRef={formRef}
          erreurs={question ? undefined : erreurs}
          schema={schema}
          holdBack={ask}
          onRefus={(refus) => {
            if (estTropJeune(refus)) void montrer(TROP_JEUNE);
          }}
        >
          <Person saisie={answer.saisie} proposed={proposee} onBirthDate={setBirth} />
          {confirmed !== "" && <input type="hidden" name={CONFIRMED_BIRTH_DATE} value={confirmed} />}
          <Consents saisie={answer.saisie} mineur={mineur} />
          <Sending answer={answer} busy={envoi} />
          <RenvoiConfidentialite />
        </Formulaire>
        <NextSteps />
      </div>
      {merci && <Thanks paper={autorisation} after={actionData} />}
      <Annonce avis={avis} />
      {envoi && <Voile texte="Envoi en cours..." />}
    </main>
  );
}
