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

/** Each of many machines tries one password. @returns the number of allowed attempts */
function attack(limit: SignInLimit, machines = 1000, email = COMMITTEE, address = v4): number {
  let heard = 0;
  for (let i = 0; i < machines; i++) if (limit.attempt(address(i), email) === 0) heard++;
  return heard;
}

/** Each of the machines tries one password a minute. @returns the number of allowed attempts */
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
  it("is limited to 20 attempts of one address, over all accounts, in a quarter of an hour", () => {
    const { limit, enter } = guard();
    for (let i = 0; i < 20; i++) expect(limit.attempt(TENT, `compte${i}@exemple.ch`)).toBe(0);
    const wait = limit.attempt(TENT, "encore@exemple.ch");
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(15 * MINUTE_MS);
    enter(15);
    expect(limit.attempt(TENT, "encore@exemple.ch")).toBe(0);
  });

  it("from a thousand addresses is limited to a hundred attempts an hour", () => {
    const { limit, enter } = guard();
    expect(attack(limit)).toBe(100);
    enter(30);
    expect(attack(limit)).toBe(0);
    enter(31);
    expect(attack(limit)).toBe(100);
  });

  it("from one address is limited to ten attempts, then one in five minutes, so that others can still sign in", () => {
    const attack = guard();
    const heard = besiege(attack, 60, 1);
    expect(heard).toBeLessThanOrEqual(10 + 12);
    expect(attack.limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(0);
  });

  it("from many addresses of one /48 is limited to little more than from two addresses", () => {
    const attack = guard();
    expect(besiege(attack, 60, 30, v6(1))).toBeLessThanOrEqual(10 + 2 * 12);
    expect(attack.limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(0);
  });

  it("over many accounts is limited to 30 attempts of a /56 and 60 of a /48", () => {
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

  it("counts spellings of an e-mail address as one account, and unknown accounts like known ones", () => {
    const { limit } = guard();
    const writes = [COMMITTEE, "COMITE@exemple.ch", " comite@exemple.ch ", "Comite@Exemple.ch"];
    for (let i = 0; i < 10; i++) expect(limit.attempt(TENT, writes[i % 4] ?? "")).toBe(0);
    expect(limit.attempt(TENT, COMMITTEE)).toBe(5 * MINUTE_MS);
    for (let i = 0; i < 10; i++) limit.attempt(AT_CAMILLES, "personne@exemple.ch");
    expect(limit.attempt(AT_CAMILLES, "personne@exemple.ch")).toBe(5 * MINUTE_MS);
  });

  it("is still counted after attempts on thousands of other accounts", () => {
    const { limit } = guard();
    attack(limit);
    for (let i = 0; i < 10_200; i++) limit.attempt(v4(20_000 + i), `compte${i}@exemple.ch`);
    expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBeGreaterThan(0);
  });
});

describe("the owner of an attacked account", () => {
  it("can sign in immediately from an address with an earlier sign-in", () => {
    const { limit, enter } = guard();
    expect(limit.attempt(AT_CAMILLES, COMMITTEE)).toBe(0);
    limit.succeed(AT_CAMILLES, COMMITTEE);
    enter(10 * 24 * 60);
    attack(limit);
    expect(limit.attempt(AT_CAMILLES, COMMITTEE)).toBe(0);
    limit.succeed(AT_CAMILLES, COMMITTEE);
  });

  it("can sign in immediately from an address with a session or a used link", () => {
    const { limit } = guard();
    attack(limit);
    expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBeGreaterThan(0);
    limit.recognise(ON_HOLIDAY, COMMITTEE);
    expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(0);
  });

  it("can sign in immediately from a new address while a few machines guess without a pause", () => {
    const attack = guard();
    besiege(attack, 120, 5);
    expect(attack.limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(0);
    attack.limit.succeed(ON_HOLIDAY, COMMITTEE);
  });

  it("waits at a new address while thousands guess, for at most an hour after they have stopped", () => {
    const { limit, enter } = guard();
    attack(limit);
    const wait = limit.attempt(ON_HOLIDAY, COMMITTEE);
    expect(wait).toBe(60 * MINUTE_MS);
    enter(wait / MINUTE_MS);
    expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(0);
  });

  it("does not wait longer because of attempts that came too early", () => {
    const { limit, enter } = guard();
    for (let i = 0; i < 10; i++) limit.attempt(ON_HOLIDAY, COMMITTEE);
    for (let minute = 0; minute < 5; minute++) {
      expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe((5 - minute) * MINUTE_MS);
      enter(1);
    }
    expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(0);
    expect(limit.attempt(ON_HOLIDAY, COMMITTEE)).toBe(5 * MINUTE_MS);
  });

  it("can sign in any number of times", () => {
    const { limit } = guard();
    for (let i = 0; i < 200; i++) {
      expect(limit.attempt(AT_CAMILLES, COMMITTEE)).toBe(0);
      limit.succeed(AT_CAMILLES, COMMITTEE);
    }
  });

  it("is not limited with other accounts", () => {
    const { limit } = guard();
    attack(limit);
    expect(limit.attempt(ON_HOLIDAY, "paul@exemple.ch")).toBe(0);
  });
});

describe("an attacker at the address of the committee", () => {
  function tent() {
    const { limit, enter } = guard();
    limit.attempt(TENT, COMMITTEE);
    limit.succeed(TENT, COMMITTEE);
    return { limit, enter };
  }

  it("who fails with other accounts does not limit the account of the committee", () => {
    const { limit } = tent();
    for (let i = 0; i < 100; i++) limit.attempt(TENT, `compte${i}@exemple.ch`);
    expect(limit.attempt(TENT, "encore@exemple.ch")).toBeGreaterThan(0);
    expect(limit.attempt(TENT, COMMITTEE)).toBe(0);
  });

  it("has ten attempts in five minutes on the committee's account, although the address is trusted", () => {
    const { limit, enter } = tent();
    for (let i = 0; i < 10; i++) expect(limit.attempt(TENT, COMMITTEE)).toBe(0);
    expect(limit.attempt(TENT, COMMITTEE)).toBe(5 * MINUTE_MS);
    enter(5);
    expect(limit.attempt(TENT, COMMITTEE)).toBe(0);
  });

  it("does not limit other addresses", () => {
    const { limit } = tent();
    for (let i = 0; i < 100; i++) limit.attempt(TENT, COMMITTEE);
    expect(attack(limit, 20)).toBe(20);
  });
});
