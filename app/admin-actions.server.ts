/** What the actions of the committee's forms have in common: creating with a picture, and saving over a version. */
import { data, type RouterContextProvider, redirect, redirectDocument } from "react-router";
import { dansCombien } from "#domain/attente.ts";
import { type Erreurs, erreursParChamp, type Saisie } from "#domain/champs.ts";
import type { Resultat } from "#domain/resultat.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import type { Fichier, RefusImage } from "#ports/image-store.ts";
import type { Services } from "#ports/services.ts";
import type { RefusDePublier } from "#usecases/phrases-image.ts";
import type { AdminAnswer } from "./admin-answer.ts";
import type { CodeAvis } from "./avis-codes.ts";
import { compteContext, gardeContext, servicesContext, siteContext } from "./context.ts";
import { annoncer } from "./cookies.ts";
import { readForm } from "./read-form.server.ts";

type Args = { request: Request; context: Readonly<RouterContextProvider> };

const repondre = (answer: AdminAnswer, status = 200) => data(answer, { status });
const aDesCles = (erreurs: Erreurs) => Object.keys(erreurs).length > 0;

/** The status of a refused picture. */
export const STATUT_IMAGE: Record<RefusImage, number> = { "trop-lourde": 413, "trop-grande": 413, illisible: 415 };

/** Sends the browser to a page that shows a toast. */
export async function rediriger(context: Args["context"], vers: string, avis: CodeAvis): Promise<Response> {
  return redirect(vers, await withToast(context, avis));
}

/**
 * Sends the browser to the new card on a page that shows a toast. As a new document, with script too: the browser
 * itself goes to the card then, moves focus there and marks it (`:target`).
 */
async function leadToCard(context: Args["context"], page: string, id: string, avis: CodeAvis): Promise<Response> {
  return redirectDocument(`${page}#${encodeURIComponent(id)}`, await withToast(context, avis));
}

const withToast = async (context: Args["context"], avis: CodeAvis) => ({
  headers: { "set-cookie": await annoncer(context.get(siteContext).publicUrl, avis) },
});

/** @returns the sentence beside the file field when too many pictures came from this address; null when one more may */
export function tropDImages(context: Args["context"]): string | null {
  const { attente } = context.get(gardeContext).essayer("image");
  return attente > 0 ? `Trop d’images d’affilée depuis cette connexion. Réessayez ${dansCombien(attente)}.` : null;
}

type Creation = {
  ou: string;
  champs: readonly string[];
  champFichier: string;
  publier: (services: Services, saisie: Saisie, fichier: Fichier | null) => Promise<Resultat<string, RefusDePublier>>;
  /** The page of the cards, and its toast. */
  ensuite: { vers: string; avis: CodeAvis };
};

/** The action of a form that creates a card with its picture. */
export async function creer({ request, context }: Args, { ou, champs, champFichier, publier, ensuite }: Creation) {
  const { saisie, fichier, malformes, robot } = readForm({ request, context }, champs, champFichier);
  if (!context.get(compteContext)) return repondre({ sessionEnded: true, saisie }, 401);
  if (robot) return repondre({ saisie });
  if (aDesCles(malformes)) return repondre({ erreurs: malformes, saisie }, 400);
  const trop = fichier && tropDImages(context);
  if (trop) return repondre({ erreurs: { [champFichier]: trop }, saisie }, 429);
  try {
    const issue = await publier(context.get(servicesContext), saisie, fichier);
    if (issue.ok) return await leadToCard(context, ensuite.vers, issue.valeur, ensuite.avis);
    const { erreurs, image } = issue.raison;
    return repondre({ erreurs, saisie }, image ? STATUT_IMAGE[image] : 400);
  } catch (panne) {
    context.get(siteContext).signaler(panne, ou);
    return repondre({ echec: true, saisie }, 503);
  }
}

type Modification<Champs> = {
  ou: string;
  champs: readonly string[];
  store: DocumentStore<Champs>;
  id: string;
  /** @param kept the document as it is now: what a list does not know may stay */
  lire: (
    saisie: Saisie,
    kept: Champs,
  ) => { success: true; data: Champs } | { success: false; error: Parameters<typeof erreursParChamp>[0] };
  /** The document as the committee reads it, one line per field. */
  decrire: (champs: Champs) => string[];
};

/** The action of a form that saves over the version it was opened on. */
export async function modifier<Champs>(
  { request, context }: Args,
  { ou, champs, store, id, lire, decrire }: Modification<Champs>,
) {
  const { saisie, malformes, robot } = readForm({ request, context }, [...champs, "version"]);
  if (!context.get(compteContext)) return repondre({ sessionEnded: true, saisie }, 401);
  if (robot) return repondre({ saisie });
  if (aDesCles(malformes)) return repondre({ erreurs: malformes, saisie }, 400);
  try {
    const kept = await store.get(id);
    if (!kept) return repondre({ disparu: true, saisie }, 409);
    const lecture = lire(saisie, kept);
    if (!lecture.success) return repondre({ erreurs: erreursParChamp(lecture.error), saisie }, 400);
    const issue = await store.update(id, lecture.data, saisie.version ?? "");
    if (issue === "modifie") return repondre({ enregistre: true, saisie });
    const actuel = issue === "depasse" ? await store.get(id) : null;
    if (!actuel) return repondre({ disparu: true, saisie }, 409);
    return repondre({ conflit: { version: actuel.version, actuel: decrire(actuel) }, saisie }, 409);
  } catch (panne) {
    context.get(siteContext).signaler(panne, ou);
    return repondre({ echec: true, saisie }, 503);
  }
}

type Suppression = {
  ou: string;
  supprimer: (services: Services, id: string) => Promise<void>;
  vers: string;
  avis: CodeAvis;
};

/** The action that deletes the card named in the form. */
export async function effacer({ request, context }: Args, { ou, supprimer, vers, avis }: Suppression) {
  const { saisie } = readForm({ request, context }, ["id"]);
  try {
    await supprimer(context.get(servicesContext), saisie.id ?? "");
  } catch (panne) {
    context.get(siteContext).signaler(panne, ou);
    return rediriger(context, vers, "suppression-ratee");
  }
  return rediriger(context, vers, avis);
}
