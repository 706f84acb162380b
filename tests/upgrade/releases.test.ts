import { expect, it } from "vitest";
import { newestRelease } from "#cli/upgrade/releases.ts";

it("the newest release is the one with the highest numbers, whatever the order and the other tags", () => {
  expect(newestRelease(["v0.9.1", "v0.10.0", "v0.2.0", "v1", "essai", "v2.0.0-beta", ""])).toBe("v0.10.0");
  expect(newestRelease(["essai"])).toBeNull();
});
