import type { ContactMessage } from "./contact-message.ts";
import type { SignUp } from "./sign-up.ts";

/** A visitor's submission: one of the payloads of docs/specification.md section 3. */
export type Submission =
  | {
      readonly type: "inscription";
      readonly content: SignUp;
      /** The birth date was the form's default and only the visitor confirmed it; absent: it was typed. */
      readonly birthDateToVerify?: boolean;
    }
  | { readonly type: "message"; readonly content: ContactMessage };

export type SubmissionType = Submission["type"];

/** Comparison text of a submission, independent of the order of its fields. */
export const submissionText = ({ type, content }: Submission): string =>
  JSON.stringify([type, Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** Status of an entry whose mail was saved as a file. `mailLeaves`: whether mail is configured now. */
export const savedLocallyNote = (mailLeaves: boolean): string =>
  `Pas d’e-mail\u00a0: la messagerie n’${mailLeaves ? "était" : "est"} pas encore réglée`;
