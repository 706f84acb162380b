/** What a card says of an event beyond month and year: its exact days, and what has become of it. */
import { type Etat, type Jours, joursEtHeure, stateInFrench } from "#domain/evenement.ts";

/** Exact days and hour; nothing when only the month is known. */
export function JoursEvenement({ evenement }: { evenement: Jours }) {
  const jours = joursEtHeure(evenement);
  if (!jours) return null;
  const { Du, Heure } = evenement;
  return (
    <p className="evenement__jours">
      <time dateTime={Heure ? `${Du}T${Heure}` : Du}>{jours}</time>
    </p>
  );
}

/** A stamp across the poster: « Annulé », « Reporté »; nothing when the event takes place as announced. */
export const EtatEvenement = ({ etat }: { etat: Etat }) =>
  etat === "" ? null : <p className={`tampon tampon--${etat}`}>{stateInFrench(etat)}</p>;
