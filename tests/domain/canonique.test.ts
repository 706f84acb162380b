import { describe, expect, it } from "vitest";
import { canonique } from "#domain/canonique.ts";

describe("the one text of a content", () => {
  it("is the same whatever the order of the fields, at any depth", () => {
    expect(canonique({ b: 1, a: [{ d: 2, c: 3 }] })).toBe(canonique({ a: [{ c: 3, d: 2 }], b: 1 }));
  });

  it.each([
    [{ a: 1 }, { a: "1" }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: null }, {}],
    [{ a: new Date(0) }, { a: new Date(1) }],
  ])("tells %j from %j", (une, autre) => {
    expect(canonique(une)).not.toBe(canonique(autre));
  });
});
