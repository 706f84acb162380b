/** The parts of a form, out of the bytes as they arrived: a picture of several megabytes is not copied on the way. */
import { parseMultipart } from "@remix-run/multipart-parser";

/** A field with its text, or a file; neither its name nor its bytes are believed. */
export type Part = { readonly nom: string; readonly texte: string } | { readonly nom: string; readonly fichier: Envoi };
type Envoi = { readonly nom: string; readonly octets: Uint8Array };

const MULTIPART = /^multipart\/form-data\b/i;
const URLENCODED = /^application\/x-www-form-urlencoded\b/i;
const FRONTIERE = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i;

/** More parts than any form of the site has. */
const PARTIES_MAX = 200;

/** @returns whether a type is one in which forms are sent */
export const estUnFormulaire = (type: string): boolean => MULTIPART.test(type) || URLENCODED.test(type);

/**
 * @param type of the content, one that is a form's
 * @param corps the whole of it; a file's bytes are a part of it, not a copy
 * @throws when it is malformed or incomplete
 */
export function formParts(type: string, corps: Uint8Array): Part[] {
  if (URLENCODED.test(type))
    return [...new URLSearchParams(new TextDecoder().decode(corps))].map(([nom, texte]) => ({ nom, texte }));
  const [, entreGuillemets, nue] = FRONTIERE.exec(type) ?? [];
  const boundary = entreGuillemets ?? nue;
  if (!boundary || corps.length === 0) throw new Error("A form in several parts has no boundary, or none of them.");
  const limites = { maxParts: PARTIES_MAX, maxFileSize: corps.length, maxTotalSize: corps.length };
  return Array.from(parseMultipart(corps, { boundary, ...limites }), (part): Part => {
    const { name: nom, filename, content } = part;
    if (nom === undefined) throw new Error("A part of a form has no name.");
    if (filename === undefined) return { nom, texte: part.text };
    const [seul = new Uint8Array(), ...suite] = content;
    return { nom, fichier: { nom: filename, octets: suite.length > 0 ? part.bytes : seul } };
  });
}
