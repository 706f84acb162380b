import type { Envoi } from "./inbox.ts";

/** One mail to the committee. The two types of `Envoi` are the two templates of SPEC.md section 7. */
export type Courrier = {
  /** The inbox entry it tells of; the same mail sent twice carries the same id. */
  readonly id: string;
  readonly envoi: Envoi;
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
  /** Makes one attempt, bounded in time. */
  send(courrier: Courrier): Promise<Issue>;
}
