import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anneesAvant, jourAZurich } from "#domain/dates.ts";
import { ADMIN, ouvrirSite, type SiteDEssai } from "./site.ts";

const TENTE = "203.0.113.7";
const MESSAGE = { nom: "Camille Fendant", email: "camille@exemple.ch", sujet: "Brisolée", message: "Bonjour", hp: "" };
const INSCRIPTION = {
  nom: "Fendant",
  adresse: "Chemin des Treize-Étoiles 4",
  tel: "0791234567",
  dateAnniv: anneesAvant(jourAZurich(new Date()), 20),
  charte: "on",
};

let site: SiteDEssai;
beforeEach(async () => {
  site = await ouvrirSite({ TRUST_PROXY: "1" });
});
afterEach(() => site.fermer());

const combien = async (type: "inscription" | "message") => (await site.services.inbox.count(type)).total;
const essayer = (password: string, adresse: string, email = ADMIN.email) =>
  site.envoyer("/login", { username: email, password }, "", adresse);

describe("a whole tent on one address", () => {
  it("signs up sixty within an hour; the next one is told when to come back, with everything still in its field", async () => {
    for (let i = 0; i < 60; i++) {
      const reponse = await site.envoyer("/inscription", { ...INSCRIPTION, prenom: `Camille ${i}` }, "", TENTE);
      expect(reponse.status).toBe(200);
    }
    const refus = await site.envoyer("/inscription", { ...INSCRIPTION, prenom: "Maxime" }, "", TENTE);
    const html = await refus.text();
    expect(refus.status).toBe(429);
    expect(Number(refus.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(html).toMatch(/role="alert".*Trop d’envois depuis cette connexion\..*Réessayez dans 60 minutes/s);
    expect(html).toContain('value="Maxime"');
    expect(html).not.toMatch(/<dialog[^>]* open/);
    expect(await combien("inscription")).toBe(60);

    expect((await site.envoyer("/contact", MESSAGE, "", TENTE)).status).toBe(200);
    expect((await site.envoyer("/inscription", { ...INSCRIPTION, prenom: "Maxime" }, "", "198.51.100.1")).status).toBe(
      200,
    );
  });

  it("may correct itself as often as it needs: what is refused is not counted", async () => {
    for (let i = 0; i < 100; i++)
      expect((await site.envoyer("/contact", { ...MESSAGE, email: "camille" }, "", TENTE)).status).toBe(400);
    expect((await site.envoyer("/contact", MESSAGE, "", TENTE)).status).toBe(200);
  });

  it("is not a tent of its own for each address that a robot invents", async () => {
    const statuts: number[] = [];
    for (let i = 0; i < 61; i++) {
      const headers = { origin: site.config.publicUrl, "x-forwarded-for": `10.0.0.${i}, ${TENTE}` };
      const body = new URLSearchParams({ ...MESSAGE, sujet: `Brisolée ${i}` });
      statuts.push((await site.demander("/contact", { method: "POST", body, headers }, "127.0.0.1")).status);
    }
    expect([statuts.slice(0, 60).every((statut) => statut === 200), statuts[60]]).toEqual([true, 429]);
  });

  it("tells a browser with script the same, as data", async () => {
    const envoi = () => site.envoyer("/contact.data", { ...MESSAGE, sujet: String(Math.random()) }, "", TENTE);
    for (let i = 0; i < 60; i++) expect((await envoi()).status).toBe(200);
    const refus = await envoi();
    expect([refus.status, Number(refus.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(await refus.text()).toContain("dans 60 minutes");
  });
});

describe("guessing the committee's password", () => {
  /** @returns the address of one of many machines */
  const machine = (i: number) => `198.51.${i >> 8}.${i & 255}`;

  it("is stopped in the same words whether the account exists, without a hash, and is in no log", async () => {
    const reponses: string[] = [];
    let connexions = 0;
    site.services.auth.signIn = async () => {
      connexions++;
      return null;
    };
    for (const email of [ADMIN.email, "personne@exemple.ch"]) {
      for (let i = 0; i < 100; i++) expect((await essayer("faux", machine(i), email)).status).toBe(400);
      const refus = await essayer("faux", "192.0.2.1", email);
      expect([refus.status, Number(refus.headers.get("retry-after")) > 3000]).toEqual([429, true]);
      reponses.push((await refus.text()).replaceAll(email, "…"));
    }
    const anonyme = (html: string) => html.replaceAll(/nonce="[^"]*"/g, "").replaceAll(/dans \d+ minutes/g, "");
    expect(anonyme(reponses[0] ?? "")).toBe(anonyme(reponses[1] ?? "-"));
    expect(reponses[0]).toMatch(
      /role="alert".*Trop d’essais\..*Réessayez dans \d\d minutes\..*Un lien d’une autre personne du comité/s,
    );
    expect(reponses[0]).not.toContain("Mot de passe incorrect");
    expect(connexions).toBe(200);
    expect(JSON.stringify(site.journal)).not.toMatch(/192\.0\.2|198\.51|exemple\.ch/);
  });

  it("from many addresses keeps nobody out who signed in from theirs before, or has the site open there", async () => {
    expect((await essayer(ADMIN.motDePasse, "192.0.2.1")).status).toBe(302);
    const cookie = await site.seConnecter();
    const { signIn } = site.services.auth;
    site.services.auth.signIn = async () => null;
    for (let i = 0; i < 101; i++) await essayer("faux", machine(i));
    site.services.auth.signIn = signIn;
    for (const adresse of ["192.0.2.2", "192.0.2.3"])
      expect((await essayer(ADMIN.motDePasse, adresse)).status).toBe(429);
    expect((await essayer(ADMIN.motDePasse, "192.0.2.1")).status).toBe(302);
    expect((await site.demander("/comptes", { headers: { cookie } }, "192.0.2.2")).status).toBe(200);
    expect((await essayer(ADMIN.motDePasse, "192.0.2.2")).status).toBe(302);
    expect((await essayer(ADMIN.motDePasse, "192.0.2.3")).status).toBe(429);
  });

  it("keeps nobody out who has a link to a password, and who came by it is known from then on", async () => {
    site.services.auth.signIn = async () => null;
    for (let i = 0; i < 101; i++) await essayer("faux", machine(i), "paul@exemple.ch");
    expect((await essayer("faux", "192.0.2.4", "paul@exemple.ch")).status).toBe(429);
    const lien = await site.services.auth.invite("paul@exemple.ch");
    const entree = await site.envoyer(
      `/invitation/${lien?.jeton}`,
      { nouveau: "brisolée-au-feu-1965" },
      "",
      "192.0.2.4",
    );
    expect(entree.status).toBe(302);
    const cookie = entree.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    await site.demander("/planning", { headers: { cookie } }, "192.0.2.4");
    expect((await essayer("faux", "192.0.2.4", "paul@exemple.ch")).status).toBe(400);
  });

  it("from one phone on the tent's Wi-Fi keeps no account out that signed in there before", async () => {
    expect((await essayer(ADMIN.motDePasse, TENTE)).status).toBe(302);
    const { signIn } = site.services.auth;
    site.services.auth.signIn = async () => null;
    for (let i = 0; i < 21; i++) await essayer("faux", TENTE, `c${i}@exemple.ch`);
    expect((await essayer("faux", TENTE, "encore@exemple.ch")).status).toBe(429);
    site.services.auth.signIn = signIn;
    expect((await essayer(ADMIN.motDePasse, TENTE)).status).toBe(302);
    site.services.auth.signIn = async () => null;
    for (let i = 0; i < 10; i++) expect((await essayer("faux", TENTE)).status).toBe(400);
    const refus = await essayer(ADMIN.motDePasse, TENTE);
    expect([refus.status, Number(refus.headers.get("retry-after")) <= 300]).toEqual([429, true]);
  });

  it("is counted for a whole IPv6 network, and not for each of its 65,536 parts", async () => {
    site.services.auth.signIn = async () => null;
    const statuts = [];
    for (let i = 0; i < 61; i++) {
      const adresse = `2001:db8:7:${(i * 256).toString(16)}::1`;
      statuts.push((await essayer("faux", adresse, `c${i}@exemple.ch`)).status);
    }
    expect([statuts.slice(0, 60).every((statut) => statut === 400), statuts[60]]).toEqual([true, 429]);
  });

  it("from one address ends after 20 tries, also with the right password", async () => {
    const statuts = [];
    for (let i = 0; i < 21; i++) statuts.push((await essayer("faux", TENTE, `c${i}@exemple.ch`)).status);
    expect([statuts.slice(0, 20).every((statut) => statut === 400), statuts[20]]).toEqual([true, 429]);
    expect((await essayer(ADMIN.motDePasse, TENTE)).status).toBe(429);
  });

  it("all at the same moment is heard no more often than one after the other", async () => {
    const reponses = await Promise.all(Array.from({ length: 60 }, () => essayer("faux", TENTE)));
    expect(reponses.filter(({ status }) => status === 400)).toHaveLength(10);
  });

  it("is not what a refused new password is, however often: none is tried then", async () => {
    const cookie = await site.seConnecter();
    let tried = 0;
    const { changePassword } = site.services.auth;
    site.services.auth.changePassword = (...change) => {
      tried++;
      return changePassword(...change);
    };
    const changer = (nouveau: string) => site.envoyer("/mot-de-passe", { actuel: "faux", nouveau }, cookie);
    for (const nouveau of ["abcde", "123456789", "x".repeat(129), "a\u0000bcdefgh", ""])
      for (let i = 0; i < 5; i++) expect((await changer(nouveau)).status).toBe(400);
    expect(tried).toBe(0);
    const reponse = await site.envoyer(
      "/mot-de-passe",
      { actuel: ADMIN.motDePasse, nouveau: "brisolée-au-feu-1965" },
      cookie,
    );
    expect([reponse.status, tried]).toEqual([302, 1]);
  });

  it("at a telephone that was left lying signed in ends after 10 tries", async () => {
    const cookie = await site.seConnecter();
    const changer = (actuel: string) =>
      site.envoyer("/mot-de-passe", { actuel, nouveau: "brisolée-au-feu-1965" }, cookie);
    for (let i = 0; i < 10; i++) expect((await changer(`faux ${i}`)).status).toBe(400);
    const refus = await changer(ADMIN.motDePasse);
    expect(refus.status).toBe(429);
    expect(await refus.text()).toContain("Trop d’essais.");
  });
});

describe("what is made anew for each request", () => {
  it("is made 120 times a minute for one address, then it has to wait; pages go on", async () => {
    for (let i = 0; i < 120; i++) expect((await site.demander("/invitation/x", {}, TENTE)).status).toBe(410);
    const refus = await site.demander("/invitation/y", {}, TENTE);
    expect([refus.status, Number(refus.headers.get("retry-after")) <= 60]).toEqual([429, true]);
    for (const chemin of ["/autorisation.pdf", "/autorisation/x", "/inscriptions.csv", "/inscriptions?recherche=a"])
      expect((await site.demander(chemin, {}, TENTE)).status).toBe(429);
    expect((await site.demander("/", {}, TENTE)).status).toBe(200);
    expect((await site.demander("/autorisation.pdf", {}, "198.51.100.1")).status).toBe(200);
  });

  it("is made 480 times a minute for a whole IPv6 network", async () => {
    const statuts = [];
    for (let i = 0; i < 481; i++) {
      const adresse = `2001:db8:7:${((i % 256) * 256).toString(16)}::1`;
      statuts.push((await site.demander("/qr-facture/x.pdf", {}, adresse)).status);
    }
    expect([statuts.slice(0, 480).every((statut) => statut === 404), statuts[480]]).toEqual([true, 429]);
  });
});

describe("pictures", () => {
  it("that are too many are refused beside their field, with what was typed", async () => {
    const cookie = await site.seConnecter();
    const creer = () =>
      site.televerser(
        "/evenement/create",
        { Nom: "Bal", mois: "08", annee: "2025", Lieu: "Savièse", AfterMovie: "", image: new File(["x"], "x.png") },
        cookie,
        TENTE,
      );
    for (let i = 0; i < 120; i++) expect((await creer()).status).toBe(415);
    const refus = await creer();
    const html = await refus.text();
    expect([refus.status, Number(refus.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect(html).toContain("Trop d’images d’affilée depuis cette connexion.");
    expect(html).toContain('value="Bal"');
  });

  it("are not even read from somebody who is not signed in", async () => {
    let lus = 0;
    const body = new ReadableStream({
      pull(sortie) {
        lus++;
        sortie.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const init: RequestInit & { duplex: "half" } = {
      method: "POST",
      body,
      duplex: "half",
      headers: {
        origin: site.config.publicUrl,
        cookie: "session=invente",
        "content-type": "multipart/form-data; boundary=x",
      },
    };
    expect((await site.demander("/evenement/create", init)).status).toBe(302);
    expect(lus).toBeLessThanOrEqual(1);
  });
});

describe("a session", () => {
  const cookiesDe = (reponse: Response) => reponse.headers.getSetCookie();
  const sessionDe = (reponse: Response) => cookiesDe(reponse).find((c) => c.includes("session=")) ?? "";
  const jetonDe = (reponse: Response) => sessionDe(reponse).split(";", 1)[0] ?? "";
  const entrer = (cookie = "") => site.envoyer("/login", { username: ADMIN.email, password: ADMIN.motDePasse }, cookie);
  const ouvre = async (cookie: string) => (await site.demander("/comptes", { headers: { cookie } })).status === 200;

  it("that was planted in a browser is not the one that signing in opens", async () => {
    for (const plante of ["session=plante", `session=${"A".repeat(43)}`, "session=ImFiYyI%3D"]) {
      const jeton = jetonDe(await entrer(plante));
      expect(jeton).not.toBe(plante);
      expect([await ouvre(plante), await ouvre(jeton)]).toEqual([false, true]);
    }
  });

  it("ends when the same browser signs in again", async () => {
    const ancienne = jetonDe(await entrer());
    const suivante = jetonDe(await entrer(ancienne));
    expect(suivante).not.toBe(ancienne);
    expect([await ouvre(ancienne), await ouvre(suivante)]).toEqual([false, true]);
  });

  it("is in a cookie that ends with it, for the whole site and out of reach of script", async () => {
    expect(sessionDe(await entrer())).toMatch(/^session=[^;]+; Max-Age=7776000; Path=\/; .*HttpOnly; SameSite=Lax$/);
  });

  it("has a name on https that a browser takes from nobody else, and no other name works", async () => {
    const enLigne = await ouvrirSite({ PUBLIC_URL: "https://jeunesse.exemple.ch" });
    const entree = await enLigne.envoyer("/login", { username: ADMIN.email, password: ADMIN.motDePasse });
    for (const cookie of cookiesDe(entree)) {
      expect(cookie).toMatch(/^__Host-/);
      expect(cookie).toMatch(/; Path=\/;.*; Secure/);
      expect(cookie).not.toMatch(/Domain/i);
    }
    const cookie = jetonDe(entree);
    const demander = async (c: string) => (await enLigne.demander("/comptes", { headers: { cookie: c } })).status;
    expect([await demander(cookie), await demander(cookie.replace("__Host-", ""))]).toEqual([200, 302]);
    expect(await (await enLigne.demander("/comite", { headers: { cookie } })).text()).toContain("Ajouter un membre");
    await enLigne.fermer();
  });

  it("tells nothing about its owner, and a visitor's page nothing about the committee", async () => {
    const jeton = decodeURIComponent(jetonDe(await entrer()).replace("session=", ""));
    const clair = Buffer.from(jeton, "base64").toString("latin1");
    for (const secret of ["comite", "exemple", ADMIN.motDePasse]) expect(jeton + clair).not.toContain(secret);
    for (const chemin of ["/", "/comite", "/planning", "/contact", "/login", "/nulle-part"]) {
      const html = await (await site.demander(chemin)).text();
      expect(html).not.toContain(ADMIN.email);
      expect(html).not.toContain(jeton);
    }
  });
});
