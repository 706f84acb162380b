import { expect, it } from "vitest";
import { createAuthenticator } from "#adapters/embedded/authenticator.ts";
import { embeddedFile } from "#tests/contracts/embedded-file.ts";
import { assurerPremierCompte } from "#usecases/premier-compte.ts";

const SECRET = "un-secret-de-test-qui-ne-sert-nulle-part-0123456789";
const GENERE = "k7xm-2pqr-9twz-hv4n";

const site = async () => ({ auth: createAuthenticator({ db: embeddedFile().open(), secret: SECRET }) });
const generer = () => GENERE;

it("makes the account of the configuration, and does not repeat its password", async () => {
  const { auth } = await site();
  const premier = await assurerPremierCompte({ auth }, { email: "Anne@exemple.ch", motDePasse: "le mien" }, generer);
  expect(premier).toEqual({ email: "anne@exemple.ch", motDePasse: null });
  expect(await auth.signIn("anne@exemple.ch", "le mien")).not.toBeNull();
});

it.each([
  [{}, "admin@exemple.ch"],
  [{ email: "", motDePasse: "" }, "admin@exemple.ch"],
  [{ email: "anne@exemple.ch" }, "anne@exemple.ch"],
])("generates a password and gives it once when %j is configured", async (configuration, email) => {
  const { auth } = await site();
  expect(await assurerPremierCompte({ auth }, configuration, generer)).toEqual({ email, motDePasse: GENERE });
  expect(await auth.signIn(email, GENERE)).not.toBeNull();
  expect(await assurerPremierCompte({ auth }, configuration, generer)).toBeNull();
});

it("lets somebody in with a configured password alone", async () => {
  const { auth } = await site();
  const premier = await assurerPremierCompte({ auth }, { motDePasse: "le mien" }, generer);
  expect(premier).toEqual({ email: "admin@exemple.ch", motDePasse: null });
  expect(await auth.signIn("admin@exemple.ch", "le mien")).not.toBeNull();
});

it("changes nothing once somebody can sign in, even when another address is configured", async () => {
  const { auth } = await site();
  const anne = await auth.createAccount("anne@exemple.ch", "le mien");
  const configuration = { email: "paul@exemple.ch", motDePasse: "le sien" };
  expect(await assurerPremierCompte({ auth }, configuration, generer)).toBeNull();
  expect(await auth.accounts()).toMatchObject([{ ...anne }]);
});

it("does not change the password of the configured address afterwards", async () => {
  const { auth } = await site();
  await auth.createAccount("anne@exemple.ch", "choisi ensuite");
  await assurerPremierCompte({ auth }, { email: "anne@exemple.ch", motDePasse: "le mien" }, generer);
  expect(await auth.signIn("anne@exemple.ch", "le mien")).toBeNull();
  expect(await auth.signIn("anne@exemple.ch", "choisi ensuite")).not.toBeNull();
});

it("makes no account with a configured password that is too short", async () => {
  const { auth } = await site();
  await expect(assurerPremierCompte({ auth }, { motDePasse: "court" }, generer)).rejects.toThrow("6");
  expect(await auth.accounts()).toEqual([]);
});
