import { data, type RouterContextProvider } from "react-router";
import { rateLimiterContext, sessionEndedContext } from "#app/contexts.ts";
import type { FieldErrors, TypedValues } from "#domain/fields.ts";
import type { UploadedFile } from "#domain/pictures/upload-limits.ts";
import { type FormPart, formParts, hasFormBody, TooMuchTextError } from "./form-parts.server.ts";

export type ReceivedForm = {
  readonly typed: TypedValues;
  readonly list: readonly string[];
  readonly file: UploadedFile | null;
  /** Errors of repeated fields, of files in text fields, and of texts in file fields. */
  readonly malformed: FieldErrors;
  /** True if the honeypot field was filled, as bots do (docs/specification.md section 5). */
  readonly robot: boolean;
};

export type FormRequestArgs = { request: Request; context: Readonly<RouterContextProvider> };

/**
 * Ignores all other fields.
 * @param fields names of the text fields
 * @param fileField name of the file field; an empty file counts as no file
 * @param listField name of a text field that may be repeated
 * @throws a 415, 413 or 400 response with a French sentence if the request is no valid form
 */
export async function readForm(
  args: FormRequestArgs,
  fields: readonly string[],
  fileField?: string,
  listField = "",
): Promise<ReceivedForm> {
  const parts = Map.groupBy(await partsOf(args), ([name]) => name);
  const all = (name: string) => (parts.get(name) ?? []).map(([, value]) => value);

  const typed: Record<string, string> = {};
  const malformed: Record<string, string> = {};
  for (const field of fields) {
    const [value, ...others] = all(field);
    if (others.length > 0) malformed[field] = "Ce champ est arrivé deux fois. Ne le remplissez qu’une fois.";
    if (typeof value === "string") typed[field] = value;
    else if (value) malformed[field] = "Ce champ attend du texte, pas un fichier.";
  }

  let file: UploadedFile | null = null;
  if (fileField) {
    // The file input and the camera input have the same name. The unused input sends an empty part.
    const [value, ...others] = all(fileField).filter((part) => !isEmpty(part));
    if (others.length > 0) malformed[fileField] = "Choisissez un seul fichier.";
    if (typeof value === "string") malformed[fileField] = "Ce champ attend un fichier.";
    else if (value) file = value;
  }
  const list = all(listField).filter((value) => typeof value === "string");
  return { typed, list, file, malformed, robot: all("hp").some((value) => value !== "") };
}

const isEmpty = (value: FormPart[1]): boolean => (typeof value === "string" ? value === "" : value.bytes.length === 0);

async function partsOf({ request, context }: FormRequestArgs): Promise<FormPart[]> {
  if (!hasFormBody(request))
    throw data("Ce formulaire est arrivé dans un format que le site ne lit pas.", { status: 415 });
  const parts: FormPart[] = [];
  try {
    for await (const part of formParts(request)) parts.push(part);
  } catch (refusal) {
    // Without a session, the server reads only the start of a large form. Return the text fields, which come first.
    if (context.get(sessionEndedContext) && parts.length > 0) return parts;
    if (refusal instanceof TooMuchTextError)
      throw data("Ce formulaire contient trop de texte. Revenez en arrière et raccourcissez-le.", { status: 413 });
    context.get(rateLimiterContext).malformed();
    throw data("Ce formulaire est arrivé incomplet. Revenez en arrière et envoyez-le encore une fois.", {
      status: 400,
    });
  }
  return parts;
}
