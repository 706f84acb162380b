import { AvisDEchec } from "./avis-d-echec.tsx";

/** Says in a form that too much was sent from one place. @param attente "dans 12 minutes" */
export const TropDEnvois = ({ attente }: { attente: string }) => (
  <AvisDEchec
    titre="Trop d’envois depuis cette connexion."
    texte={`Réessayez ${attente}\u00a0: tout ce que vous avez écrit est resté dans les champs.`}
  />
);

/** Says in a form that a password was tried too often. @param attente "dans 12 minutes" @param sinon what helps at once */
export const TropDEssais = ({ attente, sinon = "" }: { attente: string; sinon?: string }) => (
  <AvisDEchec
    titre="Trop d’essais."
    texte={`Par sécurité, le site fait une pause. Réessayez ${attente}. ${sinon}`.trim()}
  />
);
