import { dansCombien } from "#domain/attente.ts";
import type { Erreurs, Saisie } from "#domain/champs.ts";
import type { Resultat } from "#domain/resultat.ts";
import { gardeContext } from "./context.ts";
import type { SignUpAnswer } from "./form-answer.ts";
import type { Args } from "./read-form.server.ts";
import { answer, takeForm } from "./take-form.server.ts";

type Formulaire<T> = {
  /** For the log, and for counting. */
  ou: "contact" | "inscription";
  champs: readonly string[];
  envoyer: (saisie: Saisie) => Promise<Resultat<T, Erreurs>>;
  /** What the thanks say beyond thanks. */
  enPlus?: (valeur: T) => Pick<SignUpAnswer, "autorisation">;
};

/** The action of a form that visitors send: 400 with every refusal, 429 when too much came, 503 when it cannot be kept, thanks when it is. */
export const receiveForm = <T>(args: Args, { envoyer, enPlus, ...form }: Formulaire<T>) =>
  takeForm(args, form, async ({ saisie }) => {
    const { context } = args;
    const essai = context.get(gardeContext).essayer(form.ou);
    if (essai.attente > 0) return answer({ attente: dansCombien(essai.attente), saisie }, 429);
    const issue = await envoyer(saisie).catch((panne: unknown) => {
      essai.annuler();
      throw panne;
    });
    if (issue.ok) return answer<Pick<SignUpAnswer, "autorisation">>({ merci: true, ...enPlus?.(issue.valeur) });
    essai.annuler();
    return answer({ erreurs: issue.raison, saisie }, 400);
  });
