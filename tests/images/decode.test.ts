/** Hostile, broken and unusual files: refused with a reason, or decoded to plain pixels, of which the site makes its files. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { pictureFileNameCandidates } from "#domain/pictures/picture-variants.ts";
import { decodeImage } from "#images/decode.ts";
import { CORPUS, NAMES, WHOLE_PICTURES } from "#tests/corpus/files.ts";
import { writeFigures } from "#tests/figures.ts";
import { HOSTILES } from "./hostile.ts";

/** Damaged copies of each format, and files of random bytes behind each format's beginning. */
const DAMAGED_PER_FORMAT = 25;
const RANDOM = 60;

/** @returns the reason of a refusal, or "accepted" with nothing but an opaque picture of at most 1600 pixels of width */
async function fateOf(bytes: Uint8Array): Promise<string> {
  const decoded = await decodeImage(bytes);
  if (!decoded.ok) return decoded.reason;
  const { data, width, height, ...rest } = decoded.value;
  expect([data.byteLength, rest]).toEqual([3 * width * height, {}]);
  expect(width).toBeLessThanOrEqual(1600);
  return "accepted";
}

it.each(CORPUS)("a picture file is decoded or refused: $name, $fate", async ({ bytes, fate }) => {
  const found = await fateOf(await bytes());
  if (fate !== "either") expect(found === "accepted" ? found : "refused").toBe(fate);
});

it.each(HOSTILES)("a hostile picture file is refused: $name, $refusal", async ({ bytes, refusal }) =>
  expect(await fateOf(await bytes())).toBe(refusal),
);

it.each(NAMES.map((name) => [name.slice(0, 30), name]))(
  "the file name %j of an upload is stored without path, control or markup characters",
  (_, name) => expect(pictureFileNameCandidates(name).next().value).toMatch(/^[^/\\\p{C}"<>:%=]{1,100}$/u),
);

let damaged = 0;

it.each(WHOLE_PICTURES)("a $format file with any flipped bit is refused or decoded to a picture", async ({ bytes }) => {
  const file = await bytes();
  const damage = fc.record({ position: fc.nat(file.length - 1), what: fc.integer({ min: 1, max: 255 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 8 }), async (damages) => {
      const other = new Uint8Array(file);
      for (const { position, what } of damages) other[position] = (other[position] ?? 0) ^ what;
      await fateOf(other);
      damaged++;
    }),
    { numRuns: DAMAGED_PER_FORMAT, endOnFailure: true },
  );
});

const BEGINNINGS = [
  "",
  "ffd8ffe0",
  "89504e470d0a1a0a",
  "52494646ffffff0057454250",
  "0000001866747970617669660000000061766966",
  "000000186674797068656963000000006d696631",
];

it("random bytes behind the beginning of a picture are refused", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...BEGINNINGS), fc.uint8Array({ maxLength: 4000 }), async (hex, rest) => {
      expect(await fateOf(Buffer.concat([Buffer.from(hex, "hex"), rest]))).toBe("unreadable");
      damaged++;
    }),
    { numRuns: RANDOM, endOnFailure: true },
  );
  writeFigures("5-uploads", {
    promise: "No uploaded byte is served: a file is refused with a sentence, or decoded and encoded again",
    figures:
      `${CORPUS.length + HOSTILES.length} bombs, polyglots, truncated and unusual files, ${NAMES.length} hostile names, ` +
      `${damaged} damaged and random files`,
  });
});
