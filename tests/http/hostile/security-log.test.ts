/** The lines of the security log. tests/server/log.test.ts checks the log of the real process. */
import { beforeEach, expect, it, vi } from "vitest";
import { ADMIN, cookieIn, linkIn, sendSettings, setUpSite } from "#tests/http/site.ts";

const WORD = "trois mots au hasard";
const HOME = "203.0.113.7";

const site = setUpSite({ each: true });
let me: string;
beforeEach(async () => {
  me = (await site.services.auth.findAccountId(ADMIN.email)) ?? "";
});

const lines = () => site.security.splice(0);
/** Waits for lines that the site writes after its answer. */
const recorded = (count: number) => vi.waitUntil(() => site.security.length >= count, { timeout: 20_000 });
const enter = (password: string, email = ADMIN.email, from?: string) =>
  site.send("/login", { username: email, password }, "", from);

it("the security log records sign-ins, sign-outs and failed sign-ins, with the account if it exists", async () => {
  const cookie = cookieIn(await enter(ADMIN.password));
  await site.send("/logout", {}, cookie);
  expect(lines()).toEqual([
    ["sign-in", me],
    ["sign-out", me],
  ]);
  await enter("faux");
  await enter("faux", "personne@exemple.ch");
  await recorded(2);
  expect(new Set(lines().map(([event, account]) => `${event} ${account}`))).toEqual(
    new Set([`sign-in-failed ${me}`, "sign-in-failed null"]),
  );
});

it("the security log records that an account is locked, at most five times for a robot that goes on", async () => {
  for (let i = 0; i < 10; i++) await enter("faux");
  await recorded(10);
  // Another address has one attempt.
  expect((await enter("faux", ADMIN.email, HOME)).status).toBe(400);
  await recorded(11);
  lines();
  for (let i = 0; i < 30; i++) expect((await enter("faux", ADMIN.email, HOME)).status).toBe(429);
  await recorded(5);
  expect(lines()).toEqual(Array.from({ length: 5 }, () => ["sign-in-locked", me]));
});

it("the security log looks the account up only after the response", async () => {
  const { findAccountId: accountId } = site.services.auth;
  let answered = false;
  let askedBefore = false;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  site.services.auth.findAccountId = async (email) => {
    await held;
    askedBefore = !answered;
    return accountId(email);
  };
  expect((await enter("faux")).status).toBe(400);
  answered = true;
  release();
  await recorded(1);
  expect(site.security).toEqual([["sign-in-failed", me]]);
  expect(askedBefore).toBe(false);
});

it("the security log records changes of accounts, bank details and recipients, and exports, with the acting account", async () => {
  const cookie = cookieIn(await enter(ADMIN.password));
  lines();
  const act = (fields: Record<string, string>, who = cookie) => site.send("/comptes", fields, who);
  const invitation = await (await act({ intention: "invite", firstName: "Paul", email: "paul@exemple.ch" })).text();
  const paul = (await site.services.auth.findAccountId("paul@exemple.ch")) ?? "";
  const accepted = await site.send(linkIn(invitation), { newPassword: WORD });
  await act({ intention: "sign-out-others" }, cookieIn(accepted));
  await act({ intention: "reset", id: paul });
  await act({ intention: "remove", id: paul });
  await act({ intention: "remove", id: paul });
  await act({ intention: "remove", id: me });
  expect(lines()).toEqual([
    ["account-invited", me, { target: paul }],
    ["password-chosen", paul, { what: "invitation" }],
    ["sessions-ended", paul],
    ["account-reset", me, { target: paul, what: "reinitialisation" }],
    ["account-removed", me, { target: paul }],
  ]);

  const save = (fields: Record<string, string>) => sendSettings(site, fields, cookie);
  await save({ planningYear: "2031" });
  await save({ planningYear: "2031", place: "Sion" });
  await save({ planningYear: "2031", twint: "", recipients: "a@exemple.ch" });
  expect(lines()).toEqual([
    ["bank-details-changed", me],
    ["bank-details-changed", me],
    ["recipients-changed", me],
  ]);

  for (const what of ["inscriptions", "messages"]) await site.request(`/${what}.csv`, { headers: { cookie } });
  expect(lines()).toEqual([
    ["export", me, { what: "inscriptions" }],
    ["export", me, { what: "messages" }],
  ]);
});

it("the security log records confirmed and wrong passwords, also in a change of password", async () => {
  const cookie = cookieIn(await enter(ADMIN.password));
  lines();
  Object.assign(site.services.clock, { now: () => new Date(Date.now() + 3_600_000) });
  const again = (confirmation: string) => site.send("/confirmer?suite=/messages.csv", { confirmation }, cookie, HOME);
  await again("");
  await again("faux");
  await again(ADMIN.password);
  await site.send("/mot-de-passe", { current: "faux", newPassword: WORD }, cookie, HOME);
  await site.send("/mot-de-passe", { current: ADMIN.password, newPassword: WORD }, cookie, HOME);
  expect(lines()).toEqual([
    ["password-failed", me],
    ["password-confirmed", me],
    ["password-failed", me],
    ["password-changed", me],
  ]);
  const locked = cookieIn(await enter(WORD, ADMIN.email, HOME));
  lines();
  for (let i = 0; i < 10; i++) await site.send("/mot-de-passe", { current: "faux", newPassword: WORD }, locked, HOME);
  const refused = await site.send("/mot-de-passe", { current: WORD, newPassword: WORD }, locked, HOME);
  expect(refused.status).toBe(429);
  expect(lines().at(-1)).toEqual(["password-locked", me]);
});
