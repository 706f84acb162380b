/** An import, and the preview of a file made to keep the site busy, let other requests pass. */
import { afterAll, expect, it } from "vitest";
import { shortestHold } from "#tests/machine.ts";
import { importMembers } from "#usecases/register/import-members.ts";
import { desk } from "./desk.ts";
import { HOSTILE_FILES, largeFile, preview } from "./hostile-member-files.ts";

const HELD_MS = 100;
const WORKED_MS = 1000;

const services = desk(afterAll);

it.each(HOSTILE_FILES)("the preview takes less than a second of work: %s", async (_, file) => {
  const { held, worked } = await shortestHold(HELD_MS, () => preview(services, file));
  expect(worked).toBeLessThan(WORKED_MS);
  expect(held).toBeLessThan(HELD_MS);
});

it("an import of 2,000 members blocks other requests for less than 100 ms", async () => {
  const { held } = await shortestHold(HELD_MS, async () => {
    const services = desk();
    await services.fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, null);
    const plan = await preview(services, largeFile());
    if (!plan.ok) throw new Error(plan.reason);
    await importMembers(services, plan.value.lines, null, () => {});
  });
  expect(held).toBeLessThan(HELD_MS);
});
