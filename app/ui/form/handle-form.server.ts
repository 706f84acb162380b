/** What the actions of all forms have in common: reading what was sent, and every refusal that is no form's own. */
import { data } from "react-router";
import { accountContext, siteContext } from "#app/contexts.ts";
import type { TypedValues } from "#domain/fields.ts";
import type { SentFile } from "#domain/pictures/upload-limits.ts";
import type { FormAnswer } from "./form-answer.ts";
import { type Args, readForm } from "./read-form.server.ts";

type Form = {
  /** What it does, for the log: without personal data. */
  where: string;
  fields: readonly string[];
  fileField?: string;
  /** Of the fields, those that never go back with the page: passwords. */
  secrets?: readonly string[];
  /** Field that says what is to be done, and what it may say. */
  choice?: { readonly field: string; readonly among: readonly string[] };
  /** Whose session has ended under it gets back what was typed. */
  ofCommittee?: true;
};

type Sent = {
  /** What may go back with the page. */
  readonly typed: TypedValues;
  readonly secrets: TypedValues;
  readonly file: SentFile | null;
};

/** Said of an intention that no form of the site has. */
export const UNKNOWN_FORM =
  "Le site ne connaît pas cette action. Rien n’a été changé\u00a0: revenez en arrière et réessayez.";

/** @returns an answer of a form, with its status */
export const formResponse = <More = unknown>(what: FormAnswer<More>, status = 200) => data(what, { status });

/**
 * @param act does what the form is for; what it throws is an error, told on the log and in the answer
 * @throws an answer with one French sentence when the request is no form at all, or asks for what there is not
 */
export async function handleForm<Outcome>(args: Args, form: Form, act: (sent: Sent) => Promise<Outcome>) {
  const { typed: all, file, malformed, robot } = await readForm(args, form.fields, form.fileField);
  const isSecret = ([name]: [string, string]) => form.secrets?.includes(name) ?? false;
  const typed: TypedValues = Object.fromEntries(Object.entries(all).filter((one) => !isSecret(one)));
  const secrets: TypedValues = Object.fromEntries(Object.entries(all).filter(isSecret));
  const { report } = args.context.get(siteContext);
  if (form.ofCommittee && !args.context.get(accountContext)) return formResponse({ sessionEnded: true, typed }, 401);
  if (robot) {
    report(null, `${form.where}: honeypot filled, dropped`);
    return formResponse({ typed });
  }
  if (Object.keys(malformed).length > 0) return formResponse({ errors: malformed, typed }, 400);
  const chosen = form.choice ? (all[form.choice.field] ?? "") : "";
  if (form.choice && !form.choice.among.includes(chosen)) throw data(UNKNOWN_FORM, { status: 400 });
  try {
    return await act({ typed, secrets, file });
  } catch (error) {
    report(error, `${form.where} ${chosen}`.trim());
    return formResponse({ failed: true, typed }, 503);
  }
}
