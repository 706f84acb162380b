import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { Erreurs } from "#domain/champs.ts";
import type { Avis } from "./avis-codes.ts";

/** Sent along by a form that wants an answer instead of another page. */
export const STAY = "stay";

/** What the action of /login tells its page. */
export type SignInAnswer = {
  readonly username?: string;
  readonly erreurs?: Erreurs;
  /** When to try again: "dans 12 minutes". */
  readonly attente?: string;
  /** The two do not belong together, or nobody could say. */
  readonly refusal?: "wrong" | "away";
  readonly avis?: Avis;
  /** Nothing came back. */
  readonly echec?: true;
  /** The session is open; told to a form that stays. */
  readonly signedIn?: true;
};

/**
 * For a page whose form names the version it was opened on: whoever signs in again beside it still saves over that one.
 */
export const shouldRevalidate = ({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  formAction !== "/login" && defaultShouldRevalidate;
