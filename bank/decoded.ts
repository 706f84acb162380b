import { RefusedFile } from "./refused-file.ts";

const CHUNK_BYTES = 65_536;
/** Reaches beyond any XML declaration. */
const HEAD_BYTES = 200;

/** By names that an XML declaration has. Without a byte order mark, UTF-16 is refused. */
const ENCODINGS: Record<string, string> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  "iso-8859-1": "windows-1252",
  "windows-1252": "windows-1252",
};

/** The text of an XML file, in chunks. */
export function* decoded(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    const chunk = bytes.subarray(start, start + CHUNK_BYTES);
    yield orRefused("encoding", () => decoder.decode(chunk, { stream: true }));
  }
  // A character that is cut off at the end.
  yield orRefused("damaged", () => decoder.decode());
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xef && second === 0xbb) return "utf-8";
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  const [, declared = "utf-8"] = /^<\?xml\s[^>]*\bencoding\s*=\s*["']([^"']*)["']/.exec(head) ?? [];
  const encoding = ENCODINGS[declared.toLowerCase()];
  if (encoding === undefined) throw new RefusedFile("encoding");
  return encoding;
}

function orRefused(reason: "encoding" | "damaged", decode: () => string): string {
  try {
    return decode();
  } catch {
    throw new RefusedFile(reason);
  }
}
