import type { Issue, Mailer } from "#ports/mailer.ts";
import type { Services } from "#ports/services.ts";

/** What became of a trial mail. */
export type ResultatEssai = {
  readonly issue: Issue;
  readonly remise: Mailer["remise"];
  /** Whom it was addressed to; empty: the addresses of the configuration. */
  readonly destinataires: readonly string[];
};

/**
 * Sends a mail to the committee's own addresses at once, past the outbox: nothing of it stands in the inbox and
 * nothing is repeated.
 * @param demandePar address of the account that asked for it
 * @throws when the settings cannot be read
 */
export async function envoyerEssai(
  { reglages, mailer, clock }: Pick<Services, "reglages" | "mailer" | "clock">,
  demandePar: string,
): Promise<ResultatEssai> {
  const { destinataires } = await reglages.get();
  const issue = await mailer.send({
    id: crypto.randomUUID(),
    envoi: { type: "essai", contenu: { demandePar } },
    recuLe: clock.now(),
    destinataires,
  });
  return { issue, remise: mailer.remise, destinataires };
}
