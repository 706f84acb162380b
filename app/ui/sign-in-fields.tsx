/** What signing in asks for, and why it was refused: on the login, and where a session has ended under a form. */
import { useEffect, useId } from "react";
import type { SignInAnswer } from "#app/sign-in-answer.ts";
import { AvisDEchec } from "./avis-d-echec.tsx";
import { TropDEssais } from "./avis-de-limite.tsx";
import { AvisDePanne } from "./avis-de-panne.tsx";
import { Champ } from "./champ.tsx";
import { ChampMotDePasse } from "./champ-mot-de-passe.tsx";

const PASSWORD = "password";

const REFUSALS = {
  wrong: {
    titre: "La connexion est refusée.",
    texte: "L’adresse et le mot de passe ne vont pas ensemble. Vérifiez les deux, puis réessayez.",
  },
  away: {
    titre: "La connexion n’a pas abouti.",
    texte: "Le site n’a pas pu vérifier votre mot de passe. Réessayez dans un instant.",
  },
} as const;

type Props = {
  /** What the action told; a new object for each answer. */
  answer: SignInAnswer;
  /** An answer is on its way. */
  busy: boolean;
};

export function SignInFields({ answer, busy }: Props) {
  const { saisie, refusal, attente, echec } = answer;
  const idRefusal = useId();
  // What has to be typed again is the password.
  useEffect(() => {
    if (answer.refusal) document.getElementById(PASSWORD)?.focus();
  }, [answer]);
  return (
    <>
      <Champ
        nom="username"
        libelle="E-mail"
        type="email"
        inputMode="email"
        autoComplete="username"
        required
        defaultValue={saisie?.username}
      />
      <ChampMotDePasse
        nom={PASSWORD}
        libelle="Mot de passe"
        autoComplete="current-password"
        decritPar={refusal && idRefusal}
        autoFocus={refusal !== undefined}
      />
      {refusal && !busy && (
        <div id={idRefusal}>
          <AvisDEchec {...REFUSALS[refusal]} />
        </div>
      )}
      {attente && !busy && (
        <TropDEssais attente={attente} sinon="Un lien d’une autre personne du comité marche tout de suite." />
      )}
      {echec && !busy && (
        <AvisDePanne titre="La connexion n’a pas abouti." texte="Vérifiez votre réseau et réessayez." />
      )}
    </>
  );
}
