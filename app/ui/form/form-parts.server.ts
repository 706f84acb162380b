/** Reads a form as a stream: a picture of several megabytes must not be in memory twice. */
import { parseMultipartStream } from "@remix-run/multipart-parser";
import { BANK_TRANSACTIONS_MAX } from "#domain/bank/bank-file.ts";
import { FILE_FORM_MAX, TEXT_FORM_MAX, type UploadedFile } from "#domain/pictures/upload-limits.ts";
import { isMultipart, multipartBoundary } from "./multipart-boundary.ts";

/** A text or file, not yet validated. */
export type FormPart = readonly [name: string, value: string | UploadedFile];

const URLENCODED = /^application\/x-www-form-urlencoded\b/i;

/** More than any form of the site sends: the longest has a check box per bank transaction. Parsing takes 25 ms. */
export const FORM_PARTS_MAX = BANK_TRANSACTIONS_MAX + 200;
const LIMITS = { maxParts: FORM_PARTS_MAX, maxFileSize: FILE_FORM_MAX, maxTotalSize: FILE_FORM_MAX };

export class TooMuchTextError extends Error {}

export function hasFormBody(request: Request): boolean {
  const type = request.headers.get("content-type") ?? "";
  return isMultipart(type) || URLENCODED.test(type);
}

/**
 * @param request a form request; the body can be read only once
 * @returns each part as soon as it is complete
 * @throws `TooMuchTextError`; another error if the form is malformed or incomplete
 */
export async function* formParts(request: Request): AsyncGenerator<FormPart> {
  const type = request.headers.get("content-type") ?? "";
  if (URLENCODED.test(type)) return yield* urlEncodedParts(await request.text());
  const boundary = multipartBoundary(type);
  if (boundary === null || !request.body) throw new Error("A form names no boundary, or has no parts.");
  let text = 0;
  for await (const part of parseMultipartStream(request.body, { boundary, ...LIMITS })) {
    const { name, filename } = part;
    if (name === undefined) throw new Error("A part of a form has no name.");
    if (filename !== undefined) yield [name, { name: filename, bytes: part.bytes }];
    else {
      text += part.size;
      if (text > TEXT_FORM_MAX) throw new TooMuchTextError();
      yield [name, part.text];
    }
  }
}

/** Throws if a URL-encoded form has more than `FORM_PARTS_MAX` fields. */
export function urlEncodedParts(query: string): Iterable<FormPart> {
  if (query.split("&", FORM_PARTS_MAX + 1).length > FORM_PARTS_MAX) throw new Error("A form has too many fields.");
  return new URLSearchParams(query);
}
