import { expect, it } from "vitest";
import { createGuard } from "#server/guard.ts";

it("counts no try in a session of a password that the login would not have let try", () => {
  let now = 0;
  const guard = createGuard(() => now)("192.0.2.1");
  let wait = 0;
  while (wait === 0) wait = guard.connexion("lea@exemple.ch").attente;
  for (let n = 0; n < 20; n++) expect(guard.passwordIn("session", "lea@exemple.ch").attente).toBe(wait);
  now += wait * 1000;
  expect(guard.passwordIn("session", "lea@exemple.ch").attente).toBe(0);
});
