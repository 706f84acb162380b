import { describe, expect, it, onTestFinished } from "vitest";
import { PASSWORD_SENTENCES } from "#domain/accounts/password.ts";
import { absentServer, startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { ADMIN, openSite, setUpSite } from "#tests/http/site.ts";

const site = setUpSite({ each: true, committee: true });

const PAUL = "paul@exemple.ch";
const PASSWORD = "trois mots au hasard";

const act = (fields: Record<string, string>, who = site.cookie) => site.send("/comptes", fields, who);
const linkIn = (html: string) => /<code>http:\/\/localhost:3000(\/invitation\/[\w-]{32,})<\/code>/.exec(html)?.[1];
const sessionOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .find((c) => c.startsWith("session="))
    ?.split(";", 1)[0] ?? "";
const idOf = async (email: string) =>
  (await site.services.auth.listAccounts()).find((one) => one.email === email)?.id ?? "";
const isSignedIn = async (who: string) => (await site.get("/comptes", who)).status === 200;

async function inviteAccount(email: string): Promise<string> {
  const link = linkIn(await (await act({ intention: "invite", firstName: "Paul", email })).text());
  if (!link) throw new Error("no link");
  return link;
}

/** Paul accepts an invitation. @returns his session */
async function enter(): Promise<string> {
  return sessionOf(await site.send(await inviteAccount(PAUL), { newPassword: PASSWORD }));
}

describe("the accounts", () => {
  it("say when somebody last signed in, and that nobody else can be let go", async () => {
    const html = await site.html("/comptes");
    expect(html).toMatch(/Dernière connexion.*\d\d\.\d\d\.\d{4}, \d\d:\d\d/s);
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*aria-describedby="seul"/);
    await site.services.auth.createAccount(PAUL, PASSWORD);
    const withTwo = await site.html("/comptes");
    expect(withTwo).toMatch(/Dernière connexion.*jamais/s);
    expect(withTwo).not.toContain('id="seul"');
  });

  it("show the link of an invitation once, and that it waits", async () => {
    const response = await act({ intention: "invite", firstName: "Paul", email: " Paul@Exemple.ch " });
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(linkIn(html)).toBeDefined();
    expect(html).toContain("Invitation en attente jusqu’au");
    expect(html).not.toContain("e-mail est parti");
    expect(linkIn(await site.html("/comptes"))).toBeUndefined();
  });

  it.each([
    ["", "Ce champ est obligatoire."],
    ["paul", "Indiquez une adresse e-mail complète."],
    ["COMITE@exemple.ch", "Cette adresse a déjà un compte."],
    [`${"a".repeat(250)}@exemple.ch`, "Ce texte est trop long"],
    [`"><img src=x onerror=alert(1)>@exemple.ch`, "Indiquez une adresse e-mail complète."],
  ])("refuse to invite « %s », and keep what was typed", async (email, sentence) => {
    const response = await act({ intention: "invite", firstName: "Paul", email });
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain(sentence);
    expect(html).not.toContain("<img src=x");
    if (email === "paul") expect(html).toContain('value="paul"');
    expect(await site.services.auth.listAccounts()).toHaveLength(1);
  });

  it("end the sessions and the password of somebody who is reset, and give a link", async () => {
    const paul = await enter();
    expect(await isSignedIn(paul)).toBe(true);
    const html = await (await act({ intention: "reset", id: await idOf(PAUL) })).text();
    expect(await isSignedIn(paul)).toBe(false);
    expect(html).toContain("Réinitialisé, lien valable jusqu’au");
    const again = await site.send("/login", { username: PAUL, password: PASSWORD });
    expect(again.status).toBe(400);
    const link = linkIn(html) ?? "";
    expect((await site.send(link, { newPassword: "quatre mots au hasard" })).headers.get("location")).toBe("/planning");
  });

  it("lead somebody who would reset their own to the change of password", async () => {
    const response = await act({ intention: "reset", id: await idOf(ADMIN.email) });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/mot-de-passe"]);
    expect(await isSignedIn(site.cookie)).toBe(true);
  });

  it("end the sessions of somebody who is removed", async () => {
    const paul = await enter();
    const response = await act({ intention: "remove", id: await idOf(PAUL) });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/comptes"]);
    expect(response.headers.getSetCookie().join()).toContain("avis=");
    expect(await isSignedIn(paul)).toBe(false);
    expect(await site.services.auth.listAccounts()).toHaveLength(1);
  });

  it("never let the last one go, whatever the form says", async () => {
    await inviteAccount(PAUL);
    const response = await act({ intention: "remove", id: await idOf(ADMIN.email) });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("Ce compte n’a pas été retiré.");
    expect(await isSignedIn(site.cookie)).toBe(true);
  });

  it("leave one of two people who remove each other at the same moment", async () => {
    const paul = await enter();
    const [a, b] = [await idOf(ADMIN.email), await idOf(PAUL)];
    await Promise.all([act({ intention: "remove", id: b }), act({ intention: "remove", id: a }, paul)]);
    const remains = await site.services.auth.listAccounts();
    expect(remains.filter(({ canSignIn }) => canSignIn)).toHaveLength(1);
  });

  it("sign out somebody who removes their own", async () => {
    const paul = await enter();
    const response = await act({ intention: "remove", id: await idOf(PAUL) }, paul);
    expect([response.status, response.headers.get("location")]).toEqual([302, "/"]);
    expect(response.headers.getSetCookie().join()).toMatch(/session=;.*Max-Age=0/);
    expect(await isSignedIn(paul)).toBe(false);
  });

  it("say that somebody is gone already", async () => {
    const response = await act({ intention: "reset", id: "personne" });
    expect(response.status).toBe(409);
    expect(await response.text()).toContain("Ce compte n’existe plus.");
    expect((await act({ intention: "remove", id: "personne" })).status).toBe(302);
  });

  it("say that nothing was changed when the store fails, and log no address", async () => {
    site.services.auth.invite = () => Promise.reject(new Error(`disk full: ${PAUL}`));
    const response = await act({ intention: "invite", firstName: "Paul", email: PAUL });
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toContain("Rien n’a changé.");
    expect(html).toContain(`value="${PAUL}"`);
    expect(site.log.map(({ position }) => position)).toEqual(["accounts invite"]);
  });
});

describe("a link to a password", () => {
  it("is for nobody else's eyes: no index, no cache, no referrer", async () => {
    const { status, headers } = await site.request(await inviteAccount(PAUL));
    expect(status).toBe(200);
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect((await site.get("/comptes")).headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  });

  it("is not used up by looking at it", async () => {
    const link = await inviteAccount(PAUL);
    for (const method of ["GET", "HEAD", "GET"]) {
      const response = await site.request(link, { method });
      expect(response.status).toBe(200);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect((await site.send(link, { newPassword: PASSWORD })).status).toBe(302);
  });

  it("signs somebody in who chooses a password, and tells it on the planning", async () => {
    const response = await site.send(await inviteAccount(PAUL), { newPassword: PASSWORD });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/planning"]);
    expect(response.headers.getSetCookie().join()).toContain("avis=");
    expect(await isSignedIn(sessionOf(response))).toBe(true);
  });

  it("is taken from a browser that names no origin because of the page's policy, and from no other site", async () => {
    const link = await inviteAccount(PAUL);
    const post = (headers: Record<string, string>) =>
      site.request(link, { method: "POST", body: new URLSearchParams({ newPassword: PASSWORD }), headers });
    expect((await post({ origin: "null", "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post({ origin: "null" })).status).toBe(403);
    expect((await post({ origin: "null", "sec-fetch-site": "same-origin" })).status).toBe(302);
  });

  it.each([
    ["", "Ce champ est obligatoire."],
    ["abcde", PASSWORD_SENTENCES.tooShort],
    ["é".repeat(129), PASSWORD_SENTENCES.long],
    ["Savièse1965", PASSWORD_SENTENCES.common],
    ["paul2008", PASSWORD_SENTENCES.common],
  ])("refuses « %s », sends it back to nobody, and works afterwards", async (newPassword, sentence) => {
    const link = await inviteAccount(PAUL);
    const response = await site.send(link, { newPassword });
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain(sentence);
    if (newPassword) expect(html).not.toContain(newPassword);
    expect(html).toContain(`value="${PAUL}"`);
    expect((await site.send(link, { newPassword: PASSWORD })).status).toBe(302);
  });

  it("that was used says so, and what to do", async () => {
    const link = await inviteAccount(PAUL);
    await site.send(link, { newPassword: PASSWORD });
    for (const response of [await site.request(link), await site.send(link, { newPassword: "encore autre chose" })]) {
      const html = await response.text();
      expect(response.status).toBe(410);
      expect(html).toContain("Ce lien ne marche plus");
      expect(html).toContain("demandez un nouveau lien");
      expect(html).not.toContain(PAUL);
    }
    expect((await site.send("/login", { username: PAUL, password: PASSWORD })).status).toBe(302);
  });

  it.each(["x", "%3Cscript%3E", "a".repeat(5000), "%F0%9F%8E%BA"])("/invitation/%s opens nothing", async (token) => {
    expect((await site.request(`/invitation/${token}`)).status).toBe(410);
  });

  it("does nothing for a robot that fills the honeypot", async () => {
    const response = await site.send(await inviteAccount(PAUL), { newPassword: PASSWORD, hp: "x" });
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("still works after an error of the store", async () => {
    const link = await inviteAccount(PAUL);
    const { acceptLink } = site.services.auth;
    site.services.auth.acceptLink = () => Promise.reject(new Error(PASSWORD));
    const response = await site.send(link, { newPassword: PASSWORD });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("Rien n’a été enregistré.");
    site.services.auth.acceptLink = acceptLink;
    expect((await site.send(link, { newPassword: PASSWORD })).status).toBe(302);
  });
});

describe("one's own password", () => {
  const change = (fields: Record<string, string>) => site.send("/mot-de-passe", fields, site.cookie);

  it("is changed with the present one; other devices are signed out", async () => {
    const phone = await site.signIn();
    const response = await change({ current: ADMIN.password, newPassword: PASSWORD });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/comptes"]);
    const isNew = sessionOf(response);
    expect(isNew).not.toBe(site.cookie);
    expect(await isSignedIn(isNew)).toBe(true);
    // Whoever has a copy of the cookie in which it was changed is out as well.
    for (const old of [site.cookie, phone]) expect(await isSignedIn(old)).toBe(false);
    expect((await site.send("/login", { username: ADMIN.email, password: PASSWORD })).status).toBe(302);
  });

  it.each([
    [{ current: "faux mot", newPassword: PASSWORD }, "Ce n’est pas votre mot de passe actuel."],
    [{ current: "", newPassword: PASSWORD }, "Ce champ est obligatoire."],
    [{ current: ADMIN.password, newPassword: "azerty" }, PASSWORD_SENTENCES.common],
  ])("stays with %j", async (fields, sentence) => {
    const response = await change(fields);
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toContain(sentence);
    expect(html).not.toContain(`value="${fields.newPassword}"`);
    expect((await site.send("/login", { username: ADMIN.email, password: ADMIN.password })).status).toBe(302);
  });

  it("stays when the store fails, and is in no log", async () => {
    site.services.auth.changePassword = () => Promise.reject(new Error(PASSWORD));
    const response = await change({ current: ADMIN.password, newPassword: PASSWORD });
    expect(response.status).toBe(503);
    expect(site.log.map(({ position }) => position)).toEqual(["password"]);
  });
});

describe("one's own devices", () => {
  const IPHONE =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
  async function enterWith(agent: string): Promise<string> {
    const body = new URLSearchParams({ username: ADMIN.email, password: ADMIN.password });
    const headers = { origin: site.config.publicUrl, "user-agent": agent };
    return sessionOf(await site.request("/login", { method: "POST", body, headers }));
  }
  const devices = async (who: string) => {
    const html = (await site.html("/comptes", who)).replaceAll("<!-- -->", "");
    const [, list = ""] = /<h2 id="own-sessions">(.*?)<\/section>/s.exec(html) ?? [];
    return [...list.matchAll(/<li class="row">(.*?)<\/li>/gs)].map(([, one = ""]) =>
      one
        .replaceAll(/<[^>]+>/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    );
  };

  it("are listed by kind, with their times, and the one in the hand is marked", async () => {
    await enterWith(IPHONE);
    const hostile = await enterWith(`<script>alert(1)</script>${"x".repeat(5000)}`);
    const list = await devices(hostile);
    expect(list).toHaveLength(3);
    expect(list.filter((one) => one.includes("Celui-ci"))).toEqual([
      expect.stringMatching(/^Appareil inconnu Celui-ci Ouvert le \d\d\.\d\d\.\d{4}, \d\d:\d\d$/),
    ]);
    const iphone = list.find((one) => one.startsWith("iPhone · Safari"));
    expect(iphone).toMatch(/^iPhone · Safari Ouvert le .+ , utilisé le .+$/);
  });

  it("are all signed out but the one in the hand, without a question", async () => {
    const lost = await enterWith(IPHONE);
    expect(await devices(site.cookie)).toHaveLength(2);
    const response = await act({ intention: "sign-out-others" });
    expect([response.status, response.headers.get("location")]).toEqual([302, "/comptes"]);
    expect([await isSignedIn(lost), await isSignedIn(site.cookie)]).toEqual([false, true]);
    expect(await devices(site.cookie)).toHaveLength(1);
    expect(await site.html("/comptes")).not.toContain("Déconnecter les autres");
  });

  it("are somebody else's business for nobody: a link that is accepted ends the session that the browser had", async () => {
    const link = await inviteAccount(PAUL);
    const body = new URLSearchParams({ newPassword: PASSWORD });
    const paul = await site.request(link, {
      method: "POST",
      body,
      headers: { origin: site.config.publicUrl, cookie: site.cookie },
    });
    expect([await isSignedIn(site.cookie), await isSignedIn(sessionOf(paul))]).toEqual([false, true]);
  });
});

describe("with mail", () => {
  const withMail = async (url: string) => {
    const mailingSite = await openSite({ MAIL: "smtp", SMTP_URL: url, MAIL_FROM: "site@exemple.ch" });
    onTestFinished(mailingSite.close);
    const fields = { intention: "invite", firstName: "Paul", email: PAUL };
    const response = await mailingSite.send("/comptes", fields, await mailingSite.signIn());
    return { status: response.status, html: await response.text() };
  };

  it("an invitation is shown and mailed to the person", async () => {
    const { url, received } = await startSmtpServer();
    const { html } = await withMail(url);
    expect(html).toContain("Un e-mail est parti à");
    expect(received).toMatchObject([{ a: [PAUL] }]);
    expect(
      Buffer.from(received[0]?.rawResponse ?? "")
        .toString()
        .replaceAll("=\r\n", ""),
    ).toContain(linkIn(html));
  });

  it("an invitation is shown with the reason when its mail did not leave", async () => {
    const { status, html } = await withMail(await absentServer());
    expect(status).toBe(200);
    expect(linkIn(html)).toBeDefined();
    expect(html).toContain("Le serveur de messagerie n’est pas joignable. Envoyez le lien vous-même.");
  });
});
