import { expect, it } from "vitest";
import { createAuthenticator } from "#adapters/embedded/authenticator.ts";
import { embeddedFile } from "#tests/contracts/embedded-file.ts";
import { passwordStrength } from "#tests/password-strength.ts";
import { assurerPremierCompte } from "#usecases/premier-compte.ts";

const SECRET = "un-secret-de-test-qui-ne-sert-nulle-part-0123456789";
const GENERE = "k7xm-2pqr-9twz-hv4n";
const LE_MIEN = "nuage tracteur violon";
const UN_JOUR_MS = 24 * 3_600_000;

const site = () => {
  const db = embeddedFile().open();
  let now = new Date();
  const auth = createAuthenticator({ db, secret: SECRET, now: () => now });
  return { services: { auth, passwordStrength }, auth, wait: (ms: number) => (now = new Date(now.getTime() + ms)) };
};
const generer = () => GENERE;

it("makes the account of the configuration, and does not repeat its password", async () => {
  const { auth, services } = site();
  const configuration = { email: "Anne@exemple.ch", motDePasse: LE_MIEN };
  const premier = await assurerPremierCompte(services, configuration, generer);
  expect(premier).toEqual({ ok: true, valeur: { email: "anne@exemple.ch", password: null } });
  expect(await auth.signIn("anne@exemple.ch", LE_MIEN)).not.toBeNull();
});

it.each([
  [{}, "admin@exemple.ch"],
  [{ email: "", motDePasse: "" }, "admin@exemple.ch"],
  [{ email: "anne@exemple.ch" }, "anne@exemple.ch"],
])("for a demo generates a password and gives it once when %j is configured", async (configuration, email) => {
  const { auth, services } = site();
  const premier = await assurerPremierCompte(services, configuration, generer);
  expect(premier).toEqual({ ok: true, valeur: { email, password: GENERE } });
  expect(await auth.signIn(email, GENERE)).not.toBeNull();
  expect(await assurerPremierCompte(services, configuration, generer)).toEqual({ ok: true, valeur: null });
});

/** What a start gives without a configured password. */
async function linkOf(services: ReturnType<typeof site>["services"], configuration = {}) {
  const first = await assurerPremierCompte(services, configuration, null);
  if (!first.ok || !first.valeur || !("link" in first.valeur)) throw new Error("No link was given.");
  return first.valeur;
}

it.each([
  [{}, "admin@exemple.ch"],
  [{ email: "Anne@exemple.ch" }, "anne@exemple.ch"],
])(
  "gives a link to a password for a day when %j is configured, and a new one until one is used",
  async (configuration, email) => {
    const { auth, services, wait } = site();
    const lost = await linkOf(services, configuration);
    expect(lost.email).toBe(email);
    expect(Math.abs(lost.link.expireLe.getTime() - Date.now() - UN_JOUR_MS)).toBeLessThan(60_000);
    const expired = await linkOf(services, configuration);
    expect(await auth.readLink(lost.link.jeton)).toEqual({ ok: false, raison: "inconnu" });
    wait(UN_JOUR_MS + 1);
    expect(await auth.acceptLink(expired.link.jeton, LE_MIEN)).toEqual({ ok: false, raison: "expire" });
    const used = await linkOf(services, configuration);
    expect((await auth.acceptLink(used.link.jeton, LE_MIEN)).ok).toBe(true);
    expect(await auth.signIn(email, LE_MIEN)).not.toBeNull();
    expect(await assurerPremierCompte(services, configuration, null)).toEqual({ ok: true, valeur: null });
    expect(await auth.accounts()).toHaveLength(1);
  },
);

it("lets somebody in whose link was lost and who then configured a password", async () => {
  const { auth, services } = site();
  const { link } = await linkOf(services, { email: "anne@exemple.ch" });
  const configuration = { email: "anne@exemple.ch", motDePasse: LE_MIEN };
  const premier = await assurerPremierCompte(services, configuration, null);
  expect(premier).toEqual({ ok: true, valeur: { email: "anne@exemple.ch", password: null } });
  expect(await auth.signIn("anne@exemple.ch", LE_MIEN)).not.toBeNull();
  expect(await auth.readLink(link.jeton)).toEqual({ ok: false, raison: "inconnu" });
});

it("changes nothing once somebody can sign in, even when another address is configured", async () => {
  const { auth, services } = site();
  const anne = await auth.createAccount("anne@exemple.ch", "le mien");
  const configuration = { email: "paul@exemple.ch", motDePasse: "hunter2" };
  expect(await assurerPremierCompte(services, configuration, generer)).toEqual({ ok: true, valeur: null });
  expect(await auth.accounts()).toMatchObject([{ ...anne }]);
});

it("does not change the password of the configured address afterwards", async () => {
  const { auth, services } = site();
  await auth.createAccount("anne@exemple.ch", "choisi ensuite");
  await assurerPremierCompte(services, { email: "anne@exemple.ch", motDePasse: LE_MIEN }, generer);
  expect(await auth.signIn("anne@exemple.ch", LE_MIEN)).toBeNull();
  expect(await auth.signIn("anne@exemple.ch", "choisi ensuite")).not.toBeNull();
});

it.each(["court", "Raclette1", "hunter2", "foin12", "été2026", "anne2026", "x".repeat(129)])(
  "makes no account with the configured password « %s »",
  async (motDePasse) => {
    const { auth, services } = site();
    const refused = await assurerPremierCompte(services, { email: "anne@exemple.ch", motDePasse }, generer);
    expect(refused).toEqual({ ok: false, raison: "password" });
    expect(await auth.accounts()).toEqual([]);
  },
);
