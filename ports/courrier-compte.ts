import type { GenreDeLien } from "#domain/lien-compte.ts";
import type { Issue } from "./mailer.ts";

/** A mail to one person with the link to a password. */
export type CourrierDeLien = {
  readonly destinataire: string;
  readonly genre: GenreDeLien;
  readonly adresse: string;
  readonly expireLe: Date;
};

/** Sends links to the person they are for. Never throws: whatever goes wrong is an outcome. */
export interface CourrierCompte {
  /** Makes one attempt, bounded in time: somebody waits for the answer. Nobody repeats it. */
  send(courrier: CourrierDeLien): Promise<Issue>;
}
