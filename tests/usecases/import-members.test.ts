import { afterAll, describe, expect, it } from "vitest";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { exportMembers } from "#usecases/register/export-members.ts";
import { importMembers } from "#usecases/register/import-members.ts";
import { desk } from "./desk.ts";
import { HOSTILE_FILES, largeFile, outcomeOf, preview } from "./hostile-member-files.ts";

const fail = (error: unknown) => {
  throw error;
};
async function importText(services: ReturnType<typeof desk>, text: string) {
  const plan = await preview(services, text);
  if (!plan.ok) throw new Error(plan.reason);
  return importMembers(services, plan.value.lines, null, fail);
}

describe("the preview of a hostile file", () => {
  const services = desk(afterAll);
  it.each(HOSTILE_FILES)("says what is wrong, and writes nothing: %s", async (_, file, outcome) => {
    expect(outcomeOf(await preview(services, file))).toMatch(outcome);
    expect(await services.register.list()).toEqual([]);
  });
});

describe("an import", () => {
  it("of 2,000 members writes each with a fee of the open year, and changes nothing the second time", async () => {
    const services = { ...desk(), clock: { now: () => new Date("2027-02-01T12:00:00Z") } };
    await services.fees.open({ year: "2027", amount: 5000, joinedBy: "2027-10-01" }, null);
    expect(await importText(services, largeFile())).toEqual({ count: 2000, finished: true });
    expect(await services.register.list()).toHaveLength(2000);
    expect(await services.fees.listYear("2027")).toHaveLength(2000);
    expect((await importText(services, largeFile())).count).toBe(0);
  });

  it("of an exported list changes nothing", async () => {
    const services = desk();
    const left = { leftOn: "2026-01-01", leftReason: "=1+1", phone: "+33612345678", note: "@x;-y" };
    await saveMember(services.register, aMember(left));
    const text = await exportMembers(services, { text: "", filter: "left", day: "2027-01-01" }, null);
    expect(text).toContain("'=1+1");
    const plan = await preview(services, text);
    expect(plan.ok && plan.value.lines).toMatchObject([{ is: "same" }]);
  });
});
