import { describe, expect, it, onTestFinished } from "vitest";
import { PASSWORD_SENTENCES } from "#domain/accounts/password.ts";
import { type ReceivedMail, refusal, startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { ADMIN, cookieIn, linkIn, openSite, setUpSite, textOf } from "#tests/http/site.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";

const site = setUpSite({ each: true, committee: true });

const PAUL = "paul@exemple.ch";
const PASSWORD = "trois mots au hasard";

const act = (fields: Record<string, string>, who = site.cookie) => site.send("/comptes", fields, who);
const idOf = async (email: string) =>
  (await site.services.auth.listAccounts()).find((one) => one.email === email)?.id ?? "";
const isSignedIn = async (who: string) => (await site.get("/comptes", who)).status === 200;

const inviteAccount = async (email: string) =>
  linkIn(await (await act({ intention: "invite", firstName: "Paul", email })).text());

/** Accepts an invitation as Paul. @returns his session */
const enter = async () => cookieIn(await site.send(await inviteAccount(PAUL), { newPassword: PASSWORD }));

describe("the accounts", () => {
  it("show the last sign-in of each account, and why the last account cannot be removed", async () => {
    const html = await site.html("/comptes");
    expect(html).toMatch(/Dernière connexion.*\d\d\.\d\d\.\d{4}, \d\d:\d\d/s);
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*aria-describedby="seul"/);
    await site.services.auth.createAccount(PAUL, PASSWORD);
    const withTwo = await site.html("/comptes");
    expect(withTwo).toMatch(/Dernière connexion.*jamais/s);
    expect(withTwo).not.toContain('id="seul"');
  });

  it("show the link of an invitation once, and refuse an address with an account, or none, beside its field", async () => {
    for (const [email, sentence, kept] of [
      ["COMITE@exemple.ch", "Cette adresse a déjà un compte.", "COMITE@exemple.ch"],
      ["<img src=x>@exemple.ch", "Indiquez une adresse e-mail complète.", "&lt;img src=x&gt;@exemple.ch"],
    ] as const) {
      const refused = await act({ intention: "invite", firstName: "Paul", email });
      const html = await refused.text();
      expect(refused.status).toBe(400);
      for (const text of [sentence, `value="${kept}"`, 'value="Paul"']) expect(html).toContain(text);
    }
    expect(await site.services.auth.listAccounts()).toHaveLength(1);
    const response = await act({ intention: "invite", firstName: "Paul", email: " Paul@Exemple.ch " });
    const html = await response.text();
    expect([response.status, response.headers.get("cache-control")]).toEqual([
      200,
      expect.stringContaining("no-store"),
    ]);
    expect(linkIn(html)).not.toBe("");
    expect(html).toContain("Invitation en attente jusqu’au");
    expect(linkIn(await site.html("/comptes"))).toBe("");
  });

  it("accept an accented domain as people write it, also at the sign-in", async () => {
    const link = await inviteAccount("Paul@Zürich.ch");
    expect(await idOf("paul@xn--zrich-kva.ch")).not.toBe("");
    await site.send(link, { newPassword: PASSWORD });
    for (const username of ["paul@zürich.ch", "\ufeffPAUL@ZÜRICH.CH.", "paul@xn--zrich-kva.ch"]) {
      const signedIn = await site.send("/login", { username, password: PASSWORD });
      expect([username, signedIn.status]).toEqual([username, 302]);
    }
    const twice = await act({ intention: "invite", firstName: "Paul", email: "paul@zu\u0308rich.ch" });
    expect(await twice.text()).toContain("Cette adresse a déjà un compte.");
  });

  it("redirect a reset of the own account to the change of password, and refuse to remove the last account", async () => {
    await inviteAccount(PAUL);
    const id = await idOf(ADMIN.email);
    const reset = await act({ intention: "reset", id });
    expect([reset.status, reset.headers.get("location")]).toEqual([302, "/mot-de-passe"]);
    const removal = await act({ intention: "remove", id });
    expect([removal.status, await removal.text()]).toEqual([
      409,
      expect.stringContaining("Ce compte n’a pas été retiré."),
    ]);
    expect(await isSignedIn(site.cookie)).toBe(true);
  });

  it("sign out a person who removes their own account, and say that an account is already absent", async () => {
    const paul = await enter();
    const response = await act({ intention: "remove", id: await idOf(PAUL) }, paul);
    expect([response.status, response.headers.get("location")]).toEqual([302, "/"]);
    expect(response.headers.getSetCookie().join()).toMatch(/session=;.*Max-Age=0/);
    expect(await isSignedIn(paul)).toBe(false);
    for (const intention of ["reset", "rename"]) {
      const absent = await act({ intention, id: "personne", firstName: "Zoé" });
      expect([absent.status, await absent.text()]).toEqual([409, expect.stringContaining("Ce compte n’existe plus.")]);
    }
    expect((await act({ intention: "remove", id: "personne" })).status).toBe(302);
  });
});

describe("a link to a password", () => {
  it("is confidential: no index, no cache, no referrer; GET and HEAD do not consume it", async () => {
    const link = await inviteAccount(PAUL);
    for (const method of ["GET", "HEAD", "GET"]) {
      const { status, headers } = await site.request(link, { method });
      expect([status, headers.getSetCookie()]).toEqual([200, []]);
      expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
      expect(headers.get("cache-control")).toContain("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect((await site.get("/comptes")).headers.get("referrer-policy")).toBe("same-origin");
    expect((await site.send(link, { newPassword: PASSWORD })).status).toBe(302);
  });

  it("ends the session of a browser that accepts it for another account", async () => {
    const paul = await site.send(await inviteAccount(PAUL), { newPassword: PASSWORD }, site.cookie);
    expect([await isSignedIn(site.cookie), await isSignedIn(cookieIn(paul))]).toEqual([false, true]);
  });

  it("is accepted from a browser that sends no origin because of the page's policy, and from no other site", async () => {
    const link = await inviteAccount(PAUL);
    const post = (headers: Record<string, string>) =>
      site.request(link, { method: "POST", body: new URLSearchParams({ newPassword: PASSWORD }), headers });
    expect((await post({ origin: "null", "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post({ origin: "null" })).status).toBe(403);
    expect((await post({ origin: "null", "sec-fetch-site": "same-origin" })).status).toBe(302);
  });

  it("refuses a common password without repeating it, is used once, and then says what to do", async () => {
    const link = await inviteAccount(PAUL);
    const refused = await site.send(link, { newPassword: "paul2008" });
    const form = await refused.text();
    expect(refused.status).toBe(400);
    for (const text of [PASSWORD_SENTENCES.common, `value="${PAUL}"`]) expect(form).toContain(text);
    expect(form).not.toContain("paul2008");
    expect((await site.send(link, { newPassword: PASSWORD })).status).toBe(302);
    for (const response of [await site.request(link), await site.send(link, { newPassword: "encore autre chose" })]) {
      const html = await response.text();
      expect(response.status).toBe(410);
      for (const text of ["Ce lien ne marche plus", "demandez un nouveau lien"]) expect(html).toContain(text);
      expect(html).not.toContain(PAUL);
    }
    expect((await site.send("/login", { username: PAUL, password: PASSWORD })).status).toBe(302);
    for (const token of ["x", "%3Cscript%3E", "a".repeat(5000), "%F0%9F%8E%BA"])
      expect((await site.request(`/invitation/${token}`)).status).toBe(410);
  });
});

describe("a change of one’s own password", () => {
  const change = (fields: Record<string, string>) => site.send("/mot-de-passe", fields, site.cookie);

  it("is refused with a wrong current password, or a common new one", async () => {
    for (const [current, newPassword, sentence] of [
      ["faux mot", PASSWORD, "Ce n’est pas votre mot de passe actuel."],
      [ADMIN.password, "azerty", PASSWORD_SENTENCES.common],
    ] as const) {
      const response = await change({ current, newPassword });
      const html = await response.text();
      expect(response.status).toBe(400);
      expect(html).toContain(sentence);
      for (const typed of [current, newPassword]) expect(html).not.toContain(`value="${typed}"`);
    }
    expect((await site.send("/login", { username: ADMIN.email, password: ADMIN.password })).status).toBe(302);
  });

  it("keeps the session in which it is made, and ends the others", async () => {
    const other = await site.signIn();
    const response = await change({ current: ADMIN.password, newPassword: PASSWORD });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/comptes"]);
    expect([await isSignedIn(cookieIn(response)), await isSignedIn(other)]).toEqual([true, false]);
    expect((await site.send("/login", { username: ADMIN.email, password: ADMIN.password })).status).toBe(400);
    expect((await site.send("/login", { username: ADMIN.email, password: PASSWORD })).status).toBe(302);
  });
});

it("an account lists its signed-in devices with their kind and times; the current one is marked", async () => {
  const IPHONE =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
  async function enterWith(agent: string): Promise<string> {
    const body = new URLSearchParams({ username: ADMIN.email, password: ADMIN.password });
    const headers = { origin: site.config.publicUrl, "user-agent": agent };
    return cookieIn(await site.request("/login", { method: "POST", body, headers }));
  }
  await enterWith(IPHONE);
  const html = await site.html("/comptes", await enterWith(`<script>alert(1)</script>${"x".repeat(5000)}`));
  const [, list = ""] = /<h2 id="own-sessions">(.*?)<\/section>/s.exec(html) ?? [];
  const devices = [...list.matchAll(/<li class="row">(.*?)<\/li>/gs)].map(([, one = ""]) => textOf(one));
  expect(devices).toHaveLength(3);
  expect(devices.filter((one) => one.includes("Celui-ci"))).toEqual([
    expect.stringMatching(/^Appareil inconnu Celui-ci Ouvert le \d\d\.\d\d\.\d{4}, \d\d:\d\d$/),
  ]);
  expect(devices).toContainEqual(expect.stringMatching(/^iPhone · Safari Ouvert le .+ , utilisé le .+$/));
});

it("with mail, an invitation is mailed to its person; a refusal for good stands in the list until there is a new link", async () => {
  const { url, received } = await startSmtpServer({
    onRcptTo: ({ address }, _, done) => done(address === "zoe@exemple.ch" ? refusal(550) : null),
  });
  const mailing = await openSite({ MAIL: "smtp", SMTP_URL: url, MAIL_FROM: "site@exemple.ch" });
  onTestFinished(mailing.close);
  const cookie = await mailing.signIn();
  const act = async (fields: Record<string, string>) => (await mailing.send("/comptes", fields, cookie)).text();
  const html = await act({ intention: "invite", firstName: "Paul", email: PAUL });
  expect(html).toContain("Un e-mail part à");
  const isMailed = ({ a }: ReceivedMail) => a.includes(PAUL);
  expect(received.some(isMailed)).toBe(false);
  await deliverMails(mailing.services);
  const mail = Buffer.from(received.find(isMailed)?.rawResponse ?? "").toString();
  expect(mail.replaceAll("=\r\n", "")).toContain(linkIn(html));

  await act({ intention: "invite", firstName: "Zoé", email: "zoe@exemple.ch" });
  await deliverMails(mailing.services);
  const list = async () => (await mailing.request("/comptes", { headers: { cookie } })).text();
  expect(textOf(await list())).toContain(
    "E-mail refusé Le serveur de messagerie refuse cette adresse (réponse 550). Envoyez un nouveau lien vous-même.",
  );
  expect(await mailing.services.mails.count()).toBe(0);
  await act({ intention: "reset", id: (await mailing.services.auth.findAccountId("zoe@exemple.ch")) ?? "" });
  expect(await list()).not.toContain("E-mail refusé");
});
