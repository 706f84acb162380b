import type { Jour } from "#domain/dates.ts";
import type { Filtre } from "#domain/recherche.ts";
import type { Envoi, TypeDEnvoi } from "#domain/submission.ts";

/** The same content sent again within this many milliseconds is the same entry. */
export const SAME_ENTRY_MS = 24 * 60 * 60 * 1000;
/** Where the mail of an entry stands. */
export type EtatCourrier =
  | {
      readonly etat: "en-attente";
      readonly tentatives: number;
      readonly prochaine: Date;
      readonly raison: string | null;
    }
  | { readonly etat: "envoye"; readonly le: Date }
  /** Kept as a file, because no mail left the site then: nobody has received it. */
  | { readonly etat: "garde"; readonly le: Date }
  | { readonly etat: "echec"; readonly raison: string };

export type Entree = Envoi & {
  /** Unguessable, safe in a URL and in a file name. */
  readonly id: string;
  readonly recuLe: Date;
  readonly courrier: EtatCourrier;
  /** When the committee was done with it; null: it is new. */
  readonly traiteLe: Date | null;
  /** When the signed paper of a minor's guardian came back; null: not yet, and always for a message. */
  readonly autorisationRecueLe: Date | null;
  /** The committee has not confirmed a birth date that the form proposed; always false for a message. */
  readonly birthDateToVerify: boolean;
};

/** An entry as the committee's lists show it. */
export type Fiche = Entree & {
  /** Another sign-up that is still there has the same name, first name (both folded) and birth date. */
  readonly enDouble: boolean;
};
export type Recherche<Type extends TypeDEnvoi = TypeDEnvoi> = {
  readonly type: Type;
  /** As typed; accents and capitals do not matter, every word must occur somewhere (`domain/recherche.ts`). */
  readonly texte: string;
  readonly filtre: Filtre;
  /** The day on which somebody is a minor or not: today in Zurich. */
  readonly jour: Jour;
};

/** A part of a list: so many entries, after so many. */
export type Portion = { readonly debut: number; readonly nombre: number };

/** Treated entries: how many, and when the first and the last of them were treated; null without any. */
type Traites = { readonly nombre: number; readonly premier: Date | null; readonly dernier: Date | null };

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
   * @param maintenant entries whose next attempt lies after it are not due, unless it lies hours ahead: then the
   * clock has been set back since
   * @param dureeMs how long the claim lasts, in milliseconds
   * @param nombre how many at most
   */
  claimDue(maintenant: Date, dureeMs: number, nombre: number): Promise<Entree[]>;

  /** @returns when the next waiting mail is due or its claim ends, or null when none waits */
  nextDue(): Promise<Date | null>;

  /** Records that the mail of an entry was accepted; it is never claimed again. */
  markSent(id: string, le: Date): Promise<void>;

  /** Records that the mail of an entry was kept as a file; it is not claimed until somebody sends it again. */
  markKept(id: string, le: Date): Promise<void>;

  /** Records a failed attempt that will be repeated. @param raison one line without personal data */
  markRetry(id: string, raison: string, prochaine: Date): Promise<void>;

  /** Records that the mail was refused for good. @param raison one line without personal data */
  markFailed(id: string, raison: string): Promise<void>;

  /**
   * Has a mail that was refused for good or kept wait again, due at once. Mail that waits or is out stays as it is.
   * @returns false when there is no such entry
   */
  resend(id: string, maintenant: Date): Promise<boolean>;

  /**
   * Has every mail of a type that was refused for good wait again, due at once, as `resend` does for one.
   * @returns how many
   */
  resendAll(type: TypeDEnvoi, now: Date): Promise<number>;

  /**
   * What the committee looks for, newest first.
   * @param portion absent: everything
   * @returns the entries, and how many there are in all
   */
  search<Type extends TypeDEnvoi>(
    recherche: Recherche<Type>,
    portion?: Portion,
  ): Promise<{ fiches: Extract<Fiche, { type: Type }>[]; total: number }>;

  /** @returns the ids of all entries, treated or not */
  ids(): Promise<ReadonlySet<string>>;

  /** @returns how many entries of a type there are, how many of them are new, and the mail of how many was refused for good */
  count(type: TypeDEnvoi): Promise<{ total: number; nouveaux: number; refused: number }>;

  /**
   * Records that the committee is done with an entry, or not yet. The first date stays.
   * @param le null: it is new again
   * @returns false when there is no such entry
   */
  setTreated(id: string, le: Date | null): Promise<boolean>;

  /**
   * Records that the guardian's signed paper came back for a sign-up, or did not. The first date stays.
   * @param le null: it did not come back
   * @returns false when there is no such sign-up
   */
  setAuthorised(id: string, le: Date | null): Promise<boolean>;

  /**
   * Records that the committee has confirmed the birth date of a sign-up; it needs no verifying from then on.
   * @returns false when there is no such sign-up
   */
  setBirthDateVerified(id: string): Promise<boolean>;

  /** Deletes an entry for good, its waiting mail with it. One that is gone already is no fault. */
  delete(id: string): Promise<void>;

  /** @returns the treated entries that `purge` would delete */
  countTreated(type: TypeDEnvoi, avant: Date): Promise<Traites>;

  /** Deletes for good the entries of a type that were treated before an instant. @returns how many */
  purge(type: TypeDEnvoi, traitesAvant: Date): Promise<number>;
}

/** The committee's side of the inbox: what an adapter may keep in a file of its own. */
export type InboxDesk = Pick<
  Inbox,
  | "resend"
  | "resendAll"
  | "search"
  | "ids"
  | "count"
  | "setTreated"
  | "setAuthorised"
  | "setBirthDateVerified"
  | "delete"
  | "countTreated"
  | "purge"
>;
