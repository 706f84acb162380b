import { FailureNotice } from "./failure-notice.tsx";

/** Says in a form that a password was tried too often. @param wait "dans 12 minutes" @param otherwise what helps at once */
export const TooManyAttempts = ({ wait, otherwise = "" }: { wait: string; otherwise?: string }) => (
  <FailureNotice
    title="Trop d’essais."
    text={`Par sécurité, le site fait une pause. Réessayez ${wait}. ${otherwise}`.trim()}
  />
);
