/** Measures time and memory of a sign-in; the time must not show whether an account exists. */
import crypto from "node:crypto";
import { expect, it } from "vitest";
import { accountsIn, keepHash } from "#tests/contracts/accounts/place.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { writeFigures } from "#tests/figures.ts";
import { passwordsCostAsOnASite } from "#tests/password-cost.ts";

const EMAIL = "zoe@exemple.ch";
const PASSWORD = "Pâquerette 1965";
const MB = 2 ** 20;
const CURRENT_MAX = 0.15;
/** The hash of a lower cost takes two calls of scrypt. The second call allocates 32 MB again, which takes 30 to 50 ms. */
const CHEAPER_MAX = 0.3;

/** The lowest of several processor times, which other work on the machine can only raise. */
const fastest = (times: readonly number[]): number => Math.min(...times);

it("a sign-in costs as much for an address without an account as for a wrong password, with a hash of this cost or a lower one", {
  timeout: 600_000,
}, async () => {
  passwordsCostAsOnASite();
  const db = embeddedFile().open();
  const auth = accountsIn(db);
  await auth.createAccount(EMAIL, PASSWORD);
  await auth.createAccount("paul@exemple.ch", PASSWORD);
  const salt = Buffer.alloc(16);
  const key = crypto.scryptSync(PASSWORD, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * MB });
  const [textOfSalt, textOfKey] = [salt, key].map((bytes) => bytes.toString("base64").replaceAll("=", ""));
  keepHash(db, "paul@exemple.ch", `$scrypt$ln=14,r=16,p=1$${textOfSalt}$${textOfKey}`);
  const tries = { "inconnu@exemple.ch": [] as number[], [EMAIL]: [] as number[], "paul@exemple.ch": [] as number[] };
  const differences = () => {
    const [unknown = 0, current = 0, old = 0] = Object.values(tries).map(fastest);
    return { current: Math.abs(current / unknown - 1), old: Math.abs(old / unknown - 1) };
  };
  const isAlike = ({ current, old } = differences()) => current < CURRENT_MAX && old < CHEAPER_MAX;
  for (let i = 0; i < 20 || (i < 100 && !isAlike()); i++)
    for (const [email, times] of Object.entries(tries)) {
      const start = process.cpuUsage();
      expect(await auth.signIn(email, "faux mot")).toBeNull();
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1000);
    }
  expect(differences().current).toBeLessThan(CURRENT_MAX);
  expect(differences().old).toBeLessThan(CHEAPER_MAX);

  const before = process.memoryUsage.rss();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 5);
  await Promise.all(Array.from({ length: 16 }, () => auth.signIn(EMAIL, "faux mot")));
  clearInterval(watch);
  expect(most).toBeLessThan(64 * MB);
  const times = Object.values(tries).map((those) => `${Math.round(fastest(those))} ms`);
  writeFigures("password-cost", {
    promise: "A password guess is expensive, also for accounts that do not exist, but not for a small server",
    figures: `scrypt N 2^15, r 8, p 3, one at a time: ${times.join(", ")} without an account, with one, and with one that has a hash of a lower cost; 16 at once took ${Math.round(most / MB)} MB`,
  });
});
