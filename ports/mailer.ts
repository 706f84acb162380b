import type { TrialMail } from "#domain/courrier.ts";
import type { Envoi } from "#domain/submission.ts";

/** One mail to the committee. The two types of `Envoi` are the two templates of SPEC.md section 7. */
export type Courrier = {
  /** The same mail sent twice carries the same one. Not the entry's id, which opens a minor's paper. */
  readonly id: string;
  readonly envoi: Envoi | TrialMail;
  readonly recuLe: Date;
  /** Addresses chosen by the committee; empty: those of the configuration. */
  readonly destinataires: readonly string[];
};

/**
 * What became of one attempt. `raison` is one French line for the committee, without personal data.
 * 'reessayer': the same attempt may succeed later. 'refuse': it never will.
 */
export type Issue =
  | { readonly issue: "envoye" }
  | { readonly issue: "reessayer"; readonly raison: string }
  | { readonly issue: "refuse"; readonly raison: string };

/** Sends one message by template. Never throws: whatever goes wrong is an outcome. */
export interface Mailer {
  /**
   * Where an accepted mail is: handed to a mail server for the addresses of the mail; handed to a service that writes to
   * the addresses of its own templates only (`modeles`); or kept as a file because none is configured.
   */
  readonly remise: "serveur" | "modeles" | "fichier";

  /** Makes one attempt, bounded in time. */
  send(courrier: Courrier): Promise<Issue>;
}
