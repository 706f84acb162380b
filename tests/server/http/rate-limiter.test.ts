import { expect, it } from "vitest";
import { createRateLimiter } from "#server/http/limits/rate-limiter.ts";

it("counts no try in a session of a password that the login would not have let try", () => {
  let now = 0;
  const guard = createRateLimiter(() => now)("192.0.2.1");
  let wait = 0;
  while (wait === 0) wait = guard.login("lea@exemple.ch").wait;
  for (let n = 0; n < 20; n++) expect(guard.passwordIn("session", "lea@exemple.ch").wait).toBe(wait);
  now += wait * 1000;
  expect(guard.passwordIn("session", "lea@exemple.ch").wait).toBe(0);
});
