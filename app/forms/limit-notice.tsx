import { FailureNotice } from "./failure-notice.tsx";

/** Says in a form that too much was sent from one place. @param wait "dans 12 minutes" */
export const TooManySubmissions = ({ wait }: { wait: string }) => (
  <FailureNotice
    title="Trop d’envois depuis cette connexion."
    text={`Réessayez ${wait}\u00a0: tout ce que vous avez écrit est resté dans les champs.`}
  />
);

/** Says in a form that a password was tried too often. @param wait "dans 12 minutes" @param otherwise what helps at once */
export const TooManyAttempts = ({ wait, otherwise = "" }: { wait: string; otherwise?: string }) => (
  <FailureNotice
    title="Trop d’essais."
    text={`Par sécurité, le site fait une pause. Réessayez ${wait}. ${otherwise}`.trim()}
  />
);
