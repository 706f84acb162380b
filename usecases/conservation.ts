/** What the committee has dealt with does not stay for ever: announced beforehand, then deleted. */
import { ANNONCE_JOURS, effaceLe, jourPlus, limiteDeConservation } from "#domain/conservation.ts";
import { type Jour, jourAZurich } from "#domain/dates.ts";
import type { Reglages } from "#domain/reglages.ts";
import type { TypeDEnvoi } from "#domain/submission.ts";
import type { Services } from "#ports/services.ts";
import { eraseOrphanMail } from "./erase-orphan-mail.ts";

type Ce = Pick<Services, "inbox" | "reglages" | "clock">;

/** So many entries go on these days; one and the same when they all go together. */
export type EffacementProche = { readonly nombre: number; readonly du: Jour; readonly au: Jour };

const moisDe = (type: TypeDEnvoi, { conservationMessages, conservationInscriptions }: Reglages): number =>
  type === "message" ? conservationMessages : conservationInscriptions;

/**
 * Deletes the treated entries whose time is over, for good, with the mail that was kept of them.
 * @returns how many entries
 * @throws when a store does not answer; what is left goes the next time
 */
export async function effacerAnciens({
  inbox,
  reglages,
  keptMail,
  clock,
}: Ce & Pick<Services, "keptMail">): Promise<number> {
  const actuels = await reglages.get();
  const jour = jourAZurich(clock.now());
  let effaces = 0;
  for (const type of ["inscription", "message"] as const)
    effaces += await inbox.purge(type, limiteDeConservation(jour, moisDe(type, actuels)));
  await eraseOrphanMail({ inbox, keptMail, clock });
  return effaces;
}

/**
 * What is deleted within the next days (`ANNONCE_JOURS`), for the screen to say so.
 * @returns null when nothing is
 */
export async function effacementProche(
  { inbox, reglages, clock }: Ce,
  type: TypeDEnvoi,
): Promise<EffacementProche | null> {
  const mois = moisDe(type, await reglages.get());
  const jour = jourAZurich(clock.now());
  const limite = limiteDeConservation(jourPlus(jour, ANNONCE_JOURS), mois);
  const { nombre, premier, dernier } = await inbox.countTreated(type, limite);
  if (!premier || !dernier) return null;
  // What was due before today waits for the next pass only.
  const quand = (traite: Date) => [effaceLe(jourAZurich(traite), mois), jour].sort()[1] ?? jour;
  return { nombre, du: quand(premier), au: quand(dernier) };
}
