import { expect, it } from "vitest";
import { describeError } from "#server/logger.ts";

it("what is logged of an error never quotes its message, which may hold what somebody typed", () => {
  const error = Object.assign(new TypeError("cannot store camille@exemple.ch"), { code: "ENOSPC" });
  const trace = describeError(error);
  expect(trace).toMatchObject({ error: "TypeError", code: "ENOSPC" });
  expect(JSON.stringify(trace)).not.toContain("camille");
  expect(JSON.stringify(trace)).toContain("logger.test.ts");
});

it("an error that is no error is named by its kind alone", () => {
  expect(describeError("camille@exemple.ch")).toEqual({ error: "string" });
});
