import { describe, expect, it } from "vitest";
import { SignInLimit } from "#server/http/limits/sign-in-limit.ts";

const MINUTE_MS = 60_000;
const COMMITTEE = "comite@exemple.ch";
const AT_CAMILLES = "192.0.2.1";
const ON_HOLIDAY = "192.0.2.2";
const TENT = "192.0.2.3";

function guard() {
  const clock = { ms: 0 };
  const limit = new SignInLimit(() => clock.ms);
  return { limit, enter: (minutes: number) => (clock.ms += minutes * MINUTE_MS) };
}

const v4 = (i: number) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`;
const v6 = (customer: number) => (i: number) => `2001:db8:${customer}:${i.toString(16)}::/64`;

/** Many machines try passwords, each once. @returns how many of them were heard */
function attack(limit: SignInLimit, machines = 1000, email = COMMITTEE, address = v4): number {
  let heard = 0;
  for (let i = 0; i < machines; i++) if (limit.attempt(address(i), email) === 0) heard++;
  return heard;
}

/** @returns how many tries were heard while machines asked once in each minute */
function besiege(
  { limit, enter }: ReturnType<typeof guard>,
  minutes: number,
  machines: number,
  address?: (i: number) => string,
) {
  let heard = 0;
  for (let minute = 0; minute < minutes; minute++) {
    heard += attack(limit, machines, COMMITTEE, address);
    enter(1);
  }
  return heard;
}

describe("guessing a password", () => {
  it("stops after 20 tries from one address, whatever the accounts, for a quarter of an hour at most", () => {
    const { limit, enter } = guard();
    for (let i = 0; i < 20; i++) expect(limit.attempt(TENT, `compte${i}@exemple.ch`)).toBe(0);
    const wait = limit.attempt(TENT, "encore@exemple.ch");
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(15 * MINUTE_MS);
    enter(15);
    expect(limit.attempt(TENT, "encore@exemple.ch")).toBe(0);
  });

  it("from a thousand addresses is heard a hundred times an hour in all, for as long as it goes on", () => {
    const { limit, enter } = guard();
    expect(attack(limit)).toBe(100);
    enter(30);
    expect(attack(limit)).toBe(0);
    enter(31);
    expect(attack(limit)).toBe(100);
  });

  it("from one address is heard ten times, then once in five minutes: it does not use up what others may try", () => {
    const attack = guard();
    const heard = besiege(attack, 60, 1);
    expect(heard).toBeLessThanOrEqual(10 + 12);
    expect(attack.limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(0);
  });

  it("from hundreds of addresses in one /48 is heard hardly more often than from two", () => {
    const attack = guard();
    expect(besiege(attack, 60, 120, v6(1))).toBeLessThanOrEqual(10 + 2 * 12);
    expect(attack.limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(0);
  });

  it("over many accounts is stopped for a /56 after 30 tries and for a /48 after 60, whatever the address in it", () => {
    const heard = (address: (i: number) => string) => {
      const { limit } = guard();
      let countOf = 0;
      for (let i = 0; i < 200; i++) if (limit.attempt(address(i), `compte${i}@exemple.ch`) === 0) countOf++;
      return countOf;
    };
    expect(heard(v6(1))).toBe(30);
    expect(heard((i) => v6(1)(i * 256))).toBe(60);
    expect(heard((i) => v6(i)(1))).toBe(200);
  });

  it("counts spellings of an address as one account, and knows nothing of which accounts exist", () => {
    const { limit } = guard();
    const writes = [COMMITTEE, "COMITE@exemple.ch", " comite@exemple.ch ", "Comite@Exemple.ch"];
    for (let i = 0; i < 10; i++) expect(limit.attempt(TENT, writes[i % 4] ?? "")).toBe(0);
    expect(limit.attempt(TENT, COMMITTEE)).toBe(5 * MINUTE_MS);
    for (let i = 0; i < 10; i++) limit.attempt(AT_CAMILLES, "personne@exemple.ch");
    expect(limit.attempt(AT_CAMILLES, "personne@exemple.ch")).toBe(5 * MINUTE_MS);
  });

  it("goes on being counted while thousands of other accounts are tried", () => {
    const { limit } = guard();
    attack(limit);
    for (let i = 0; i < 10_200; i++) limit.attempt(v4(20_000 + i), `compte${i}@exemple.ch`);
    expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBeGreaterThan(0);
  });
});

describe("the committee, while its account is attacked", () => {
  it("gets in at once from where it signed in before", () => {
    const { limit, enter } = guard();
    expect(limit.attempt(AT_CAMILLES, COMMITTEE)).toBe(0);
    limit.succeed(AT_CAMILLES, COMMITTEE);
    enter(10 * 24 * 60);
    attack(limit);
    expect(limit.attempt(AT_CAMILLES, COMMITTEE)).toBe(0);
    limit.succeed(AT_CAMILLES, COMMITTEE);
  });

  it("gets in at once where it has the site open, or came by a link", () => {
    const { limit } = guard();
    attack(limit);
    expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBeGreaterThan(0);
    limit.recognise(ON_HOLIDAY, COMMITTEE);
    expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(0);
  });

  it("gets in at once from a new address while a few machines guess without a pause", () => {
    const attack = guard();
    besiege(attack, 120, 5);
    expect(attack.limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(0);
    attack.limit.succeed(ON_HOLIDAY, COMMITTEE);
  });

  it("waits in a new place while thousands guess, for an hour at most once they have stopped", () => {
    const { limit, enter } = guard();
    attack(limit);
    const wait = limit.attempt(ON_HOLIDAY, COMMITTEE);
    expect(wait).toBe(60 * MINUTE_MS);
    enter(wait / MINUTE_MS);
    expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(0);
  });

  it("is not made to wait longer by asking too early", () => {
    const { limit, enter } = guard();
    for (let i = 0; i < 10; i++) limit.attempt(ON_HOLIDAY, COMMITTEE);
    for (let minute = 0; minute < 5; minute++) {
      expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe((5 - minute) * MINUTE_MS);
      enter(1);
    }
    expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(0);
    expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(5 * MINUTE_MS);
  });

  it("signs in as often as it likes", () => {
    const { limit } = guard();
    for (let i = 0; i < 200; i++) {
      expect(limit.attempt(AT_CAMILLES, COMMITTEE)).toBe(0);
      limit.succeed(AT_CAMILLES, COMMITTEE);
    }
  });

  it("does not have its other accounts guarded with it", () => {
    const { limit } = guard();
    attack(limit);
    expect(limit.attempt(ON_HOLIDAY, "paul@exemple.ch")).toBe(0);
  });
});

describe("a phone on the same address as the committee", () => {
  function tent() {
    const { limit, enter } = guard();
    limit.attempt(TENT, COMMITTEE);
    limit.succeed(TENT, COMMITTEE);
    return { limit, enter };
  }

  it("that fails with other accounts until it has to wait keeps the committee out of nothing", () => {
    const { limit } = tent();
    for (let i = 0; i < 100; i++) limit.attempt(TENT, `compte${i}@exemple.ch`);
    expect(limit.attempt(TENT, "encore@exemple.ch")).toBeGreaterThan(0);
    expect(limit.attempt(TENT, COMMITTEE)).toBe(0);
  });

  it("that fails with the committee's account has ten tries in five minutes: a known address is no way to guess", () => {
    const { limit, enter } = tent();
    for (let i = 0; i < 10; i++) expect(limit.attempt(TENT, COMMITTEE)).toBe(0);
    expect(limit.attempt(TENT, COMMITTEE)).toBe(5 * MINUTE_MS);
    enter(5);
    expect(limit.attempt(TENT, COMMITTEE)).toBe(0);
  });

  it("that fails there makes nobody wait elsewhere", () => {
    const { limit } = tent();
    for (let i = 0; i < 100; i++) limit.attempt(TENT, COMMITTEE);
    expect(attack(limit, 20)).toBe(20);
  });
});
