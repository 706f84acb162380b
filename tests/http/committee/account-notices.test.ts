/** Notices to the accounts by mail, through a real mail server and the site's own worker. */
import PostalMime from "postal-mime";
import { expect, it, vi } from "vitest";
import { createKey } from "#tests/contracts/accounts/software-key.ts";
import { absentServer, type ReceivedMail, startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { openMailSite } from "#tests/http/mail/mail-site.ts";
import { ADMIN, cookieIn, linkIn, sendSettings } from "#tests/http/site.ts";

const PAUL = "paul@exemple.ch";
const WORD = "trois mots au hasard";
const NEW_IBAN = "CH56 0483 5012 3456 7800 9";

/** A site with two accounts, a clock that the test advances, and a running worker. */
async function open(env: Record<string, string>) {
  const site = await openMailSite(env);
  await site.services.auth.createAccount(PAUL, WORD);
  return {
    ...site,
    act: (fields: Record<string, string>) => site.send("/comptes", fields, site.cookie),
    save: (fields: Record<string, string>) => sendSettings(site, fields, site.cookie),
  };
}

/** Waits up to 20 s, because a mail server is slow on a busy machine. */
const until = (what: () => boolean | Promise<boolean>) => vi.waitUntil(what, { timeout: 20_000 });

const smtp = (url: string) => ({ MAIL: "smtp", SMTP_URL: url, MAIL_FROM: "site@exemple.ch" });

async function readMails(received: readonly ReceivedMail[]) {
  const mails = received.map(async ({ a, rawResponse }) => {
    const { subject = "", text = "", to } = await PostalMime.parse(rawResponse);
    return { a, subject, text: text.replaceAll("\u00a0", " "), visible: to?.map(({ address }) => address) };
  });
  return (await Promise.all(mails)).toSorted((x, y) => String(x.a).localeCompare(String(y.a)));
}

/** @returns the recipients of each notice, by what it says */
async function recipients(received: readonly ReceivedMail[]): Promise<Record<string, string[]>> {
  const notices: Record<string, string[]> = {};
  for (const { a, subject } of await readMails(received)) {
    const what = /^Site de la Jeunesse de Savièse.: (.*@)/.exec(subject)?.[1];
    if (what) notices[what] = [...(notices[what] ?? []), String(a)];
  }
  return notices;
}

it("each account gets its own mail about a change of the bank details: author, time, old and new values", async () => {
  const { url, received } = await startSmtpServer();
  const site = await open(smtp(url));
  expect((await site.save({ iban: NEW_IBAN, place: "Sion", recipients: "tresor@exemple.ch" })).status).toBe(302);
  await site.wait(1);
  await until(() => received.length === 2);
  const mails = await readMails(received);
  expect(mails.map(({ a, visible }) => [a, visible])).toEqual([
    [[ADMIN.email], [ADMIN.email]],
    [[PAUL], [PAUL]],
  ]);
  for (const { subject, text } of mails) {
    expect(subject.replaceAll("\u00a0", " ")).toBe(
      "Site de la Jeunesse de Savièse : réglages modifiés (coordonnées bancaires, destinataires)",
    );
    expect(text).toContain("IBAN, avant : CH93 … 2957\nIBAN, maintenant : CH56 … 8009");
    expect(text).toContain("Lieu, avant : Savièse\nLieu, maintenant : Sion");
    expect(text).toMatch(
      /avant : les adresses prévues à l’installation du site\n.*, maintenant : tresor@exemple\.ch$/m,
    );
    expect(text).toMatch(new RegExp(`Quand : \\d\\d\\.\\d\\d\\.\\d{4}, \\d\\d:\\d\\d\nPar : ${ADMIN.email}`));
    expect(text.replaceAll(" ", "")).not.toContain(NEW_IBAN.replaceAll(" ", ""));
    expect(text).not.toContain("Twint");
  }
  await until(async () => (await site.services.mails.nextDue()) === null);
});

it("no mail is sent for harmless settings and for refused changes", async () => {
  const site = await open(smtp(await absentServer()));
  await site.save({ planningYear: "2031", instagram: "https://exemple.ch/i" });
  expect((await site.save({ iban: NEW_IBAN, version: "outdated" })).status).toBe(409);
  expect((await site.act({ intention: "invite", firstName: "Paul", email: PAUL })).status).toBe(400);
  expect(await site.services.mails.nextDue()).toBeNull();
});

it("all accounts get a mail about invited, new, reset and removed accounts, also the account itself", async () => {
  const { url, received } = await startSmtpServer();
  const site = await open(smtp(url));
  const { auth } = site.services;
  const html = await (await site.act({ intention: "invite", firstName: "Paul", email: "lea@exemple.ch" })).text();
  expect((await site.send(linkIn(html), { newPassword: WORD })).status).toBe(302);
  await site.act({ intention: "reset", id: (await auth.findAccountId(PAUL)) ?? "" });
  await site.act({ intention: "remove", id: (await auth.findAccountId("lea@exemple.ch")) ?? "" });
  await site.send("/mot-de-passe", { current: ADMIN.password, newPassword: WORD }, site.cookie);
  await site.wait(1);
  // One link leaves: the other one was used before its mail.
  await until(() => received.length === 1 + 2 + 2 + 3 + 2 + 1);
  expect(await recipients(received)).toEqual({
    "invitation (lea@": [ADMIN.email, PAUL],
    "nouveau compte (lea@": [ADMIN.email, PAUL],
    "compte réinitialisé (paul@": [ADMIN.email, "lea@exemple.ch", PAUL],
    "compte retiré (lea@": [ADMIN.email, "lea@exemple.ch"],
    "mot de passe modifié (comite@": [ADMIN.email],
  });
});

it("a person who lost the phone adds a new passkey by the link of a colleague's reset, and all accounts get a mail", async () => {
  const { url, received } = await startSmtpServer();
  const site = await open(smtp(url));
  const { auth } = site.services;
  const ask = async (fields: Record<string, string>, cookie = "") => (await site.send("/cle", fields, cookie)).json();
  const [lost, found] = [createKey("http://localhost:3000"), createKey("http://localhost:3000")];
  const pauls = cookieIn(await site.send("/login", { username: PAUL, password: WORD }));
  const made = JSON.stringify(lost.make(await ask({ purpose: "add" }, pauls)));
  expect((await site.send("/comptes", { intention: "add-passkey", passkey: made }, pauls)).status).toBe(302);
  const paul = (await auth.findAccountId(PAUL)) ?? "";
  const link = linkIn(await (await site.act({ intention: "reset", id: paul })).text());
  const used = JSON.stringify(lost.use(await ask({ purpose: "sign-in" }), paul));
  expect((await site.send("/login", { passkey: used })).status).toBe(400);
  const passkey = JSON.stringify(found.make(await ask({ purpose: "join", token: link.split("/")[2] ?? "" })));
  expect((await site.send(link, { passkey })).status).toBe(302);
  expect(await auth.listPasskeys(paul)).toMatchObject([{ id: found.id }]);
  await site.wait(1);
  await until(() => received.length === 1 + 2 + 1);
  expect(await recipients(received)).toMatchObject({
    "clé d’accès ajoutée (paul@": [PAUL],
    "compte réinitialisé (paul@": [ADMIN.email, PAUL],
    "compte rouvert (paul@": [ADMIN.email],
  });
});

it("without mail to accounts, no mail is queued, and the pages say so", async () => {
  const site = await open({});
  const accounts = async ({ request, cookie }: typeof site) =>
    (await (await request("/comptes", { headers: { cookie } })).text()).includes("n’envoie pas d’e-mail aux comptes");
  expect((await site.save({ twint: "" })).status).toBe(302);
  expect(await site.services.mails.nextDue()).toBeNull();
  expect([await accounts(site), await accounts(await open(smtp(await absentServer())))]).toEqual([true, false]);
  await site.wait(15);
  expect(await (await site.save({ iban: NEW_IBAN, twint: "" })).text()).toContain("personne ne sera averti");
});
