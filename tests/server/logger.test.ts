import { expect, it } from "vitest";
import { describeError } from "#server/logger.ts";

it("the log of an error does not contain its message, which may quote user input", () => {
  const error = Object.assign(new TypeError("cannot store camille@exemple.ch"), { code: "ENOSPC" });
  const trace = describeError(error);
  expect(trace).toMatchObject({ error: "TypeError", code: "ENOSPC" });
  expect(JSON.stringify(trace)).not.toContain("camille");
  expect(JSON.stringify(trace)).toContain("logger.test.ts");
});

it("the log of a thrown value that is no Error contains only its type", () => {
  expect(describeError("camille@exemple.ch")).toEqual({ error: "string" });
});
