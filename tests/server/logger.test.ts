import { expect, it } from "vitest";
import { faultOf } from "#server/logger.ts";

it("what is logged of a fault never quotes its message, which may hold what somebody typed", () => {
  const fault = Object.assign(new TypeError("cannot store camille@exemple.ch"), { code: "ENOSPC" });
  const trace = faultOf(fault);
  expect(trace).toMatchObject({ fault: "TypeError", code: "ENOSPC" });
  expect(JSON.stringify(trace)).not.toContain("camille");
  expect(JSON.stringify(trace)).toContain("logger.test.ts");
});

it("a fault that is no error is named by its kind alone", () => {
  expect(faultOf("camille@exemple.ch")).toEqual({ fault: "string" });
});
