import { expect, it } from "vitest";
import type { LastSeenTime } from "#ports/upkeep/clock-guard.ts";

/** @param openOne gives another instance's look at the same store */
export function lastSeenTimeContract(openOne: () => () => LastSeenTime): void {
  const FUTURE = new Date("2101-02-03T04:05:06.789Z");

  it("is what was written last, to the millisecond, for every instance", async () => {
    const open = openOne();
    const [here, there] = [open(), open()];
    await here.write(new Date("2100-01-01T00:00:00.000Z"));
    await there.write(FUTURE);
    expect([await here.read(), await there.read(), await open().read()]).toEqual([FUTURE, FUTURE, FUTURE]);
  });

  it("can be set back", async () => {
    const store = openOne()();
    await store.write(FUTURE);
    const back = new Date("2100-01-01T00:00:00.000Z");
    await store.write(back);
    expect(await store.read()).toEqual(back);
  });
}
