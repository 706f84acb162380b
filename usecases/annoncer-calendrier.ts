import { rendezVous } from "#domain/agenda.ts";
import { comparerEvenements, retraitsDepuis } from "#domain/evenement.ts";
import type { EntreeCalendrier } from "#ports/calendrier.ts";
import type { EvenementRetire } from "#ports/evenement-store.ts";
import type { Services } from "#ports/services.ts";

type Ports = Pick<Services, "evenements" | "calendrier" | "clock">;

/**
 * The whole planning as a calendar to subscribe to: the events of all years, and for sixty days those that were
 * deleted, as cancelled.
 * @param publicUrl origin that visitors see
 * @returns an iCalendar file
 * @throws when the store does not answer
 */
export async function annoncerPlanning({ evenements, calendrier, clock }: Ports, publicUrl: string): Promise<string> {
  const [liste, retires] = await Promise.all([evenements.list(), evenements.retires(retraitsDepuis(clock.now()))]);
  const entrees = [
    ...liste.toSorted(ordre).map((evenement) => entree(evenement, publicUrl)),
    ...retires.toSorted(ordre).map((evenement) => entree(evenement, publicUrl, true)),
  ];
  return calendrier.ics(entrees.filter((une) => une !== null));
}

/**
 * One event to put into a calendar: there it is the same entry as that of the whole planning.
 * @returns an iCalendar file; null when there is no such event, or no day for it
 * @throws when the store does not answer
 */
export async function annoncerEvenement(
  { evenements, calendrier }: Pick<Ports, "evenements" | "calendrier">,
  publicUrl: string,
  id: string,
): Promise<string | null> {
  const evenement = await evenements.get(id);
  const seule = evenement && entree(evenement, publicUrl);
  return seule && calendrier.ics([seule]);
}

/** Whatever order the store lists them in, the file stays the same. */
const ordre = (a: EvenementRetire, b: EvenementRetire) => comparerEvenements(a, b) || (a.id < b.id ? -1 : 1);

function entree(evenement: EvenementRetire, publicUrl: string, retire = false): EntreeCalendrier | null {
  const cree = rendezVous(evenement, retire);
  if (!cree) return null;
  const segment = encodeURIComponent(evenement.id);
  return {
    ...cree,
    uid: `${segment}@${new URL(publicUrl).host}`,
    adresse: `${publicUrl}/planning#${segment}`,
    modifieLe: evenement.modifieLe,
    sequence: evenement.sequence,
  };
}
