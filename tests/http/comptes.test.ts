import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PHRASES_MOT_DE_PASSE } from "#domain/mot-de-passe.ts";
import { serveurAbsent, serveurSmtp } from "#tests/contracts/smtp-servers.ts";
import { ADMIN, ouvrirSite, type SiteDEssai } from "./site.ts";

let site: SiteDEssai;
let cookie: string;
beforeEach(async () => {
  site = await ouvrirSite();
  cookie = await site.seConnecter();
});
afterEach(() => site.fermer());

const PAUL = "paul@exemple.ch";
const MOT = "trois mots au hasard";

const lire = async (chemin: string, qui = cookie) => site.demander(chemin, { headers: { cookie: qui } });
const agir = (champs: Record<string, string>, qui = cookie) => site.envoyer("/comptes", champs, qui);
const lienDans = (html: string) => /<code>http:\/\/localhost:3000(\/invitation\/[\w-]{32,})<\/code>/.exec(html)?.[1];
const sessionDe = (reponse: Response) =>
  reponse.headers
    .getSetCookie()
    .find((c) => c.startsWith("session="))
    ?.split(";", 1)[0] ?? "";
const idDe = async (email: string) => (await site.services.auth.accounts()).find((un) => un.email === email)?.id ?? "";
const estConnecte = async (qui: string) => (await lire("/comptes", qui)).status === 200;

async function inviter(email: string): Promise<string> {
  const lien = lienDans(await (await agir({ intention: "inviter", email })).text());
  if (!lien) throw new Error("no link");
  return lien;
}

/** Paul accepts an invitation. @returns his session */
async function entrer(): Promise<string> {
  return sessionDe(await site.envoyer(await inviter(PAUL), { nouveau: MOT }));
}

describe("the accounts", () => {
  it.each(["/comptes", "/mot-de-passe"])("%s is for the committee only", async (chemin) => {
    const visite = await site.demander(chemin);
    expect(visite.status).toBe(302);
    expect(visite.headers.get("location")).toBe(`/login?suite=${encodeURIComponent(chemin)}`);
    expect((await site.envoyer(chemin, { intention: "inviter", email: PAUL })).status).toBe(302);
    expect(await site.services.auth.accounts()).toHaveLength(1);
    const reponse = await lire(chemin);
    expect(reponse.status).toBe(200);
    expect(reponse.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(reponse.headers.get("cache-control")).toContain("no-store");
  });

  it("say when somebody last signed in, and that nobody else can be let go", async () => {
    const html = await (await lire("/comptes")).text();
    expect(html).toMatch(/Dernière connexion.*\d\d\.\d\d\.\d{4}, \d\d:\d\d/s);
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*aria-describedby="seul"/);
    await site.services.auth.createAccount(PAUL, MOT);
    const aDeux = await (await lire("/comptes")).text();
    expect(aDeux).toMatch(/Dernière connexion.*jamais/s);
    expect(aDeux).not.toContain('id="seul"');
  });

  it("show the link of an invitation once, and that it waits", async () => {
    const reponse = await agir({ intention: "inviter", email: " Paul@Exemple.ch " });
    const html = await reponse.text();
    expect(reponse.status).toBe(200);
    expect(reponse.headers.get("cache-control")).toContain("no-store");
    expect(lienDans(html)).toBeDefined();
    expect(html).toContain("Invitation en attente jusqu’au");
    expect(html).not.toContain("e-mail est parti");
    expect(lienDans(await (await lire("/comptes")).text())).toBeUndefined();
  });

  it.each([
    ["", "Ce champ est obligatoire."],
    ["paul", "Indiquez une adresse e-mail complète."],
    ["COMITE@exemple.ch", "Cette adresse a déjà un compte."],
    [`${"a".repeat(250)}@exemple.ch`, "Ce texte est trop long"],
    [`"><img src=x onerror=alert(1)>@exemple.ch`, "Indiquez une adresse e-mail complète."],
  ])("refuse to invite « %s », and keep what was typed", async (email, phrase) => {
    const reponse = await agir({ intention: "inviter", email });
    const html = await reponse.text();
    expect(reponse.status).toBe(400);
    expect(html).toContain(phrase);
    expect(html).not.toContain("<img src=x");
    if (email === "paul") expect(html).toContain('value="paul"');
    expect(await site.services.auth.accounts()).toHaveLength(1);
  });

  it("end the sessions and the password of somebody who is reset, and give a link", async () => {
    const paul = await entrer();
    expect(await estConnecte(paul)).toBe(true);
    const html = await (await agir({ intention: "reinitialiser", id: await idDe(PAUL) })).text();
    expect(await estConnecte(paul)).toBe(false);
    expect(html).toContain("Réinitialisé, lien valable jusqu’au");
    const encore = await site.envoyer("/login", { username: PAUL, password: MOT });
    expect(encore.status).toBe(400);
    const lien = lienDans(html) ?? "";
    expect((await site.envoyer(lien, { nouveau: "quatre mots au hasard" })).headers.get("location")).toBe("/planning");
  });

  it("lead somebody who would reset their own to the change of password", async () => {
    const reponse = await agir({ intention: "reinitialiser", id: await idDe(ADMIN.email) });
    expect([reponse.status, reponse.headers.get("location")]).toEqual([302, "/mot-de-passe"]);
    expect(await estConnecte(cookie)).toBe(true);
  });

  it("end the sessions of somebody who is removed", async () => {
    const paul = await entrer();
    const reponse = await agir({ intention: "retirer", id: await idDe(PAUL) });
    expect([reponse.status, reponse.headers.get("location")]).toEqual([302, "/comptes"]);
    expect(reponse.headers.getSetCookie().join()).toContain("avis=");
    expect(await estConnecte(paul)).toBe(false);
    expect(await site.services.auth.accounts()).toHaveLength(1);
  });

  it("never let the last one go, whatever the form says", async () => {
    await inviter(PAUL);
    const reponse = await agir({ intention: "retirer", id: await idDe(ADMIN.email) });
    expect(reponse.status).toBe(409);
    expect(await reponse.text()).toContain("Ce compte n’a pas été retiré.");
    expect(await estConnecte(cookie)).toBe(true);
  });

  it("leave one of two people who remove each other at the same moment", async () => {
    const paul = await entrer();
    const [a, b] = [await idDe(ADMIN.email), await idDe(PAUL)];
    await Promise.all([agir({ intention: "retirer", id: b }), agir({ intention: "retirer", id: a }, paul)]);
    const restes = await site.services.auth.accounts();
    expect(restes.filter(({ peutEntrer }) => peutEntrer)).toHaveLength(1);
  });

  it("sign out somebody who removes their own", async () => {
    const paul = await entrer();
    const reponse = await agir({ intention: "retirer", id: await idDe(PAUL) }, paul);
    expect([reponse.status, reponse.headers.get("location")]).toEqual([302, "/"]);
    expect(reponse.headers.getSetCookie().join()).toMatch(/session=;.*Max-Age=0/);
    expect(await estConnecte(paul)).toBe(false);
  });

  it("withdraw an invitation, whose link works no more", async () => {
    const lien = await inviter(PAUL);
    expect((await agir({ intention: "retirer", id: await idDe(PAUL) })).headers.get("location")).toBe("/comptes");
    expect((await site.demander(lien)).status).toBe(410);
  });

  it("say that somebody is gone already", async () => {
    const reponse = await agir({ intention: "reinitialiser", id: "personne" });
    expect(reponse.status).toBe(409);
    expect(await reponse.text()).toContain("Ce compte n’existe plus.");
    expect((await agir({ intention: "retirer", id: "personne" })).status).toBe(302);
  });

  it("say that nothing was changed when the store fails, and log no address", async () => {
    site.services.auth.invite = () => Promise.reject(new Error(`disk full: ${PAUL}`));
    const reponse = await agir({ intention: "inviter", email: PAUL });
    const html = await reponse.text();
    expect(reponse.status).toBe(503);
    expect(html).toContain("Rien n’a changé.");
    expect(html).toContain(`value="${PAUL}"`);
    expect(site.journal.map(({ ou }) => ou)).toEqual(["accounts inviter"]);
  });
});

describe("a link to a password", () => {
  it("is for nobody else's eyes: no index, no cache, no referrer", async () => {
    const { status, headers } = await site.demander(await inviter(PAUL));
    expect(status).toBe(200);
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(headers.get("cache-control")).toContain("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect((await lire("/comptes")).headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  });

  it("is not used up by looking at it", async () => {
    const lien = await inviter(PAUL);
    for (const method of ["GET", "HEAD", "GET"]) {
      const reponse = await site.demander(lien, { method });
      expect(reponse.status).toBe(200);
      expect(reponse.headers.getSetCookie()).toEqual([]);
    }
    expect((await site.envoyer(lien, { nouveau: MOT })).status).toBe(302);
  });

  it("signs somebody in who chooses a password, and tells it on the planning", async () => {
    const reponse = await site.envoyer(await inviter(PAUL), { nouveau: MOT });
    expect([reponse.status, reponse.headers.get("location")]).toEqual([302, "/planning"]);
    expect(reponse.headers.getSetCookie().join()).toContain("avis=");
    expect(await estConnecte(sessionDe(reponse))).toBe(true);
  });

  it("is taken from a browser that names no origin because of the page's policy, and from no other site", async () => {
    const lien = await inviter(PAUL);
    const post = (headers: Record<string, string>) =>
      site.demander(lien, { method: "POST", body: new URLSearchParams({ nouveau: MOT }), headers });
    expect((await post({ origin: "null", "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await post({ origin: "null" })).status).toBe(403);
    expect((await post({ origin: "null", "sec-fetch-site": "same-origin" })).status).toBe(302);
  });

  it.each([
    ["", "Ce champ est obligatoire."],
    ["abcde", PHRASES_MOT_DE_PASSE.court],
    ["é".repeat(129), PHRASES_MOT_DE_PASSE.long],
    ["Savièse1965", PHRASES_MOT_DE_PASSE.courant],
    ["paul2008", PHRASES_MOT_DE_PASSE.courant],
    ["P@ssw0rd!", PHRASES_MOT_DE_PASSE.courant],
    ["hunter2", PHRASES_MOT_DE_PASSE.courant],
    ["foin12", PHRASES_MOT_DE_PASSE.courant],
    ["Raclette1", PHRASES_MOT_DE_PASSE.courant],
    ["été2026", PHRASES_MOT_DE_PASSE.courant],
  ])("refuses « %s », sends it back to nobody, and works afterwards", async (nouveau, phrase) => {
    const lien = await inviter(PAUL);
    const reponse = await site.envoyer(lien, { nouveau });
    const html = await reponse.text();
    expect(reponse.status).toBe(400);
    expect(html).toContain(phrase);
    if (nouveau) expect(html).not.toContain(nouveau);
    expect(html).toContain(`value="${PAUL}"`);
    expect((await site.envoyer(lien, { nouveau: MOT })).status).toBe(302);
  });

  it("that was used says so, and what to do", async () => {
    const lien = await inviter(PAUL);
    await site.envoyer(lien, { nouveau: MOT });
    for (const reponse of [await site.demander(lien), await site.envoyer(lien, { nouveau: "encore autre chose" })]) {
      const html = await reponse.text();
      expect(reponse.status).toBe(410);
      expect(html).toContain("Ce lien ne marche plus");
      expect(html).toContain("demandez un nouveau lien");
      expect(html).not.toContain(PAUL);
    }
    expect((await site.envoyer("/login", { username: PAUL, password: MOT })).status).toBe(302);
  });

  it.each(["x", "%3Cscript%3E", "a".repeat(5000), "%F0%9F%8E%BA"])("/invitation/%s opens nothing", async (jeton) => {
    expect((await site.demander(`/invitation/${jeton}`)).status).toBe(410);
  });

  it("does nothing for a robot that fills the honeypot", async () => {
    const reponse = await site.envoyer(await inviter(PAUL), { nouveau: MOT, hp: "x" });
    expect(reponse.status).toBe(200);
    expect(reponse.headers.getSetCookie()).toEqual([]);
  });

  it("still works after a fault of the store", async () => {
    const lien = await inviter(PAUL);
    const { acceptLink } = site.services.auth;
    site.services.auth.acceptLink = () => Promise.reject(new Error(MOT));
    const reponse = await site.envoyer(lien, { nouveau: MOT });
    expect(reponse.status).toBe(503);
    expect(await reponse.text()).toContain("Rien n’a été enregistré.");
    site.services.auth.acceptLink = acceptLink;
    expect((await site.envoyer(lien, { nouveau: MOT })).status).toBe(302);
  });
});

describe("one's own password", () => {
  const changer = (champs: Record<string, string>) => site.envoyer("/mot-de-passe", champs, cookie);

  it("is changed with the present one; other devices are signed out", async () => {
    const telephone = await site.seConnecter();
    const reponse = await changer({ actuel: ADMIN.motDePasse, nouveau: MOT });
    expect([reponse.status, reponse.headers.get("location")]).toEqual([302, "/comptes"]);
    const nouvelle = sessionDe(reponse);
    expect(nouvelle).not.toBe(cookie);
    expect(await estConnecte(nouvelle)).toBe(true);
    // Whoever has a copy of the cookie in which it was changed is out as well.
    for (const ancienne of [cookie, telephone]) expect(await estConnecte(ancienne)).toBe(false);
    expect((await site.envoyer("/login", { username: ADMIN.email, password: MOT })).status).toBe(302);
  });

  it.each([
    [{ actuel: "faux mot", nouveau: MOT }, "Ce n’est pas votre mot de passe actuel."],
    [{ actuel: "", nouveau: MOT }, "Ce champ est obligatoire."],
    [{ actuel: ADMIN.motDePasse, nouveau: "azerty" }, PHRASES_MOT_DE_PASSE.courant],
    [{ actuel: ADMIN.motDePasse, nouveau: "comite12" }, PHRASES_MOT_DE_PASSE.courant],
    [{ actuel: ADMIN.motDePasse, nouveau: "Raclette1" }, PHRASES_MOT_DE_PASSE.courant],
  ])("stays with %j", async (champs, phrase) => {
    const reponse = await changer(champs);
    const html = await reponse.text();
    expect(reponse.status).toBe(400);
    expect(html).toContain(phrase);
    expect(html).not.toContain(`value="${champs.nouveau}"`);
    expect((await site.envoyer("/login", { username: ADMIN.email, password: ADMIN.motDePasse })).status).toBe(302);
  });

  it("stays when the store fails, and is in no log", async () => {
    site.services.auth.changePassword = () => Promise.reject(new Error(MOT));
    const reponse = await changer({ actuel: ADMIN.motDePasse, nouveau: MOT });
    expect(reponse.status).toBe(503);
    expect(site.journal.map(({ ou }) => ou)).toEqual(["password"]);
  });
});

describe("one's own devices", () => {
  const IPHONE =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
  async function entrerAvec(agent: string): Promise<string> {
    const body = new URLSearchParams({ username: ADMIN.email, password: ADMIN.motDePasse });
    const headers = { origin: site.config.publicUrl, "user-agent": agent };
    return sessionDe(await site.demander("/login", { method: "POST", body, headers }));
  }
  const appareils = async (qui: string) => {
    const html = (await (await lire("/comptes", qui)).text()).replaceAll("<!-- -->", "");
    const [, liste = ""] = /<h2 id="own-sessions">(.*?)<\/section>/s.exec(html) ?? [];
    return [...liste.matchAll(/<li>(.*?)<\/li>/gs)].map(([, un = ""]) =>
      un
        .replaceAll(/<[^>]+>/g, " ")
        .replace(/\s+/g, " ")
        .trim(),
    );
  };

  it("are listed by kind, with their times, and the one in the hand is marked", async () => {
    await entrerAvec(IPHONE);
    const hostile = await entrerAvec(`<script>alert(1)</script>${"x".repeat(5000)}`);
    const liste = await appareils(hostile);
    expect(liste).toHaveLength(3);
    expect(liste.filter((un) => un.includes("Celui-ci"))).toEqual([
      expect.stringMatching(/^Appareil inconnu Celui-ci Ouvert le \d\d\.\d\d\.\d{4}, \d\d:\d\d$/),
    ]);
    const iphone = liste.find((un) => un.startsWith("iPhone · Safari"));
    expect(iphone).toMatch(/^iPhone · Safari Ouvert le .+ , utilisé le .+$/);
  });

  it("are all signed out but the one in the hand, without a question", async () => {
    const perdu = await entrerAvec(IPHONE);
    expect(await appareils(cookie)).toHaveLength(2);
    const reponse = await agir({ intention: "deconnecter" });
    expect([reponse.status, reponse.headers.get("location")]).toEqual([302, "/comptes"]);
    expect([await estConnecte(perdu), await estConnecte(cookie)]).toEqual([false, true]);
    expect(await appareils(cookie)).toHaveLength(1);
    expect(await (await lire("/comptes")).text()).not.toContain("Déconnecter les autres");
  });

  it("are somebody else's business for nobody: a link that is accepted ends the session that the browser had", async () => {
    const lien = await inviter(PAUL);
    const body = new URLSearchParams({ nouveau: MOT });
    const paul = await site.demander(lien, {
      method: "POST",
      body,
      headers: { origin: site.config.publicUrl, cookie },
    });
    expect([await estConnecte(cookie), await estConnecte(sessionDe(paul))]).toEqual([false, true]);
  });
});

describe("with mail", () => {
  const avecCourrier = (url: string) => ouvrirSite({ MAIL: "smtp", SMTP_URL: url, MAIL_FROM: "site@exemple.ch" });

  it("an invitation is shown and mailed to the person", async () => {
    const { url, recus } = await serveurSmtp();
    await using enLigne = await disposable(avecCourrier(url));
    const reponse = await enLigne.envoyer(
      "/comptes",
      { intention: "inviter", email: PAUL },
      await enLigne.seConnecter(),
    );
    const html = await reponse.text();
    expect(html).toContain("Un e-mail est parti à");
    expect(recus).toMatchObject([{ a: [PAUL] }]);
    expect(
      Buffer.from(recus[0]?.brut ?? "")
        .toString()
        .replaceAll("=\r\n", ""),
    ).toContain(lienDans(html));
  });

  it("an invitation is shown with the reason when its mail did not leave", async () => {
    await using enLigne = await disposable(avecCourrier(await serveurAbsent()));
    const reponse = await enLigne.envoyer(
      "/comptes",
      { intention: "inviter", email: PAUL },
      await enLigne.seConnecter(),
    );
    const html = await reponse.text();
    expect(reponse.status).toBe(200);
    expect(lienDans(html)).toBeDefined();
    expect(html).toContain("Le serveur de messagerie n’est pas joignable. Envoyez le lien vous-même.");
  });

  const disposable = async (ouverture: Promise<SiteDEssai>) => {
    const ouvert = await ouverture;
    return Object.assign(ouvert, { [Symbol.asyncDispose]: ouvert.fermer });
  };
});
