/** The link to the first account, which a start prints when no account can sign in. */
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createKey } from "#tests/contracts/accounts/software-key.ts";
import { setUpSite } from "#tests/http/site.ts";
import { ensureFirstAccount } from "#usecases/accounts/ensure-first-account.ts";
import { inviteAccount } from "#usecases/accounts/issue-account-link.ts";

const site = setUpSite();
const newPassword = "nuage tracteur violon";
const emails = async () => (await site.services.auth.listAccounts()).map(({ email }) => email);

/** Makes the site one without an account. @returns the path of the link */
async function firstLink(): Promise<string> {
  const db = new DatabaseSync(join(site.folder, "site.db"));
  db.exec("DELETE FROM documents WHERE collection IN ('accounts', 'identities')");
  db.close();
  const first = await ensureFirstAccount(site.services, {}, null);
  if (!first.ok || !first.value || !("link" in first.value)) throw new Error("There is no link.");
  return `/premier-compte/${first.value.link.token}`;
}

it("the form of the first account names each mistake, keeps the address and not the password, and then creates the account", async () => {
  const link = await firstLink();
  expect((await site.request(link)).status).toBe(200);
  for (const [email, password, sentence] of [
    ["zoe@jeunesse.ch", "Raclette1", "serait vite deviné"],
    ["", newPassword, "Ce champ est obligatoire."],
    ["zoe@jeunesse", newPassword, "Il manque la fin de l’adresse"],
    ["<zoe>", newPassword, "Indiquez une adresse e-mail complète."],
  ] as const) {
    const odd = await site.send(link, { email, newPassword: password });
    const html = await odd.text();
    expect([odd.status, html]).toEqual([400, expect.stringContaining(sentence)]);
    expect(html).toContain(`value="${email.replaceAll("<", "&lt;").replaceAll(">", "&gt;")}"`);
    expect(html).not.toContain(password);
  }
  expect(await emails()).toEqual([]);
  expect((await site.send(link, { email: "Zoe@jeunesse.ch", newPassword })).status).toBe(302);
  expect(await emails()).toEqual(["zoe@jeunesse.ch"]);
  expect((await site.request(link)).status).toBe(410);
});

it("the link to the first account is invalid after the first sign-in of an invited person", async () => {
  const link = await firstLink();
  const invitation = await inviteAccount(
    site.services,
    { email: "paul@exemple.ch", firstName: "" },
    { by: null, publicUrl: null },
  );
  expect((await site.request(link)).status).toBe(200);
  expect((await site.send(`/invitation/${invitation?.token}`, { newPassword })).status).toBe(302);
  expect((await site.request(link)).status).toBe(410);
  expect((await site.send(link, { email: "mallory@exemple.ch", newPassword })).status).toBe(410);
  expect(await emails()).toEqual(["paul@exemple.ch"]);
});

it("the link to the first account opens the same page as an invitation, where a key needs no password", async () => {
  const link = await firstLink();
  const title = "Ouvrez votre compte";
  for (const words of [title, "Face ID", "Ou choisissez un mot de passe"])
    expect(await site.html(link, "")).toContain(words);
  const token = link.split("/")[2] ?? "";
  const ask = (fields: { email?: string; token?: string }) => site.send("/cle", { purpose: "join", token, ...fields });
  for (const fields of [{}, { email: "zoe" }, { email: "zoe@jeunesse.ch", token: "x" }])
    expect((await ask(fields)).status).toBe(403);
  expect(await emails()).toEqual([]);
  const key = createKey("http://localhost:3000");
  const passkey = JSON.stringify(key.make(await (await ask({ email: "zoe@jeunesse.ch" })).json()));
  const other = await site.send(link, { email: "eve@jeunesse.ch", passkey });
  expect([other.status, (await site.request(link)).status]).toEqual([400, 200]);
  const again = JSON.stringify(key.make(await (await ask({ email: "zoe@jeunesse.ch" })).json()));
  const entered = await site.send(link, { email: "Zoe@jeunesse.ch", passkey: again });
  expect([entered.status, entered.headers.get("location")]).toEqual([302, "/login?suite=%2Fpremiers-pas&entree=1"]);
  expect((await site.request(link)).status).toBe(410);
  const accounts = await site.services.auth.listAccounts();
  expect(accounts.filter(({ canSignIn }) => canSignIn)).toMatchObject([{ email: "zoe@jeunesse.ch", hasPasskey: true }]);
});
