import type { Erreurs, Saisie } from "#domain/champs.ts";
import type { LienAffiche } from "./ui/lien-cree.tsx";

/** What the action of /comptes tells its page, when it does not lead to another one. */
export type ComptesAnswer = {
  /** What was sent; with the question for the password, it is sent again along with it. */
  readonly saisie?: Saisie;
  readonly erreurs?: Erreurs;
  /** A link to hand over; `invite`: it was asked for in the form of invitations. */
  readonly lien?: LienAffiche;
  readonly invite?: true;
  /** It was not done: the account is the last one that can sign in, or is gone. */
  readonly refus?: "dernier" | "absent";
  /** It could not be carried out; nothing was changed. */
  readonly echec?: true;
};
