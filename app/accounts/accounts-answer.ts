import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import type { LinkView } from "./one-time-link.tsx";

/** Action data of /comptes. */
export type AccountsAnswer = FormAnswer<{
  /** The one-time link that the action has created. */
  readonly link?: LinkView;
  /** True if the link invites a new account. */
  readonly invite?: true;
  /** Why nothing changed: the account is the last one that can sign in, or no longer exists. */
  readonly refusal?: "last" | "absent";
  /** New recovery codes, which are shown once. */
  readonly codes?: readonly string[];
}>;
