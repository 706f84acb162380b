/** What the actions of the committee's forms have in common: creating with a picture, and saving over a version. */
import { redirectDocument } from "react-router";
import { erreursParChamp, type Saisie } from "#domain/champs.ts";
import type { Resultat } from "#domain/resultat.ts";
import type { Stored, Updated } from "#domain/stored.ts";
import type { Fichier } from "#domain/upload-limits.ts";
import type { RefusDePublier } from "#usecases/phrases-image.ts";
import type { CodeAvis } from "./avis-codes.ts";
import { siteContext } from "./context.ts";
import type { FormAnswer } from "./form-answer.ts";
import { STATUT_IMAGE, tropDImages } from "./image-refusals.server.ts";
import { type Args, readForm } from "./read-form.server.ts";
import { rediriger, withToast } from "./redirect-with-toast.server.ts";
import { answer, takeForm } from "./take-form.server.ts";

/**
 * Sends the browser to the new card on a page that shows a toast. As a new document, with script too: the browser
 * itself goes to the card then, moves focus there and marks it (`:target`).
 */
async function leadToCard(context: Args["context"], page: string, id: string, avis: CodeAvis): Promise<Response> {
  return redirectDocument(`${page}#${encodeURIComponent(id)}`, await withToast(context, avis));
}

type Creation = {
  ou: string;
  champs: readonly string[];
  champFichier: string;
  publier: (saisie: Saisie, fichier: Fichier | null) => Promise<Resultat<string, RefusDePublier>>;
  /** The page of the cards, and its toast. */
  ensuite: { vers: string; avis: CodeAvis };
};

/** The action of a form that creates a card with its picture. */
export const creer = (args: Args, { publier, ensuite, ...form }: Creation) =>
  takeForm(args, { ...form, ofCommittee: true }, async ({ saisie, fichier }) => {
    const { context } = args;
    const trop = fichier && tropDImages(context);
    if (trop) return answer({ erreurs: { [form.champFichier]: trop }, saisie }, 429);
    const issue = await publier(saisie, fichier);
    if (issue.ok) return leadToCard(context, ensuite.vers, issue.valeur, ensuite.avis);
    const { erreurs, image } = issue.raison;
    return answer({ erreurs, saisie }, image ? STATUT_IMAGE[image] : 400);
  });

type Modification<Champs> = {
  ou: string;
  champs: readonly string[];
  /** @returns the document as it is now; null when it is gone */
  get: () => Promise<Stored<Champs> | null>;
  update: (fields: Champs, version: string) => Promise<Updated>;
  /** @param kept the document as it is now: what a list does not know may stay */
  lire: (
    saisie: Saisie,
    kept: Champs,
  ) => { success: true; data: Champs } | { success: false; error: Parameters<typeof erreursParChamp>[0] };
  /** The document as the committee reads it, one line per field. */
  decrire: (champs: Champs) => string[];
  /** What follows once it is saved. */
  ensuite: (saved: FormAnswer) => ReturnType<typeof answer> | Promise<Response>;
};

/** The action of a form that saves over the version it was opened on. */
export const modifier = <Champs>(
  args: Args,
  { ou, champs, get, update, lire, decrire, ensuite }: Modification<Champs>,
) =>
  takeForm(args, { ou, champs: [...champs, "version"], ofCommittee: true }, async ({ saisie }) => {
    const kept = await get();
    if (!kept) return answer({ disparu: true, saisie }, 409);
    const lecture = lire(saisie, kept);
    if (!lecture.success) return answer({ erreurs: erreursParChamp(lecture.error), saisie }, 400);
    const issue = await update(lecture.data, saisie.version ?? "");
    if (issue === "modifie") return ensuite({ enregistre: true, saisie });
    const actuel = issue === "depasse" ? await get() : null;
    if (!actuel) return answer({ disparu: true, saisie }, 409);
    return answer({ conflit: { version: actuel.version, actuel: decrire(actuel) }, saisie }, 409);
  });

type Suppression = {
  ou: string;
  supprimer: (id: string) => Promise<void>;
  vers: string;
  avis: CodeAvis;
};

/** The action that deletes the card named in the form. */
export async function effacer({ request, context }: Args, { ou, supprimer, vers, avis }: Suppression) {
  const { saisie } = await readForm({ request, context }, ["id"]);
  try {
    await supprimer(saisie.id ?? "");
  } catch (panne) {
    context.get(siteContext).signaler(panne, ou);
    return rediriger(context, vers, "suppression-ratee");
  }
  return rediriger(context, vers, avis);
}
