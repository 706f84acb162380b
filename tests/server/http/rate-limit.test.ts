import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateLimit } from "#server/http/limits/rate-limit.ts";
import { createRateLimiter } from "#server/http/limits/rate-limiter.ts";

const MAX = 60;
const HOUR_MS = 3_600_000;

function limit(keys?: number) {
  const clock = { ms: 0 };
  const options = { max: [MAX], windowMs: HOUR_MS, now: () => clock.ms };
  return { clock, limit: new RateLimit(keys === undefined ? options : { ...options, keys }) };
}

describe("a limit of 60 an hour", () => {
  it("allows 60 attempts at once, and returns the wait for the next one", () => {
    const { limit: l, clock } = limit();
    for (let i = 0; i < MAX; i++) {
      expect(l.take("tente")).toBe(0);
      clock.ms += 1000;
    }
    const wait = l.take("tente");
    expect(wait).toBe(HOUR_MS - MAX * 1000);
    expect(l.take("ailleurs")).toBe(0);
    clock.ms += wait - 1;
    expect(l.take("tente")).toBeGreaterThan(0);
    clock.ms += 1;
    expect(l.take("tente")).toBe(0);
  });

  it("allows at most 60 attempts within any hour", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300_000 }), { minLength: 2 * MAX, maxLength: 300 }), (pauses) => {
        const { limit: l, clock } = limit();
        const entered: number[] = [];
        for (const pause of pauses) {
          clock.ms += pause;
          if (l.take("tente") === 0) entered.push(clock.ms);
        }
        expect(entered.length).toBeGreaterThan(MAX);
        entered.forEach((instant, i) => {
          const sixtyEarlier = entered[i - MAX];
          if (sixtyEarlier !== undefined) expect(instant - sixtyEarlier).toBeGreaterThanOrEqual(HOUR_MS);
        });
      }),
      { numRuns: 50 },
    );
  });

  it("allows an attempt after the wait that it returned", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 120_000 }), { minLength: 61, maxLength: 150 }), (pauses) => {
        const { limit: l, clock } = limit();
        for (const pause of pauses) {
          clock.ms += pause;
          l.take("tente");
        }
        clock.ms += l.wait("tente");
        expect(l.take("tente")).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it("does not count an undone attempt", () => {
    const { limit: l } = limit();
    for (let i = 0; i < 10 * MAX; i++) {
      expect(l.take("tente")).toBe(0);
      l.undo("tente");
    }
    expect(l.size).toBe(0);
  });

  it("stores a limited number of addresses, and forgets them after an hour", () => {
    const { limit: l, clock } = limit(100);
    for (let i = 0; i < 5000; i++) l.take(`adresse ${i}`);
    expect(l.size).toBe(100);
    clock.ms += HOUR_MS;
    l.take("une autre");
    expect(l.size).toBe(1);
  });

  it("keeps limiting an address that continues while many others appear", () => {
    const { limit: l } = limit(100);
    let entered = 0;
    for (let i = 0; i < 5000; i++) {
      l.take(`adresse ${i}`);
      if (i % 50 === 0 && l.take("tente") === 0) entered++;
    }
    expect(entered).toBe(MAX);
  });
});

it("the rate limit does not count a password attempt for the session if the sign-in limit refuses it", () => {
  let now = 0;
  const guard = createRateLimiter(() => now)("192.0.2.1");
  let wait = 0;
  while (wait === 0) wait = guard.login("lea@exemple.ch").wait;
  for (let n = 0; n < 20; n++) expect(guard.passwordIn("session", "lea@exemple.ch").wait).toBe(wait);
  now += wait * 1000;
  expect(guard.passwordIn("session", "lea@exemple.ch").wait).toBe(0);
});
