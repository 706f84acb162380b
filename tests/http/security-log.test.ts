/** Which lines the security log gets; tests/server/journal.test.ts proves what a line of the real process looks like. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { REGLAGES_DE_DEPART, saisieDesReglages } from "#domain/reglages.ts";
import { ADMIN, ouvrirSite, type SiteDEssai } from "./site.ts";

const WORD = "trois mots au hasard";
const HOME = "203.0.113.7";

let site: SiteDEssai;
let me: string;
beforeEach(async () => {
  site = await ouvrirSite();
  me = (await site.services.auth.accountId(ADMIN.email)) ?? "";
});
afterEach(() => site.fermer());

const lines = () => site.security.splice(0);
const enter = (password: string, email = ADMIN.email, from?: string) =>
  site.envoyer("/login", { username: email, password }, "", from);
const cookieOf = (reponse: Response) => reponse.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";

it("says who signed in and out, and whose account somebody tried in vain, if it is one", async () => {
  const cookie = cookieOf(await enter(ADMIN.motDePasse));
  await site.envoyer("/logout", {}, cookie);
  expect(lines()).toEqual([
    ["sign-in", me],
    ["sign-out", me],
  ]);
  await enter("faux");
  await enter("faux", "personne@exemple.ch");
  await vi.waitFor(() => expect(site.security).toHaveLength(2));
  expect(lines().sort()).toEqual(
    [
      ["sign-in-failed", me],
      ["sign-in-failed", null],
    ].sort(),
  );
});

it("says that an account is locked, and no more than five times for a robot that goes on", async () => {
  for (let i = 0; i < 10; i++) await enter("faux");
  await vi.waitFor(() => expect(site.security).toHaveLength(10));
  // Who comes from elsewhere has one try.
  expect((await enter("faux", ADMIN.email, HOME)).status).toBe(400);
  await vi.waitFor(() => expect(site.security).toHaveLength(11));
  lines();
  for (let i = 0; i < 30; i++) expect((await enter("faux", ADMIN.email, HOME)).status).toBe(429);
  await vi.waitFor(() => expect(site.security.length).toBeGreaterThanOrEqual(5));
  expect(lines()).toEqual(Array.from({ length: 5 }, () => ["sign-in-locked", me]));
});

it("asks nobody whose account it is before the answer has left", async () => {
  const { accountId } = site.services.auth;
  let answered = false;
  let askedBefore = false;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  site.services.auth.accountId = async (email) => {
    await held;
    askedBefore = !answered;
    return accountId(email);
  };
  expect((await enter("faux")).status).toBe(400);
  answered = true;
  release();
  await vi.waitFor(() => expect(site.security).toEqual([["sign-in-failed", me]]));
  expect(askedBefore).toBe(false);
});

it("says who did what to which account, who changed where money and mail go, and who took a list away", async () => {
  const cookie = cookieOf(await enter(ADMIN.motDePasse));
  lines();
  const act = (fields: Record<string, string>, who = cookie) => site.envoyer("/comptes", fields, who);
  const invitation = await (await act({ intention: "inviter", email: "paul@exemple.ch" })).text();
  const paul = (await site.services.auth.accountId("paul@exemple.ch")) ?? "";
  const accepted = await site.envoyer(/\/invitation\/[\w-]+/.exec(invitation)?.[0] ?? "", { nouveau: WORD });
  await act({ intention: "deconnecter" }, cookieOf(accepted));
  await act({ intention: "reinitialiser", id: paul });
  await act({ intention: "retirer", id: paul });
  await act({ intention: "retirer", id: paul });
  await act({ intention: "retirer", id: me });
  expect(lines()).toEqual([
    ["account-invited", me, { target: paul }],
    ["password-chosen", paul, { what: "invitation" }],
    ["sessions-ended", paul],
    ["account-reset", me, { target: paul, what: "reinitialisation" }],
    ["account-removed", me, { target: paul }],
  ]);

  const save = async (fields: Record<string, string>) => {
    const { version } = await site.services.reglages.get();
    return site.televerser(
      "/reglages",
      { photo: new File([], ""), ...saisieDesReglages(REGLAGES_DE_DEPART), version, ...fields },
      cookie,
    );
  };
  await save({ annee: "2031" });
  await save({ annee: "2031", lieu: "Sion" });
  await save({ annee: "2031", twint: "", destinataires: "a@exemple.ch" });
  expect(lines()).toEqual([
    ["bank-details-changed", me],
    ["bank-details-changed", me],
    ["recipients-changed", me],
  ]);

  for (const what of ["inscriptions", "messages"]) await site.demander(`/${what}.csv`, { headers: { cookie } });
  expect(lines()).toEqual([
    ["export", me, { what: "inscriptions" }],
    ["export", me, { what: "messages" }],
  ]);
});

it("says when the password was asked again, and when it was wrong, there and in a change of password", async () => {
  const cookie = cookieOf(await enter(ADMIN.motDePasse));
  lines();
  Object.assign(site.services.clock, { now: () => new Date(Date.now() + 3_600_000) });
  const again = (confirmation: string) =>
    site.envoyer("/confirmer?suite=/messages.csv", { confirmation }, cookie, HOME);
  await again("");
  await again("faux");
  await again(ADMIN.motDePasse);
  await site.envoyer("/mot-de-passe", { actuel: "faux", nouveau: WORD }, cookie, HOME);
  await site.envoyer("/mot-de-passe", { actuel: ADMIN.motDePasse, nouveau: WORD }, cookie, HOME);
  expect(lines()).toEqual([
    ["password-failed", me],
    ["password-confirmed", me],
    ["password-failed", me],
    ["password-changed", me],
  ]);
  const locked = cookieOf(await enter(WORD, ADMIN.email, HOME));
  lines();
  for (let i = 0; i < 10; i++) await site.envoyer("/mot-de-passe", { actuel: "faux", nouveau: WORD }, locked, HOME);
  const refused = await site.envoyer("/mot-de-passe", { actuel: WORD, nouveau: WORD }, locked, HOME);
  expect(refused.status).toBe(429);
  expect(lines().at(-1)).toEqual(["password-locked", me]);
});
