import { data, type RouterContextProvider } from "react-router";
import type { Erreurs, Saisie } from "#domain/champs.ts";
import type { Fichier } from "#ports/image-store.ts";
import { corpsContext } from "./context.ts";
import { estUnFormulaire, formParts, type Part, TooMuchText } from "./form-parts.server.ts";

/** A form as it arrived: what was typed, the file if one was asked for, and what is wrong with its shape. */
export type Formulaire = {
  readonly saisie: Saisie;
  readonly fichier: Fichier | null;
  /** Fields that came twice, or as a file instead of text. */
  readonly malformes: Erreurs;
  /** The honeypot was filled: a robot (SPEC.md section 5). */
  readonly robot: boolean;
};

/**
 * Reads the fields that a form has, and nothing else.
 * @param context holds the bytes that were sent
 * @param champs names of the text fields
 * @param champFichier name of the file field, if the form has one; an empty file counts as none
 * @throws a 415, 413 or 400 answer with one French sentence when the request is no form at all
 */
export function readForm(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  champs: readonly string[],
  champFichier?: string,
): Formulaire {
  const type = request.headers.get("content-type") ?? "";
  if (!estUnFormulaire(type))
    throw data("Ce formulaire est arrivé dans un format que le site ne lit pas.", { status: 415 });
  const parts = lire(type, context.get(corpsContext));
  const tous = (nom: string) => parts.filter((part) => part.nom === nom);

  const saisie: Record<string, string> = {};
  const malformes: Record<string, string> = {};
  for (const champ of champs) {
    const [part, ...autres] = tous(champ);
    if (autres.length > 0) malformes[champ] = "Ce champ est arrivé deux fois. Ne le remplissez qu’une fois.";
    if (part && "texte" in part) saisie[champ] = part.texte;
    else if (part) malformes[champ] = "Ce champ attend du texte, pas un fichier.";
  }

  let fichier: Fichier | null = null;
  if (champFichier) {
    // A field may offer several ways to choose (files, camera): each that was left alone sends an empty part.
    const [part, ...autres] = tous(champFichier).filter((one) => !isEmpty(one));
    if (autres.length > 0) malformes[champFichier] = "Choisissez un seul fichier.";
    if (part && "fichier" in part) fichier = part.fichier;
    else if (part) malformes[champFichier] = "Ce champ attend un fichier.";
  }
  const robot = tous("hp").some((part) => !("texte" in part) || part.texte !== "");
  return { saisie, fichier, malformes, robot };
}

const isEmpty = (part: Part): boolean => ("fichier" in part ? part.fichier.octets.length === 0 : part.texte === "");

function lire(type: string, corps: Uint8Array) {
  try {
    return formParts(type, corps);
  } catch (refusal) {
    if (refusal instanceof TooMuchText)
      throw data("Ce formulaire contient trop de texte. Revenez en arrière et raccourcissez-le.", { status: 413 });
    throw data("Ce formulaire est arrivé incomplet. Revenez en arrière et envoyez-le encore une fois.", {
      status: 400,
    });
  }
}
