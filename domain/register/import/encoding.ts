/**
 * Finds the encoding of a CSV file. The detectors on npm know neither MacRoman nor CP850, in which
 * Excel saves « CSV (Macintosh) » and « CSV (MS-DOS) ».
 */

/** `twice`: UTF-8 whose bytes a program has read as Windows-1252 and written as UTF-8 again (`RÃ©my`). */
export const CSV_ENCODINGS = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows",
  macintosh: "ancien Mac",
  cp850: "MS-DOS",
  twice: "UTF-8 enregistré deux fois",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 inversé",
} as const;
export type CsvEncoding = keyof typeof CSV_ENCODINGS;

export const isCsvEncoding = (text: string | undefined): text is CsvEncoding =>
  text !== undefined && Object.hasOwn(CSV_ENCODINGS, text);

const FIRST_HIGH = 0x80;
const HIGH_BYTES = Uint8Array.from({ length: 256 - FIRST_HIGH }, (_, i) => i + FIRST_HIGH);

const FRENCH_QUOTES = String.fromCharCode(0xab, 0xbb);

/** The characters of the bytes 80 to FF. */
const SINGLE_BYTE = {
  "windows-1252": new TextDecoder("windows-1252").decode(HIGH_BYTES),
  macintosh: new TextDecoder("macintosh").decode(HIGH_BYTES),
  // `TextDecoder` does not know CP850.
  cp850: `ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡${FRENCH_QUOTES}░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0`,
} as const;
type SingleByte = keyof typeof SINGLE_BYTE;

/** Letters of French, German and Italian names come before those of other Western languages. */
const FREQUENT = new Set("éèêëàâäçîïôöùûüßœæ");
const RARE = new Set("áíóúñìòãõåøýÿ");
const CAPITALS = new Set("ÉÈÊËÀÂÄÇÎÏÔÖÙÛÜŒÆÁÍÓÚÑÅØ");
const SIGNS = new Set(`${FRENCH_QUOTES}’‘“”–—…°€·\u00a0№`);
const VOWELS = /[aeiouy]/i;

/** Maximum number of bytes above 7F to examine. More would take longer without a better result. */
const LOOKED_AT = 20_000;

const isLetter = (byte = 0) => byte >= FIRST_HIGH || /[a-z]/i.test(String.fromCharCode(byte));
const isInWord = (before: number, after: number) => isLetter(before) || isLetter(after);
const isSmall = (byte = 0) => byte >= 0x61 && byte <= 0x7a;
const isCapital = (byte = 0) => byte >= 0x41 && byte <= 0x5a;

/**
 * How well a character fits its neighbours: `RŽmy` and `HéRITIER` do not occur in names, and `Zoâ`, `Joïo` and `Ní`
 * less often than `Zoë`, `João` and `N°`.
 */
function plausibility(character: string, before = 0, after = 0): number {
  if (FREQUENT.has(character) || RARE.has(character)) return plausibilityOfSmall(character, before, after);
  if (CAPITALS.has(character)) return plausibilityOfCapital(before, after);
  return SIGNS.has(character) ? plausibilityOfSign(character, before, after) : -3;
}

function plausibilityOfSmall(character: string, before: number, after: number): number {
  const isAfterVowel = VOWELS.test(String.fromCharCode(before));
  if (isCapital(before) && isCapital(after)) return -3;
  if (!isInWord(before, after)) return 0;
  if (!isLetter(before)) return FREQUENT.has(character) ? 2 : 1;
  if (/[ãõñ]/.test(character)) return /[aeo]/i.test(String.fromCharCode(after)) ? 3 : 1;
  if (/[ëï]/.test(character)) return isAfterVowel ? 3 : 1;
  if (/[âêô]/.test(character)) return isAfterVowel ? 1 : 3;
  return FREQUENT.has(character) ? 3 : 1;
}

function plausibilityOfCapital(before: number, after: number): number {
  if (isSmall(before) || (isLetter(before) && isSmall(after))) return -3;
  return isSmall(after) ? 2 : Number(isInWord(before, after));
}

function plausibilityOfSign(character: string, before: number, after: number): number {
  if (character === "’") return 2;
  if (character === "°") return /n/i.test(String.fromCharCode(before)) ? 3 : 0;
  if (isLetter(before) && isLetter(after)) return -2;
  return Number(FRENCH_QUOTES.includes(character) && !isInWord(before, after));
}

function singleByteOf(bytes: Uint8Array): SingleByte {
  const score = { "windows-1252": 0, macintosh: 0, cp850: 0 };
  const names = Object.keys(score) as SingleByte[];
  let seen = 0;
  for (let i = 0; i < bytes.length && seen < LOOKED_AT; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < FIRST_HIGH) continue;
    seen++;
    for (const name of names)
      score[name] += plausibility(SINGLE_BYTE[name][byte - FIRST_HIGH] ?? "", bytes[i - 1], bytes[i + 1]);
  }
  return names.reduce((best, other) => (score[other] > score[best] ? other : best));
}

/**
 * A valid UTF-8 character counts as much as this number of broken ones, because text in other encodings hardly ever
 * contains such a sequence.
 */
const BROKEN_PER_WHOLE = 3;

/** Whether the file is UTF-8, judged by its bytes above 7F. A few broken bytes do not make it another encoding. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let [whole, broken] = [0, 0];
  for (let i = 0; i < bytes.length && whole + broken < LOOKED_AT; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < FIRST_HIGH) continue;
    const length = bytesAfter(byte);
    const rest = bytes.subarray(i + 1, i + 1 + length);
    if (length > 0 && rest.length === length && rest.every((next) => next >= 0x80 && next < 0xc0)) {
      whole++;
      i += length;
    } else if (byte >= 0xc0 || (bytes[i - 1] ?? 0) < FIRST_HIGH) broken++;
  }
  return whole * BROKEN_PER_WHOLE >= broken;
}

/** Number of bytes that follow the first byte of a UTF-8 character. 0 if no character begins with this byte. */
function bytesAfter(first: number): number {
  if (first >= 0xf0) return 3;
  if (first >= 0xe0) return 2;
  return first >= 0xc2 ? 1 : 0;
}

/** Whether all bytes are valid UTF-8. */
export const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** Encodes a text in Windows-1252. Null if Windows-1252 lacks one of its characters. */
function windowsBytes(text: string): Uint8Array | null {
  const byteOf = new Map([...SINGLE_BYTE["windows-1252"]].map((character, i) => [character, i + FIRST_HIGH]));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const byte = code < FIRST_HIGH ? code : byteOf.get(text.charAt(i));
    if (byte === undefined) return null;
    bytes[i] = byte;
  }
  return bytes;
}

function isTwice(bytes: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(bytes);
  if (!/[ÃÂâ]./.test(text)) return false;
  const once = windowsBytes(text);
  return once !== null && isUtf8(once) && once.some((byte) => byte >= FIRST_HIGH);
}

/** In UTF-16, every second byte of a Western text is zero. */
function utf16Of(bytes: Uint8Array): CsvEncoding | null {
  const start = bytes.subarray(0, 2000);
  const zeros = [0, 0];
  for (const [i, byte] of start.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (start.length < 8 || Math.max(even, odd) < start.length / 4 || Math.min(even, odd) > 0) return null;
  return odd > even ? "utf-16le" : "utf-16be";
}

export function detectCsvEncoding(bytes: Uint8Array): CsvEncoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const wide = utf16Of(bytes);
  if (wide) return wide;
  if (isUtf8(bytes)) return isTwice(bytes) ? "twice" : "utf-8";
  return isMostlyUtf8(bytes) ? "utf-8" : singleByteOf(bytes);
}

/** The text of a file. A broken byte of UTF-8 becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, encoding: CsvEncoding): string {
  if (encoding === "cp850") {
    const units = Uint16Array.from(bytes, (byte) =>
      byte < FIRST_HIGH ? byte : SINGLE_BYTE.cp850.charCodeAt(byte - FIRST_HIGH),
    );
    return new TextDecoder("utf-16le").decode(units);
  }
  if (encoding !== "twice") return new TextDecoder(encoding).decode(bytes);
  const text = new TextDecoder("utf-8").decode(bytes);
  const once = windowsBytes(text);
  return once ? new TextDecoder("utf-8").decode(once) : text;
}
