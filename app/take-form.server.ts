/** What the actions of all forms have in common: reading what was sent, and every refusal that is no form's own. */
import { data } from "react-router";
import type { Saisie } from "#domain/champs.ts";
import type { Fichier } from "#domain/upload-limits.ts";
import { compteContext, siteContext } from "./context.ts";
import type { FormAnswer } from "./form-answer.ts";
import { type Args, readForm } from "./read-form.server.ts";

type Form = {
  /** What it does, for the log: without personal data. */
  ou: string;
  champs: readonly string[];
  champFichier?: string;
  /** Of the fields, those that never go back with the page: passwords. */
  secrets?: readonly string[];
  /** Field that says what is to be done, and what it may say. */
  choice?: { readonly field: string; readonly among: readonly string[] };
  /** Whose session has ended under it gets back what was typed. */
  ofCommittee?: true;
};

type Sent = {
  /** What may go back with the page. */
  readonly saisie: Saisie;
  readonly secrets: Saisie;
  readonly fichier: Fichier | null;
};

const UNKNOWN = "Le site ne connaît pas cette action. Rien n’a été changé\u00a0: revenez en arrière et réessayez.";

/** @returns an answer of a form, with its status */
export const answer = <More = unknown>(what: FormAnswer<More>, status = 200) => data(what, { status });

/**
 * @param act does what the form is for; what it throws is a fault, told on the log and in the answer
 * @throws an answer with one French sentence when the request is no form at all, or asks for what there is not
 */
export async function takeForm<Outcome>(args: Args, form: Form, act: (sent: Sent) => Promise<Outcome>) {
  const { saisie: all, fichier, malformes, robot } = await readForm(args, form.champs, form.champFichier);
  const isSecret = ([name]: [string, string]) => form.secrets?.includes(name) ?? false;
  const saisie: Saisie = Object.fromEntries(Object.entries(all).filter((one) => !isSecret(one)));
  const secrets: Saisie = Object.fromEntries(Object.entries(all).filter(isSecret));
  const { signaler } = args.context.get(siteContext);
  if (form.ofCommittee && !args.context.get(compteContext)) return answer({ sessionEnded: true, saisie }, 401);
  if (robot) {
    signaler(null, `${form.ou}: honeypot filled, dropped`);
    return answer({ saisie });
  }
  if (Object.keys(malformes).length > 0) return answer({ erreurs: malformes, saisie }, 400);
  const chosen = form.choice ? (all[form.choice.field] ?? "") : "";
  if (form.choice && !form.choice.among.includes(chosen)) throw data(UNKNOWN, { status: 400 });
  try {
    return await act({ saisie, secrets, fichier });
  } catch (fault) {
    signaler(fault, `${form.ou} ${chosen}`.trim());
    return answer({ echec: true, saisie }, 503);
  }
}
