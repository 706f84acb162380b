import type { ContactMessage } from "./contact-message.ts";
import type { SignUp } from "./sign-up.ts";

/** A visitor's submission (docs/specification.md section 3). */
export type Submission =
  | {
      readonly type: "inscription";
      readonly content: SignUp;
      /** Whether the visitor kept the form's initial birth date. The committee must then verify the date. */
      readonly birthDateToVerify?: boolean;
      /** When the committee saved the accepted charter (ISO 8601). Empty for the default charter. Null or absent: unknown. */
      readonly charterRevision?: string | null;
    }
  | { readonly type: "message"; readonly content: ContactMessage };

export type SubmissionType = Submission["type"];

/** A text that is equal for submissions with equal content. Ignores the order of the fields. */
export const submissionFingerprintText = ({ type, content }: Submission): string =>
  JSON.stringify([type, Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** French status of an inbox entry whose mail was only saved as a file. `mailLeaves`: whether mail is now sent. */
export const mailSavedAsFileNote = (mailLeaves: boolean): string =>
  `Pas d’e-mail\u00a0: la messagerie n’${mailLeaves ? "était" : "est"} pas encore réglée`;
