import type { Inscription } from "#domain/inscription.ts";
import type { MessageContact } from "#domain/message-contact.ts";

/** What a visitor sent: one of the two payloads of SPEC.md section 3. */
export type Envoi =
  | { readonly type: "inscription"; readonly contenu: Inscription }
  | { readonly type: "message"; readonly contenu: MessageContact };

/** Where the mail of an entry stands. */
export type EtatCourrier =
  | {
      readonly etat: "en-attente";
      readonly tentatives: number;
      readonly prochaine: Date;
      readonly raison: string | null;
    }
  | { readonly etat: "envoye"; readonly le: Date }
  | { readonly etat: "echec"; readonly raison: string };

export type Entree = Envoi & {
  /** Unguessable, safe in a URL and in a file name. */
  readonly id: string;
  readonly recuLe: Date;
  readonly courrier: EtatCourrier;
};

/**
 * Store first: what visitors sent, and the outbox of the mail that tells of it.
 * Every method throws when the store does not answer. A write that has returned survives a crash.
 */
export interface Inbox {
  /**
   * Keeps what was sent, with its mail waiting to go out at once. The same content sent again within
   * 24 hours (a double click, a reload, a second try after a lost answer) is the entry that exists.
   * @param maintenant when it was received
   * @returns the entry, and whether it is new
   */
  add(envoi: Envoi, maintenant: Date): Promise<{ entree: Entree; nouvelle: boolean }>;

  /** @returns the entry, or null when there is none of that id */
  get(id: string): Promise<Entree | null>;

  /**
   * Takes entries whose mail is due, oldest first, and keeps them from everybody else for a while:
   * two workers never deliver the same one at the same time, and a worker that died loses its claim.
   * @param maintenant entries whose next attempt lies after it are not due
   * @param dureeMs how long the claim lasts, in milliseconds
   * @param nombre how many at most
   */
  claimDue(maintenant: Date, dureeMs: number, nombre: number): Promise<Entree[]>;

  /** @returns when the next waiting mail is due or its claim ends, or null when none waits */
  nextDue(): Promise<Date | null>;

  /** Records that the mail of an entry was accepted; it is never claimed again. */
  markSent(id: string, le: Date): Promise<void>;

  /** Records a failed attempt that will be repeated. @param raison one line without personal data */
  markRetry(id: string, raison: string, prochaine: Date): Promise<void>;

  /** Records that the mail was refused for good. @param raison one line without personal data */
  markFailed(id: string, raison: string): Promise<void>;
}
