import { describe, expect, it } from "vitest";
import { FairQueue, QueueOverload } from "#server/http/limits/fair-queue.ts";

const A = "192.0.2.1";
const B = "198.51.100.1";
const inProgress = { max: 100, perNetwork: [50, 60, 70] };

/** Tasks of addresses, which end when the test calls the functions in `ends`. */
function workload(queue: FairQueue) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const enter = (address: string, name = address) =>
    queue.enter(address, () => {
      begun.push(name);
      return new Promise<void>((end) => ends.push(end));
    });
  return { begun, ends, enter };
}

describe("a queue with turns for addresses", () => {
  it("runs two tasks of one address, and one of another address although twenty wait", async () => {
    const { begun, ends, enter } = workload(new FairQueue({ running: { max: 3, perNetwork: [2, 4, 8] }, inProgress }));
    const all = Array.from({ length: 20 }, (_, i) => enter(A, `a${i}`));
    await expect.poll(() => begun).toEqual(["a0", "a1"]);
    all.push(enter(B, "b0"));
    await expect.poll(() => begun).toEqual(["a0", "a1", "b0"]);
    for (let i = 0; i < all.length; i++) {
      await expect.poll(() => ends.length).toBeGreaterThan(i);
      ends[i]?.();
    }
    await Promise.all(all);
    expect(begun.filter((name) => name.startsWith("a"))).toEqual(Array.from({ length: 20 }, (_, i) => `a${i}`));
  });

  it("runs tasks of the addresses in turn when all slots are taken", async () => {
    const { begun, ends, enter } = workload(new FairQueue({ running: { max: 1, perNetwork: [1, 4, 8] }, inProgress }));
    const addresses = [A, A, A, A, B, B, "203.0.113.1"];
    const all = addresses.map((address) => enter(address));
    for (let i = 0; i < all.length; i++) {
      await expect.poll(() => ends.length).toBeGreaterThan(i);
      ends[i]?.();
    }
    await Promise.all(all);
    expect(begun).toEqual([A, A, B, "203.0.113.1", A, B, A]);
  });

  it("counts an IPv6 /64 as one address, and limits the /56 and the /48 around it", async () => {
    const { begun, enter } = workload(new FairQueue({ running: { max: 100, perNetwork: [2, 4, 8] }, inProgress }));
    for (let i = 0; i < 20; i++) void enter(`2001:db8:0:${i.toString(16)}::/64`, "/56");
    for (let i = 0; i < 20; i++) void enter(`2001:db8:0:${(0x100 * (i + 1)).toString(16)}::/64`, "/48");
    void enter(A);
    await expect.poll(() => begun).toContain(A);
    expect(begun.filter((one) => one === "/56")).toHaveLength(4);
    expect(begun.filter((one) => one === "/48")).toHaveLength(4);
  });

  it("refuses tasks above the maximum of an address immediately, and runs those of others", async () => {
    const { enter, begun } = workload(new FairQueue({ running: { max: 8, perNetwork: [2, 4, 8] }, inProgress }));
    for (let i = 0; i < 50; i++) void enter(A);
    await expect(enter(A)).rejects.toBeInstanceOf(QueueOverload);
    void enter(B);
    await expect.poll(() => begun).toContain(B);
  });

  it("frees the slot of a failed task", async () => {
    const queue = new FairQueue({ running: { max: 1, perNetwork: [1, 1, 1] }, inProgress });
    const failed = Array.from({ length: 5 }, () => queue.enter(A, () => Promise.reject(new Error("raté"))));
    for (const one of failed) await expect(one).rejects.toThrow("raté");
    expect(await queue.enter("2001:db8::/64", async () => "va")).toBe("va");
  });

  it("lets the event loop turn between tasks that do not wait, also of many addresses", async () => {
    const queue = new FairQueue({ running: { max: 32, perNetwork: [2, 4, 8] }, inProgress });
    let turns = 0;
    let turning = true;
    const turn = () => {
      turns++;
      if (turning) setImmediate(turn);
    };
    setImmediate(turn);
    await Promise.all(Array.from({ length: 50 }, (_, i) => queue.enter(`192.0.2.${i}`, async () => {})));
    turning = false;
    expect(turns).toBeGreaterThanOrEqual(50);
  });
});
