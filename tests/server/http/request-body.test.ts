import { Readable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FILE_FORM_MAX } from "#domain/pictures/upload-limits.ts";
import { readRequestBody } from "#server/http/request-body.ts";

const LIMITS = { max: FILE_FORM_MAX, ms: 60_000 };
const PICTURE_BYTES = 25 * 1024 * 1024;

function* piecesOf(bytes: number, length: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= length) yield Buffer.alloc(Math.min(length, left), left % 251);
}
const sent = (bytes: number, length: number) => Readable.from(piecesOf(bytes, length), { objectMode: false });

describe("a body", () => {
  it("is equal to the sent bytes, for any pieces and any Content-Length", async () => {
    const pieces = fc.array(fc.uint8Array({ minLength: 1, maxLength: 50_000 }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(500_000), async (parts, announced) => {
        const body = await readRequestBody(
          Readable.from(parts.map(Buffer.from), { objectMode: false }),
          announced,
          LIMITS,
        );
        expect(Buffer.compare(body, Buffer.concat(parts))).toBe(0);
      }),
    );
  });

  it.each([536, 1_220, 65_536])(
    "of 25 MB is read in TCP segments of %i bytes, with and without Content-Length",
    async (n) => {
      for (const announced of [PICTURE_BYTES, 0])
        expect((await readRequestBody(sent(PICTURE_BYTES, n), announced, LIMITS)).length).toBe(PICTURE_BYTES);
    },
    60_000,
  );

  it("may have pieces of one byte up to 1,000 bytes, and then of 128 bytes on average", async () => {
    expect((await readRequestBody(sent(1_000, 1), 0, LIMITS)).length).toBe(1_000);
    expect((await readRequestBody(sent(1_000_000, 128), 0, LIMITS)).length).toBe(1_000_000);
    for (const length of [1, 2, 50, 100, 120])
      await expect(readRequestBody(sent(10_000_000, length), 0, LIMITS)).rejects.toMatchObject({ why: "in-pieces" });
  });

  it("above the limit is refused, or cut with `beginning`", async () => {
    const max = 100_000;
    await expect(readRequestBody(sent(200_000, 1_000), 0, { max, ms: LIMITS.ms })).rejects.toMatchObject({
      why: "too-much",
    });
    await expect(readRequestBody(sent(1, 1), 200_000, { max, ms: LIMITS.ms })).rejects.toMatchObject({
      why: "too-much",
    });
    const beginning = await readRequestBody(sent(200_000, 1_000), 200_000, { max, ms: LIMITS.ms, beginning: true });
    expect(beginning.length).toBe(101_000);
  });

  it("that breaks off is incomplete, also before it is read; a slow one is too slow", async () => {
    const broken = () => new Readable({ read() {} });
    const first = broken();
    const read = readRequestBody(first, 0, LIMITS);
    first.push("nom=");
    first.destroy(new Error("aborted"));
    await expect(read).rejects.toMatchObject({ why: "incomplete" });
    const second = broken();
    second.destroy();
    await expect(readRequestBody(second, 0, LIMITS)).rejects.toMatchObject({ why: "incomplete" });
    await expect(readRequestBody(broken(), 0, { max: 10, ms: 1 })).rejects.toMatchObject({ why: "too-slow" });
  });
});
