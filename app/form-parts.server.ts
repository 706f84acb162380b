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
/** RFC 2046, section 5.1.1. */
const BOUNDARY_MAX = 70;
/** Bytes of all fields of a form together; a file is no field. */
const TEXT_MAX = 256 * 1024;

/** The fields of a form hold more than the site reads. */
export class TooMuchText extends Error {}

/** @returns whether a type is one in which forms are sent */
export const estUnFormulaire = (type: string): boolean => MULTIPART.test(type) || URLENCODED.test(type);

/**
 * @param type of the content, one that is a form's
 * @param corps the whole of it; a file's bytes are a part of it, not a copy
 * @throws `TooMuchText`, or another error when it is malformed or incomplete
 */
export function formParts(type: string, corps: Uint8Array): Part[] {
  if (URLENCODED.test(type)) return pairsOf(new TextDecoder().decode(corps));
  const [, entreGuillemets, nue] = FRONTIERE.exec(type) ?? [];
  const boundary = entreGuillemets ?? nue;
  if (!boundary || boundary.length > BOUNDARY_MAX || corps.length === 0)
    throw new Error("A form in several parts has no boundary, or none of them.");
  let text = 0;
  const limites = { maxParts: PARTIES_MAX, maxFileSize: corps.length, maxTotalSize: corps.length };
  return Array.from(parseMultipart(corps, { boundary, ...limites }), (part): Part => {
    const { name: nom, filename, content } = part;
    if (nom === undefined) throw new Error("A part of a form has no name.");
    if (filename === undefined) {
      text += part.size;
      if (text > TEXT_MAX) throw new TooMuchText();
      return { nom, texte: part.text };
    }
    const [seul = new Uint8Array(), ...suite] = content;
    return { nom, fichier: { nom: filename, octets: suite.length > 0 ? part.bytes : seul } };
  });
}

function pairsOf(query: string): Part[] {
  if (query.split("&", PARTIES_MAX + 1).length > PARTIES_MAX) throw new Error("A form has too many fields.");
  return [...new URLSearchParams(query)].map(([nom, texte]) => ({ nom, texte }));
}
