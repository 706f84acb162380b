import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateLimit } from "#server/rate-limit.ts";

const MAX = 60;
const HEURE_MS = 3_600_000;

function limite(cles?: number) {
  const horloge = { ms: 0 };
  const options = { max: [MAX], windowMs: HEURE_MS, now: () => horloge.ms };
  return { horloge, limite: new RateLimit(cles === undefined ? options : { ...options, keys: cles }) };
}

describe("a limit of 60 an hour", () => {
  it("lets a whole tent through at once, and tells the next one when to come back", () => {
    const { limite: l, horloge } = limite();
    for (let i = 0; i < MAX; i++) {
      expect(l.take("tente")).toBe(0);
      horloge.ms += 1000;
    }
    const attente = l.take("tente");
    expect(attente).toBe(HEURE_MS - MAX * 1000);
    expect(l.take("ailleurs")).toBe(0);
    horloge.ms += attente - 1;
    expect(l.take("tente")).toBeGreaterThan(0);
    horloge.ms += 1;
    expect(l.take("tente")).toBe(0);
  });

  it("never lets more than 60 through within any hour, whatever the rhythm", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300_000 }), { minLength: 2 * MAX, maxLength: 300 }), (pauses) => {
        const { limite: l, horloge } = limite();
        const passes: number[] = [];
        for (const pause of pauses) {
          horloge.ms += pause;
          if (l.take("tente") === 0) passes.push(horloge.ms);
        }
        expect(passes.length).toBeGreaterThan(MAX);
        passes.forEach((instant, i) => {
          const soixantePlusTot = passes[i - MAX];
          if (soixantePlusTot !== undefined) expect(instant - soixantePlusTot).toBeGreaterThanOrEqual(HEURE_MS);
        });
      }),
      { numRuns: 50 },
    );
  });

  it("keeps its word: who waits as long as they were told gets through", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 120_000 }), { minLength: 61, maxLength: 150 }), (pauses) => {
        const { limite: l, horloge } = limite();
        for (const pause of pauses) {
          horloge.ms += pause;
          l.take("tente");
        }
        horloge.ms += l.wait("tente");
        expect(l.take("tente")).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it("does not count what is given back", () => {
    const { limite: l } = limite();
    for (let i = 0; i < 10 * MAX; i++) {
      expect(l.take("tente")).toBe(0);
      l.giveBack("tente");
    }
    expect(l.size).toBe(0);
  });

  it("remembers so many addresses and no more, and forgets those whose hour is over", () => {
    const { limite: l, horloge } = limite(100);
    for (let i = 0; i < 5000; i++) l.take(`adresse ${i}`);
    expect(l.size).toBe(100);
    horloge.ms += HEURE_MS;
    l.take("une autre");
    expect(l.size).toBe(1);
  });

  it("holds for who keeps trying while others come and go", () => {
    const { limite: l } = limite(100);
    let passes = 0;
    for (let i = 0; i < 5000; i++) {
      l.take(`adresse ${i}`);
      if (i % 50 === 0 && l.take("tente") === 0) passes++;
    }
    expect(passes).toBe(MAX);
  });
});
