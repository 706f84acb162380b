import { describe, expect, it } from "vitest";
import { canonicalJson } from "#domain/text/canonical-json.ts";

describe("canonical JSON", () => {
  it("is the same whatever the order of the fields, at any depth", () =>
    expect(canonicalJson({ b: 1, a: [{ d: 2, c: 3 }] })).toBe(canonicalJson({ a: [{ c: 3, d: 2 }], b: 1 })));

  it.each([
    [{ a: 1 }, { a: "1" }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: null }, {}],
    [{ a: new Date(0) }, { a: new Date(1) }],
  ])("distinguishes %j from %j", (one, other) => expect(canonicalJson(one)).not.toBe(canonicalJson(other)));
});
