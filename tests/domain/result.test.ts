import { expect, it } from "vitest";
import { accept, type Result, refusal } from "#domain/result.ts";

it("an outcome carries a value or the reason of a refusal, never both", () => {
  const divide = (a: number, b: number): Result<number, "zero"> => (b === 0 ? refusal("zero") : accept(a / b));
  expect(divide(6, 2)).toStrictEqual({ ok: true, value: 3 });
  expect(divide(6, 0)).toStrictEqual({ ok: false, reason: "zero" });
});
