import type { BankFileRefusal } from "#domain/bank/bank-file.ts";
import { RefusedFile } from "./refused-file.ts";

const CHUNK_BYTES = 65_536;
/** Length of the start that is searched for the XML declaration. */
const HEAD_BYTES = 200;
const UTF_8 = /^(?:utf-?8|us-ascii)$/i;
const LATIN_1 = /^(?:iso-8859-1|windows-1252)$/i;

/** Yields the text of an XML file in chunks. Throws `RefusedFile`. */
export function* decoded(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  let reason: BankFileRefusal = "encoding";
  try {
    for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
      yield decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true });
    reason = "damaged"; // the last character is cut off
    yield decoder.decode();
  } catch {
    throw new RefusedFile(reason);
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  if (!/^(?:\u00ef\u00bb\u00bf)?\s*</.test(head)) throw new RefusedFile("format");
  if (first === 0xef) return "utf-8";
  const [, declared = "utf-8"] = /^<\?xml\s[^>]*\bencoding\s*=\s*["']([^"']*)["']/.exec(head) ?? [];
  if (UTF_8.test(declared)) return "utf-8";
  if (LATIN_1.test(declared)) return "windows-1252";
  throw new RefusedFile("encoding");
}
