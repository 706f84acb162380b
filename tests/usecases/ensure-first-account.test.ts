import { expect, it } from "vitest";
import { isPasswordGuessable } from "#tests/password-strength.ts";
import { ensureFirstAccount } from "#usecases/accounts/ensure-first-account.ts";
import { desk } from "./desk.ts";

const GENERATED = "k7xm-2pqr-9twz-hv4n";
const MINE = "nuage tracteur violon";
const DAY_MS = 24 * 3_600_000;

const site = () => {
  const { auth } = desk();
  return { auth, services: { auth, isGuessable: isPasswordGuessable } };
};
const generate = () => GENERATED;
const ANNE = "anne@exemple.ch";
const created = (email: string, password: string | null) => ({ ok: true, value: { email, password } });

it("the start creates the configured account, and does not return its password", async () => {
  const { auth, services } = site();
  const configuration = { email: "Anne@exemple.ch", password: MINE };
  expect(await ensureFirstAccount(services, configuration, generate)).toEqual(created(ANNE, null));
  expect(await auth.signIn(ANNE, MINE)).not.toBeNull();
});

it.each([
  [{}, "admin@exemple.ch"],
  [{ email: "", password: "" }, "admin@exemple.ch"],
  [{ email: ANNE }, ANNE],
])(
  "the start of a demo generates a password, and returns it once, with the configuration %j",
  async (configuration, email) => {
    const { auth, services } = site();
    expect(await ensureFirstAccount(services, configuration, generate)).toEqual(created(email, GENERATED));
    expect(await auth.signIn(email, GENERATED)).not.toBeNull();
    expect(await ensureFirstAccount(services, configuration, generate)).toEqual({ ok: true, value: null });
  },
);

/** @returns the link that a start issues without a configured password */
async function linkOf(services: ReturnType<typeof site>["services"], configuration = {}) {
  const first = await ensureFirstAccount(services, configuration, null);
  if (!first.ok || !first.value || !("link" in first.value)) throw new Error("There is no link.");
  return first.value;
}

it.each([
  [{ email: "Anne@exemple.ch" }, ANNE],
  [{}, null],
  [{ email: "", password: "" }, null],
])(
  "the start issues a link for a day, a new one at each start, until one is used (%j)",
  async (configuration, email) => {
    const { auth, services } = site();
    const [read, accept] = email
      ? [auth.readLink, auth.acceptLink]
      : [auth.readFirstLink, (token: string, word: string) => auth.acceptFirstLink(token, "Zoe@exemple.ch", word)];
    const lost = await linkOf(services, configuration);
    expect([lost.email, (await auth.listAccounts()).length]).toEqual([email, email ? 1 : 0]);
    expect(Math.abs(lost.link.expiresAt.getTime() - Date.now() - DAY_MS)).toBeLessThan(60_000);
    const { link } = await linkOf(services, configuration);
    expect(await read(lost.link.token)).toEqual({ ok: false, reason: "unknown" });
    expect((await accept(link.token, MINE)).ok).toBe(true);
    expect(await auth.signIn(email ?? "zoe@exemple.ch", MINE)).not.toBeNull();
    expect(await ensureFirstAccount(services, configuration, null)).toEqual({ ok: true, value: null });
    expect(await auth.listAccounts()).toHaveLength(1);
  },
);

it("the start accepts a password that is configured after the link to the first account was lost", async () => {
  const { auth, services } = site();
  const { link } = await linkOf(services, { email: ANNE });
  expect(await ensureFirstAccount(services, { email: ANNE, password: MINE }, null)).toEqual(created(ANNE, null));
  expect(await auth.signIn(ANNE, MINE)).not.toBeNull();
  expect(await auth.readLink(link.token)).toEqual({ ok: false, reason: "unknown" });
});

it("the start changes nothing once an account can sign in, whatever the configuration", async () => {
  const { auth, services } = site();
  const anne = await auth.createAccount(ANNE, "le mien");
  for (const email of ["paul@exemple.ch", ANNE])
    expect(await ensureFirstAccount(services, { email, password: MINE }, generate)).toEqual({ ok: true, value: null });
  expect(await auth.listAccounts()).toMatchObject([{ ...anne }]);
  expect(await auth.signIn(ANNE, MINE)).toBeNull();
  expect(await auth.signIn(ANNE, "le mien")).not.toBeNull();
});

it.each(["court", "Raclette1", "anne2026"])(
  "the start creates no account with the configured password « %s »",
  async (password) => {
    const { auth, services } = site();
    const refused = await ensureFirstAccount(services, { email: ANNE, password }, generate);
    expect(refused).toEqual({ ok: false, reason: "password" });
    expect(await auth.listAccounts()).toEqual([]);
  },
);
