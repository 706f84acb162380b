import { describe, expect, it } from "vitest";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { deleteExpiredInboxEntries, upcomingDeletion } from "#usecases/inbox/delete-old-entries.ts";
import { eraseExpiredBinEntries, restoreDeleted } from "#usecases/recycle-bin.ts";
import { desk } from "./desk.ts";

/** A site whose clock shows noon in Zurich. */
function site() {
  let now = new Date("2025-01-01T11:00:00Z");
  const services = { ...desk(), clock: { now: () => now } };
  const { inbox } = services;
  return {
    services,
    inbox,
    today: (day: string) => {
      now = new Date(`${day}T11:00:00Z`);
    },
    /** @returns the id of an entry that was handled at an instant */
    handled: async (type: "message" | "inscription", instant: string, name: string) => {
      const submission = type === "message" ? aMessage({ name }) : aSignUp({ lastName: name });
      const { entry } = await inbox.add(submission, new Date(instant));
      await inbox.setHandled([entry.id], new Date(instant));
      return entry.id;
    },
  };
}

describe("the retention of handled entries", () => {
  it("is 12 months for a message and 24 for a sign-up, to the day", async () => {
    const { services, inbox, handled, today } = site();
    await handled("message", "2025-12-01T15:00:00Z", "A");
    await handled("inscription", "2024-12-01T15:00:00Z", "B");
    today("2026-11-30");
    expect(await deleteExpiredInboxEntries(services)).toBe(0);
    today("2026-12-01");
    expect(await deleteExpiredInboxEntries(services)).toBe(2);
    expect([await inbox.listIds(), await deleteExpiredInboxEntries(services)]).toEqual([new Set(), 0]);
  });

  it("ends in the recycle bin for 30 days, and a restored entry does not expire again", async () => {
    const { services, inbox, handled, today } = site();
    const id = await handled("message", "2025-12-01T15:00:00Z", "A");
    const erased = await handled("message", "2025-12-01T15:00:00Z", "B");
    today("2026-12-01");
    await deleteExpiredInboxEntries(services);
    const binned = await services.bin.list();
    expect(binned.map((one) => one.id).toSorted()).toEqual([id, erased].toSorted());
    expect(binned[0]).toMatchObject({ by: null, at: new Date("2026-12-01T11:00:00Z") });
    await restoreDeleted(services, binned.find((one) => one.id === id)?.key ?? "", null);
    today("2026-12-31");
    expect(await eraseExpiredBinEntries(services)).toBe(0);
    today("2027-01-01");
    expect([await deleteExpiredInboxEntries(services), await eraseExpiredBinEntries(services)]).toEqual([0, 1]);
    expect(await inbox.get(id)).toMatchObject({ handledAt: null });
  });

  it("also applies to members who left 24 months ago, unless they owe a fee", async () => {
    const { services, today } = site();
    const register = createRegisterStore(services.documents, services.clock.now);
    const fees = createFeeStore(services.documents, services.clock.now);
    const all = { ...services, register, fees };
    const [gone = "", late = "", owing = ""] = await saveMembers(
      register,
      aMember({ lastName: "A", leftOn: "2025-01-01" }),
      aMember({ lastName: "B", leftOn: "2025-01-02" }),
      aMember({ lastName: "C", leftOn: "2024-01-01" }),
    );
    await fees.open({ year: "2025", amount: 5000, joinedBy: "2025-10-01" }, null);
    await fees.addFee("2025", owing, null);
    today("2026-12-31");
    expect(await deleteExpiredInboxEntries(all)).toBe(0);
    today("2027-01-01");
    expect(await deleteExpiredInboxEntries(all)).toBe(1);
    expect([await register.get(gone), (await register.get(late))?.id]).toEqual([null, late]);
    const [binned] = await services.bin.list();
    await register.restore(binned?.key ?? "", null);
    today("2027-01-02");
    expect(await deleteExpiredInboxEntries(all)).toBe(1);
    expect((await register.list()).map(({ id }) => id).toSorted()).toEqual([gone, owing].toSorted());
  });

  it("follows the settings", async () => {
    const { services, handled, today } = site();
    const { version } = await services.settings.get();
    const author = { by: ELODIE, at: new Date("2025-01-01T12:00:00Z") };
    await services.settings.save({ ...INITIAL_SETTINGS, messageRetentionMonths: 1 }, version, author);
    await handled("message", "2025-01-15T12:00:00Z", "A");
    today("2025-02-14");
    expect(await deleteExpiredInboxEntries(services)).toBe(0);
    today("2025-02-15");
    expect(await deleteExpiredInboxEntries(services)).toBe(1);
  });
});

describe("the notice of upcoming deletions", () => {
  it("states number and day 30 days before", async () => {
    const { services, handled, today } = site();
    for (const nom of ["A", "B", "C"]) await handled("message", "2025-12-01T15:00:00Z", nom);
    today("2026-10-31");
    expect(await upcomingDeletion(services, "message")).toBeNull();
    today("2026-11-01");
    expect(await upcomingDeletion(services, "message")).toEqual({ count: 3, from: "2026-12-01", to: "2026-12-01" });
    expect(await upcomingDeletion(services, "inscription")).toBeNull();
    await deleteExpiredInboxEntries(services);
    expect(await upcomingDeletion(services, "message")).toMatchObject({ count: 3 });
  });

  it("states the first and the last day, and no past day", async () => {
    const { services, handled, today } = site();
    await handled("inscription", "2024-11-20T15:00:00Z", "A");
    await handled("inscription", "2024-12-10T15:00:00Z", "B");
    today("2026-11-15");
    expect(await upcomingDeletion(services, "inscription")).toEqual({ count: 2, from: "2026-11-20", to: "2026-12-10" });
    today("2026-11-25");
    expect(await upcomingDeletion(services, "inscription")).toMatchObject({ from: "2026-11-25", to: "2026-12-10" });
  });
});
