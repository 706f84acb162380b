import { data, type RouterContextProvider } from "react-router";
import { dansCombien } from "#domain/attente.ts";
import type { Erreurs, Saisie } from "#domain/champs.ts";
import type { Resultat } from "#domain/resultat.ts";
import type { Services } from "#ports/services.ts";
import { gardeContext, servicesContext, siteContext } from "./context.ts";
import type { FormAnswer } from "./form-answer.ts";
import { readForm } from "./read-form.server.ts";

type Args = { request: Request; context: Readonly<RouterContextProvider> };
type Formulaire<T> = {
  /** For the log, and for counting. */
  ou: "contact" | "inscription";
  champs: readonly string[];
  envoyer: (services: Services, saisie: Saisie) => Promise<Resultat<T, Erreurs>>;
  /** What the thanks say beyond thanks. */
  enPlus?: (valeur: T) => Pick<FormAnswer, "autorisation">;
};

const repondre = (answer: FormAnswer, status = 200) => data(answer, { status });

/** The action of a form that visitors send: 400 with every refusal, 429 when too much came, 503 when it cannot be kept, thanks when it is. */
export async function receiveForm<T>({ request, context }: Args, { ou, champs, envoyer, enPlus }: Formulaire<T>) {
  const { saisie, malformes, robot } = readForm({ request, context }, champs);
  const { signaler } = context.get(siteContext);
  if (robot) {
    signaler(null, `${ou}: honeypot filled, dropped`);
    return repondre({ saisie });
  }
  if (Object.keys(malformes).length > 0) return repondre({ erreurs: malformes, saisie }, 400);
  const essai = context.get(gardeContext).essayer(ou);
  if (essai.attente > 0) return repondre({ attente: dansCombien(essai.attente), saisie }, 429);
  try {
    const issue = await envoyer(context.get(servicesContext), saisie);
    if (issue.ok) return repondre({ merci: true, ...enPlus?.(issue.valeur) });
    essai.annuler();
    return repondre({ erreurs: issue.raison, saisie }, 400);
  } catch (panne) {
    essai.annuler();
    signaler(panne, ou);
    return repondre({ echec: true, saisie }, 503);
  }
}
