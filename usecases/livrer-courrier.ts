import { prochaineFois, RESERVATION_MS } from "#domain/mail/mail-back-off.ts";
import type { Envoi } from "#domain/submission.ts";
import type { Entree } from "#ports/inbox.ts";
import type { Issue } from "#ports/mailer.ts";
import type { Services } from "#ports/services.ts";
import { mailIdOf } from "./mail-id.ts";

/** Pauses between attempts to record a success, in milliseconds. */
const PAUSES_MS = [100, 200, 400, 800];

type Ce = Pick<Services, "inbox" | "mailer" | "reglages" | "clock">;

/** How many mails went out or were kept, wait for another attempt, were refused for good. */
export type Bilan = { envoyes: number; reportes: number; refuses: number };

/**
 * One pass over the outbox: sends what is due, one entry after the other, until nothing is. An attempt that
 * fails is repeated after one minute, then two, four… at most an hour, without end: nothing sent is lost.
 * Several passes may run at the same time.
 * @param signalerPanne told of a fault that concerns one entry only; the pass goes on
 * @param stop ends the pass between two entries
 * @throws when a store does not answer; what was being sent is due again when its claim ends
 */
export async function livrerCourrier(
  services: Ce,
  signalerPanne: (panne: unknown) => void = () => {},
  stop?: AbortSignal,
): Promise<Bilan> {
  const { inbox, clock } = services;
  const bilan = { envoyes: 0, reportes: 0, refuses: 0 };
  // One at a time: a claim on several would run out while the first of them are being sent.
  while (!stop?.aborted) {
    const [entree] = await inbox.claimDue(clock.now(), RESERVATION_MS, 1);
    if (!entree) break;
    const issue = await essayer(services, entree, signalerPanne);
    if (issue.issue === "envoye") {
      bilan.envoyes++;
      await noterEnvoi(services, entree.id, signalerPanne);
    } else if (issue.issue === "refuse") {
      bilan.refuses++;
      await inbox.markFailed(entree.id, issue.raison);
    } else {
      bilan.reportes++;
      await inbox.markRetry(entree.id, issue.raison, prochaineFois(echecsDe(entree), clock.now()));
    }
  }
  return bilan;
}

/** One attempt. A mailer that throws must not keep the entries behind this one waiting. */
async function essayer(
  { mailer, reglages }: Ce,
  entree: Entree,
  signalerPanne: (panne: unknown) => void,
): Promise<Issue> {
  const { destinataires } = await reglages.get();
  try {
    const { type, contenu, birthDateToVerify } = entree;
    const envoi = { type, contenu, ...(type === "inscription" && { birthDateToVerify }) } as Envoi;
    return await mailer.send({ id: await mailIdOf(entree.id), envoi, recuLe: entree.recuLe, destinataires });
  } catch (panne) {
    signalerPanne(panne);
    return { issue: "reessayer", raison: "L’envoi a échoué." };
  }
}

/** Records a success, and whether anybody has received the mail; a store that falters for a moment must not make the same mail go out again. */
async function noterEnvoi(
  { inbox, mailer, clock }: Ce,
  id: string,
  signalerPanne: (panne: unknown) => void,
): Promise<void> {
  const le = clock.now();
  const mark = () => (mailer.remise === "fichier" ? inbox.markKept(id, le) : inbox.markSent(id, le));
  for (const pause of PAUSES_MS) {
    try {
      return await mark();
    } catch (panne) {
      signalerPanne(panne);
      await new Promise((reprendre) => setTimeout(reprendre, pause));
    }
  }
  await mark();
}

const echecsDe = ({ courrier }: Entree): number => (courrier.etat === "en-attente" ? courrier.tentatives : 0);
