import type { ContactMessage } from "./contact-message.ts";
import type { SignUp } from "./sign-up.ts";

/** What a visitor sent: one of the two payloads of SPEC.md section 3. */
export type Submission =
  | {
      readonly type: "inscription";
      readonly content: SignUp;
      /** The form proposed this birth date, and only the person has said that it is right; absent: it was typed. */
      readonly birthDateToVerify?: boolean;
    }
  | { readonly type: "message"; readonly content: ContactMessage };

export type SubmissionType = Submission["type"];

/** @returns what an inbox recognises a content by: the same text for the same content, whatever the order of its fields */
export const submissionText = ({ type, content }: Submission): string =>
  JSON.stringify([type, Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1))]);
