import { data } from "react-router";
import type { Erreurs, Saisie } from "#domain/champs.ts";
import type { Fichier } from "#ports/image-store.ts";

/** A form as it arrived: what was typed, the file if one was asked for, and what is wrong with its shape. */
export type Formulaire = {
  readonly saisie: Saisie;
  readonly fichier: Fichier | null;
  /** Fields that came twice, or as a file instead of text. */
  readonly malformes: Erreurs;
  /** The honeypot was filled: a robot (SPEC.md section 5). */
  readonly robot: boolean;
};

const TYPES = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * Reads the fields that a form has, and nothing else.
 * @param champs names of the text fields
 * @param champFichier name of the file field, if the form has one; an empty file counts as none
 * @throws a 415 or 400 answer with one French sentence when the request is no form at all
 */
export async function readForm(
  request: Request,
  champs: readonly string[],
  champFichier?: string,
): Promise<Formulaire> {
  if (!TYPES.test(request.headers.get("content-type") ?? ""))
    throw data("Ce formulaire est arrivé dans un format que le site ne lit pas.", { status: 415 });
  const formulaire = await request.formData().catch(() => {
    throw data("Ce formulaire est arrivé incomplet. Revenez en arrière et envoyez-le encore une fois.", {
      status: 400,
    });
  });

  const saisie: Record<string, string> = {};
  const malformes: Record<string, string> = {};
  for (const champ of champs) {
    const [valeur, ...autres] = formulaire.getAll(champ);
    if (autres.length > 0) malformes[champ] = "Ce champ est arrivé deux fois. Ne le remplissez qu’une fois.";
    if (typeof valeur === "string") saisie[champ] = valeur;
    else if (valeur) malformes[champ] = "Ce champ attend du texte, pas un fichier.";
  }

  let fichier: Fichier | null = null;
  if (champFichier) {
    const [envoi, ...autres] = formulaire.getAll(champFichier);
    if (autres.length > 0) malformes[champFichier] = "Choisissez un seul fichier.";
    if (envoi instanceof File && envoi.size > 0)
      fichier = { nom: envoi.name, octets: new Uint8Array(await envoi.arrayBuffer()) };
    else if (typeof envoi === "string" && envoi !== "") malformes[champFichier] = "Ce champ attend un fichier.";
  }
  return { saisie, fichier, malformes, robot: formulaire.getAll("hp").some((valeur) => valeur !== "") };
}
