import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { effaceLe } from "#domain/conservation.ts";
import { anneesAvant, jourAZurich } from "#domain/dates.ts";
import type { Inscription } from "#domain/inscription.ts";
import type { MessageContact } from "#domain/message-contact.ts";
import { mailIdOf } from "#usecases/mail-id.ts";
import { searchFor } from "./search.ts";
import { ouvrirSite, type SiteDEssai } from "./site.ts";

const AUJOURDHUI = jourAZurich(new Date());
const suisse = (jour: string) => jour.split("-").reverse().join(".");
const MAJEUR = suisse(anneesAvant(AUJOURDHUI, 25));
const MINEUR = suisse(anneesAvant(AUJOURDHUI, 16));
const PIEGE = '=HYPERLINK("https://evil.example";"clic")';

let site: SiteDEssai;
let cookie: string;
beforeAll(async () => {
  site = await ouvrirSite();
  cookie = await site.seConnecter();
});
afterAll(() => site.fermer());

/** A page as the committee gets it, without the marks that React leaves between two texts. */
const lire = async (chemin: string, qui = cookie) =>
  (await (await site.demander(chemin, { headers: { cookie: qui } })).text()).replaceAll("<!-- -->", "");
/** What a search shows. @param rest of the address */
const found = async (page: string, q: string, filtre?: string, rest = "") => {
  const search = await searchFor(site, page, { q, ...(filtre && { filtre }) }, cookie);
  return lire(search.address + rest, search.cookie);
};
const agir = (chemin: string, id: string, intention: string) => site.envoyer(chemin, { id, intention }, cookie);

const SIGN_UP: Inscription = {
  nom: "Héritier",
  prenom: "Zoé",
  adresse: "Chemin des Treize-Étoiles 4",
  tel: "0791234567",
  dateAnniv: MAJEUR,
  charte: "Validé par la personne",
  charteMineur: "Majeur",
};

async function inscrire(champs: Partial<Inscription> = {}, recuLe = new Date()) {
  const contenu: Inscription = { ...SIGN_UP, ...champs };
  return (await site.services.inbox.add({ type: "inscription", contenu }, recuLe)).entree.id;
}

async function ecrire(champs: Partial<MessageContact> = {}, recuLe = new Date()) {
  const contenu = { nom: "Léo", email: "leo@exemple.ch", sujet: "Bal", message: "Bonjour", ...champs };
  return (await site.services.inbox.add({ type: "message", contenu }, recuLe)).entree.id;
}

/** The part of a page that shows one entry of the list of sign-ups. */
const ficheDe = (html: string, nom: string) =>
  html.split('<li class="fiche').find((fiche) => fiche.includes(`<bdi>${nom}</bdi></h2>`)) ?? "";

describe("the lists", () => {
  it.each(["/inscriptions", "/messages", "/inscriptions?filtre=mineur&page=2"])(
    "%s send a visitor to the login and back, and are for no search engine and no cache",
    async (chemin) => {
      const reponse = await site.demander(chemin);
      expect(reponse.status).toBe(302);
      expect(reponse.headers.get("location")).toBe(`/login?suite=${encodeURIComponent(chemin)}`);
      const mienne = await site.demander(chemin, { headers: { cookie } });
      expect(mienne.status).toBe(200);
      expect(mienne.headers.get("cache-control")).toContain("no-store");
      expect(mienne.headers.get("x-robots-tag")).toBe("noindex, nofollow");
      expect(await mienne.text()).toContain('<meta name="robots" content="noindex, nofollow"/>');
    },
  );

  it("let a visitor change nothing", async () => {
    const id = await inscrire({ prenom: "Intouchable" });
    const reponse = await site.envoyer("/inscriptions", { id, intention: "supprimer" });
    expect(reponse.headers.get("location")).toContain("/login");
    expect(await site.services.inbox.get(id)).not.toBeNull();
  });

  it("show name, age today, phone in pairs, address, date and state of a sign-up", async () => {
    await inscrire({ prenom: "Paul", nom: "Vu" }, new Date("2025-08-05T12:30:00Z"));
    const fiche = ficheDe(await lire("/inscriptions"), "Paul Vu");
    expect(fiche).toContain("25 ans");
    expect(fiche).toContain('<a href="tel:+41791234567">079 123 45 67</a>');
    expect(fiche).toContain("Chemin des Treize-Étoiles 4");
    expect(fiche).toContain("05.08.2025, 14:30");
    expect(fiche).toContain("Nouvelle");
    expect(fiche).toContain("E-mail en attente");
    expect(fiche).not.toContain("Mineur");
  });

  it("mark who is under 18 today, and link the guardian's form", async () => {
    const id = await inscrire({ prenom: "Lina", nom: "Mineure", dateAnniv: MINEUR });
    const fiche = ficheDe(await lire("/inscriptions?filtre=mineur"), "Lina Mineure");
    expect(fiche).toContain("Mineur</b>");
    expect(fiche).toContain(`href="/autorisation/${id}"`);
    expect(fiche).toContain('aria-pressed="false"');
  });

  it("count what is new in the bar of every page", async () => {
    const { nouveaux } = await site.services.inbox.count("inscription");
    expect(await lire("/planning")).toMatch(new RegExp(`Inscriptions <b>${nouveaux}<span class="vh"> à traiter`));
    expect(await (await site.demander("/planning")).text()).not.toContain("/inscriptions");
  });

  it("mark somebody who signed up twice", async () => {
    await inscrire({ prenom: "Loris", nom: "Païen" });
    expect(ficheDe(await lire("/inscriptions"), "Loris Païen")).not.toContain("En double");
    await inscrire({ prenom: "LORIS", nom: "PAIEN", adresse: "Ailleurs" });
    expect(ficheDe(await lire("/inscriptions"), "Loris Païen")).toContain("En double");
  });

  it("are searched and filtered by a form, and say when nothing matches", async () => {
    await ecrire({ sujet: "Brisolée au Château" });
    expect(await found("/messages", "BRISOLEE chateau", "nouveau")).toContain("Brisolée au Château");
    const rien = await found("/messages", "edelweiss");
    expect(rien).toContain("Aucun message ne correspond.");
    expect(rien).toContain('value="edelweiss"');
    expect(rien).toContain("0 résultat<");
    expect(await found("/messages", "brisolee", "inconnu", "&page=-3")).toContain("Brisolée au Château");
    expect(await lire("/messages?page=99999999999999999999")).toContain("Brisolée au Château");
  });

  it("say in no address what was searched for", async () => {
    await inscrire({ prenom: "Discrète", nom: "Recherchée", dateAnniv: MINEUR });
    const { address, cookie: browser } = await searchFor(site, "/inscriptions", { q: "recherchée" }, cookie);
    expect(address).toMatch(/^\/inscriptions\?recherche=[0-9a-f]{8}$/);
    const html = await lire(address, browser);
    expect(ficheDe(html, "Discrète Recherchée")).not.toBe("");
    expect(html).toMatch(/<form class="outils"[^>]* action="\/inscriptions" method="post">/);
    const addresses = [...html.matchAll(/(?:href|action|src)="([^"]*)"/g)].map(([, one = ""]) => decodeURI(one));
    expect(addresses.filter((one) => /recherch[ée]e/i.test(one))).toEqual([]);
    const key = new URLSearchParams(address.split("?")[1]).get("recherche");
    expect(html).toContain(`href="/inscriptions.csv?recherche=${key}"`);
    expect(html).toContain(`action="/inscriptions?recherche=${key}"`);
  });

  it("are searched as before by an address that the browser knows, and show everything by one it does not", async () => {
    await ecrire({ sujet: "Une vendange" });
    const first = await searchFor(site, "/messages", { q: "vendange" }, cookie);
    const second = await searchFor(site, "/messages", { q: "edelweiss", filtre: "nouveau" }, first.cookie);
    expect(await lire(first.address, second.cookie)).toContain("Une vendange");
    expect(await lire(second.address, second.cookie)).toContain("Aucun message ne correspond.");
    expect((await searchFor(site, "/messages", { q: " vendange " }, second.cookie)).address).toBe(first.address);
    for (const browser of [cookie, `${cookie}; recherches=%7B`, `${cookie}; recherches=${btoa('[1,["a"],{}]')}`]) {
      const elsewhere = await site.demander(second.address, { headers: { cookie: browser } });
      expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([302, "/messages?filtre=nouveau"]);
      expect(elsewhere.headers.getSetCookie().join()).toContain("avis=");
    }
    expect(await lire("/messages?q=edelweiss")).toContain("Une vendange");
  });

  it("are searched for a search that is empty, long or hostile too", async () => {
    expect((await searchFor(site, "/messages", { q: "  ", filtre: "traite" }, cookie)).address).toBe(
      "/messages?filtre=traite",
    );
    const sujet = `Long ${"mot ".repeat(90)}`.trim();
    await ecrire({ sujet });
    expect(await found("/messages", sujet)).toContain(sujet);
    let browser = cookie;
    for (let i = 0; i < 12; i++) {
      const search = await searchFor(site, "/messages", { q: `${i}${"🎺".repeat(300)}` }, browser);
      ({ cookie: browser } = search);
      expect((await site.demander(search.address, { headers: { cookie: browser } })).status).toBe(200);
      for (const one of browser.split("; ")) expect(one.length).toBeLessThan(4_000);
    }
    expect(await found("/messages", "</script><script>alert(1)</script>")).not.toContain("<script>alert(1)");
  });

  it("forget what was searched for when somebody signs out, and show a visitor nothing of it", async () => {
    const { cookie: browser, address } = await searchFor(
      site,
      "/messages",
      { q: "vendange" },
      await site.seConnecter(),
    );
    const out = await site.envoyer("/logout", {}, browser);
    expect(out.headers.getSetCookie().find((one) => one.startsWith("recherches="))).toContain("Max-Age=0");
    const visitor = await site.demander(address, { headers: { cookie: browser } });
    expect(visitor.headers.get("location")).toBe(`/login?suite=${encodeURIComponent(address)}`);
    expect((await site.envoyer("/messages", { intention: "chercher", q: "x" })).headers.getSetCookie()).toEqual([]);
  });

  it("come in pages of 50; a page after the last is the last", async () => {
    const debut = Date.parse("2020-01-01T00:00:00Z");
    for (let i = 0; i < 101; i++) await ecrire({ nom: "Nombreux", sujet: `Numéro ${i}` }, new Date(debut + i * 1000));
    const page = (html: string) => [...html.matchAll(/<bdi>(Numéro \d+)<\/bdi>(?=<\/b>|<span class="vh">)/g)].length;
    const { address, cookie: browser } = await searchFor(site, "/messages", { q: "nombreux" }, cookie);
    const [un, trois, dix] = await Promise.all([1, 3, 10].map((n) => lire(`${address}&page=${n}`, browser)));
    expect([page(un ?? ""), page(trois ?? ""), page(dix ?? "")]).toEqual([50, 1, 1]);
    expect(un).toMatch(/href="\/messages\?recherche=[0-9a-f]{8}&amp;page=2"[^>]*>Page suivante/);
    expect(trois).not.toContain("Page suivante");
    expect(dix).toMatch(/Page 3 sur 3/);
  });
});

describe("an action", () => {
  it("marks treated and new again, with a toast, on the same part of the list", async () => {
    const id = await inscrire({ prenom: "Action" });
    const ici = "/inscriptions?recherche=0a1b2c3d&filtre=nouveau&page=2";
    const reponse = await agir(ici, id, "traiter");
    expect(reponse.status).toBe(302);
    expect(reponse.headers.get("location")).toBe(ici);
    expect((await site.services.inbox.get(id))?.traiteLe).not.toBeNull();
    const avis = reponse.headers.getSetCookie().map((c) => c.split(";", 1)[0]);
    const page = await site.demander("/inscriptions", { headers: { cookie: [cookie, ...avis].join("; ") } });
    expect(await page.text()).toContain("Inscription traitée");
    await agir(ici, id, "rouvrir");
    expect((await site.services.inbox.get(id))?.traiteLe).toBeNull();
  });

  it("records that the signed paper came back, and shows its date", async () => {
    const id = await inscrire({ prenom: "Manon", nom: "Papier", dateAnniv: MINEUR });
    await agir("/inscriptions", id, "autorisation-recue");
    const fiche = ficheDe(await lire("/inscriptions"), "Manon Papier");
    expect(fiche).toContain('aria-pressed="true"');
    expect(fiche).toMatch(new RegExp(`Autorisation signée reçue le ${suisse(AUJOURDHUI)}`));
    await agir("/inscriptions", id, "autorisation-manquante");
    expect((await site.services.inbox.get(id))?.autorisationRecueLe).toBeNull();
  });

  it("marks a birth date that the form proposed until it is verified", async () => {
    const contenu: Inscription = { ...SIGN_UP, prenom: "Rosalie", nom: "Proposée" };
    const { entree } = await site.services.inbox.add(
      { type: "inscription", contenu, birthDateToVerify: true },
      new Date(),
    );
    const marked = /date proposée par le formulaire\u00a0: à vérifier/;
    expect(ficheDe(await lire("/inscriptions"), "Rosalie Proposée")).toMatch(marked);
    const reponse = await agir("/inscriptions", entree.id, "verify-birth-date");
    expect(reponse.headers.get("location")).toBe("/inscriptions");
    expect(ficheDe(await lire("/inscriptions"), "Rosalie Proposée")).not.toMatch(marked);
  });

  it("sends a failed mail again, and shows why it failed until then", async () => {
    const id = await ecrire({ sujet: "Retour" });
    await site.services.inbox.markFailed(id, "Le serveur n’accepte pas le message (réponse 554).");
    const html = await lire(`/messages?id=${id}`);
    expect(html).toContain("Échec de l’e-mail");
    expect(html).toContain("(réponse 554)");
    expect(await lire("/messages?filtre=echec")).toContain("Retour");
    const reponse = await agir(`/messages?id=${id}`, id, "renvoyer");
    expect(reponse.headers.get("location")).toBe(`/messages?id=${id}`);
    expect((await site.services.inbox.get(id))?.courrier).toMatchObject({ etat: "en-attente", raison: null });
  });

  it("never says of a mail that was kept here that it was sent, and sends it once mail leaves the site", async () => {
    const [a, b] = [await inscrire({ prenom: "Gardé", nom: "Ici" }), await ecrire({ sujet: "Gardé ici" })];
    for (const id of [a, b]) await site.services.inbox.markKept(id, new Date());
    const words = "Gardé ici\u00a0: aucun e-mail n’est configuré";
    const both = async () => [ficheDe(await lire("/inscriptions"), "Gardé Ici"), await lire(`/messages?id=${b}`)];
    for (const html of await both()) {
      expect(html).toContain(words);
      expect(html).not.toMatch(/E-mail envoyé|(?:Renv|Env)oyer l’e-mail/);
    }
    for (const list of ["/inscriptions.csv", "/messages.csv"])
      expect(await (await site.demander(list, { headers: { cookie } })).text()).toContain(`"${words}"`);

    const { mailer } = site.services;
    site.services.mailer = { ...mailer, remise: "serveur" };
    for (const html of await both()) {
      expect(html).toContain("Gardé ici\u00a0: aucun e-mail n’était configuré");
      expect(html).toContain("Envoyer l’e-mail");
    }
    site.services.mailer = mailer;
    await agir("/inscriptions", a, "renvoyer");
    expect((await site.services.inbox.get(a))?.courrier).toMatchObject({ etat: "en-attente" });
  });

  it("opens from a mail the entry that it tells of, on its page of the list", async () => {
    const [a, b] = [await inscrire({ prenom: "Par", nom: "Courrier" }, new Date("2020-01-01")), await ecrire()];
    const leadsTo = async (list: string, id: string) =>
      (await site.demander(`${list}?courrier=${id}`, { headers: { cookie } })).headers.get("location");
    const { total } = await site.services.inbox.count("inscription");
    const page = Math.ceil(total / 50);
    const place = await leadsTo("/inscriptions", await mailIdOf(a));
    expect(place).toBe(`/inscriptions?${page > 1 ? `page=${page}&` : ""}id=${a}#visee`);
    expect(ficheDe(await lire(String(place).replace("#visee", "")), "Par Courrier")).toMatch(/^[^>]* id="visee">/);
    expect(await leadsTo("/messages", await mailIdOf(b))).toBe(`/messages?id=${b}#lettre`);
    // The entry's own id opens a minor's paper: no mail carries it, and here it opens nothing.
    for (const id of [a, "", "x".repeat(2000)]) expect(await leadsTo("/inscriptions", id)).toBe("/inscriptions");
    const visitor = await site.demander(`/inscriptions?courrier=${await mailIdOf(a)}`);
    expect(visitor.headers.get("location")).toMatch(/^\/login\?suite=%2Finscriptions%3Fcourrier%3D/);
  });

  it("sends all failed mails of a list again, and counts them on the filter and in the bar until then", async () => {
    const failed = [await ecrire({ sujet: "Retour 1" }), await ecrire({ sujet: "Retour 2" })];
    const signUp = await inscrire({ prenom: "Retour" });
    for (const id of [...failed, signUp]) await site.services.inbox.markFailed(id, "Refusé (réponse 554).");
    const list = await lire("/messages?filtre=echec");
    expect(list).toMatch(/Échecs d’envoi<b>2<\/b>/);
    expect(list).toMatch(/href="\/inscriptions\?filtre=echec"[^>]*>.*?3 échecs<span class="vh"> d’envoi d’e-mail/s);
    expect(list).toContain("Tout renvoyer (2)");
    expect(await lire("/messages")).not.toContain("Tout renvoyer");
    const answer = await site.envoyer("/messages?filtre=echec", { intention: "tout-renvoyer" }, cookie);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/messages?filtre=echec"]);
    for (const id of failed) expect((await site.services.inbox.get(id))?.courrier.etat).toBe("en-attente");
    expect((await site.services.inbox.get(signUp))?.courrier.etat).toBe("echec");
    const after = await lire("/messages?filtre=echec");
    expect(after).not.toContain("Tout renvoyer");
    expect(after).toMatch(/1 échec<span class="vh">/);
    await site.services.inbox.resend(signUp, new Date());
    expect(await lire("/messages")).not.toContain("d’envoi d’e-mail");
    const visitor = await site.envoyer("/messages", { intention: "tout-renvoyer" });
    expect(visitor.headers.get("location")).toContain("/login");
  });

  it("deletes, and leads back to the list without the open message", async () => {
    const id = await ecrire({ sujet: "À jeter" });
    const reponse = await agir(`/messages?recherche=0a1b2c3d&id=${id}`, id, "supprimer");
    expect(reponse.headers.get("location")).toBe("/messages?recherche=0a1b2c3d");
    expect(await site.services.inbox.get(id)).toBeNull();
    expect(await lire(`/messages?id=${id}`)).toContain("Ce message n’existe plus.");
  });

  it("says so when somebody else has deleted the entry", async () => {
    const reponse = await agir("/messages", "disparu", "traiter");
    expect(reponse.status).toBe(302);
    expect(decodeURIComponent(reponse.headers.getSetCookie().join())).toContain("avis=");
  });

  it.each(["", "constructor", "toString", "effacer-tout"])(
    "that does not exist ('%s') is refused",
    async (intention) => {
      const id = await inscrire({ prenom: "Sauve" });
      expect((await agir("/inscriptions", id, intention)).status).toBe(400);
      expect(await site.services.inbox.get(id)).not.toBeNull();
    },
  );

  it("from another site is refused", async () => {
    const id = await inscrire({ prenom: "Sauve encore" });
    const reponse = await site.demander("/inscriptions", {
      method: "POST",
      body: new URLSearchParams({ id, intention: "supprimer" }),
      headers: { cookie, origin: "https://evil.example" },
    });
    expect(reponse.status).toBe(403);
    expect(await site.services.inbox.get(id)).not.toBeNull();
  });
});

describe("a message", () => {
  it("is answered with its subject, whatever signs are in it", async () => {
    const id = await ecrire({ email: "a+b&c?d@exemple.ch", sujet: "Idée & 100% ? #1 « été »" });
    const html = await lire(`/messages?id=${id}`);
    const lien = /<a class="btn btn--brique" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const adresse = new URL(lien);
    expect(decodeURIComponent(adresse.pathname)).toBe("a+b&c?d@exemple.ch");
    expect([...adresse.searchParams]).toEqual([["subject", "Re: Idée & 100% ? #1 « été »"]]);
  });

  it("is shown in full as the text it is, with its line breaks", async () => {
    const id = await ecrire({ message: `<img src=x onerror=alert(1)>\n\n<script>alert(2)</script>\nمرحبا 🎺` });
    const html = await lire(`/messages?id=${id}`);
    expect(html).toContain(
      '<p class="lettre__texte">&lt;img src=x onerror=alert(1)&gt;\n\n&lt;script&gt;alert(2)&lt;/script&gt;\nمرحبا 🎺</p>',
    );
    expect(html).not.toContain("<img src=x");
  });

  it("is no sign-up: its name opens nothing there", async () => {
    const id = await inscrire({ prenom: "Autre boîte" });
    expect(await lire(`/messages?id=${id}`)).toContain("Ce message n’existe plus.");
  });
});

describe("the export", () => {
  const exporter = async (chemin: string, qui = cookie) => {
    const reponse = await site.demander(chemin, { headers: { cookie: qui } });
    return { reponse, octets: new Uint8Array(await reponse.arrayBuffer()) };
  };
  /** What the link beside the results gives. */
  const exportFound = async (page: string, q: string, filtre = "tout", rest = "") => {
    const { address, cookie: browser } = await searchFor(site, page, { q, filtre }, cookie);
    return texteDe((await exporter(address.replace("?", ".csv?") + rest, browser)).octets);
  };
  const texteDe = (octets: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(octets);

  it.each(["inscriptions", "messages"])("of %s is a file for Excel that nobody keeps", async (nom) => {
    const { reponse, octets } = await exporter(`/${nom}.csv`);
    expect(reponse.status).toBe(200);
    expect(reponse.headers.get("content-type")).toContain("text/csv");
    expect(reponse.headers.get("content-disposition")).toBe(`attachment; filename="${nom}-${AUJOURDHUI}.csv"`);
    expect(reponse.headers.get("cache-control")).toContain("no-store");
    expect(reponse.headers.get("x-robots-tag")).toContain("noindex");
    expect([...octets.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it.each(["inscriptions", "messages"])("of %s is for the committee only", async (nom) => {
    const reponse = await site.demander(`/${nom}.csv?filtre=nouveau`);
    expect(reponse.status).toBe(302);
    expect(reponse.headers.get("location")).toBe(`/login?suite=${encodeURIComponent(`/${nom}?filtre=nouveau`)}`);
  });

  it("has what the filter shows, dates and phone as people write them, and no formula", async () => {
    const id = await inscrire(
      { prenom: "Zoé", nom: PIEGE, adresse: 'Rue "du" Bisse; 4', dateAnniv: MINEUR },
      new Date("2025-08-05T12:30:00Z"),
    );
    await inscrire({ prenom: "Pas", nom: "Demandée" });
    await site.services.inbox.setAuthorised(id, new Date("2025-08-06T12:00:00Z"));
    const texte = await exportFound("/inscriptions", "hyperlink", "mineur");
    const [entete, ligne, fin, ...reste] = texte.split("\r\n");
    expect(entete).toMatch(/^\ufeff"Nom";"Prénom";"Date de naissance";/);
    expect(ligne).toBe(
      [
        `"'${PIEGE.replaceAll('"', '""')}"`,
        '"Zoé"',
        `"${MINEUR}"`,
        '"oui"',
        '"079 123 45 67"',
        '"Rue ""du"" Bisse; 4"',
        '"05.08.2025"',
        '"14:30"',
        '"nouvelle"',
        '""',
        '"en attente"',
        '"06.08.2025"',
        '"Validé par la personne"',
        '"Majeur"',
        '"non"',
        '"non"',
      ].join(";"),
    );
    expect([fin, reste]).toEqual(["", []]);
  });

  it("tells of a birth date that the form proposed", async () => {
    const contenu: Inscription = { ...SIGN_UP, nom: "Exportée" };
    await site.services.inbox.add({ type: "inscription", contenu, birthDateToVerify: true }, new Date());
    const [header, line] = (await exportFound("/inscriptions", "exportée")).split("\r\n");
    expect(header).toMatch(/;"Date de naissance à vérifier"$/);
    expect(line).toMatch(/;"oui"$/);
  });

  it("of a search that the browser does not know gives the page instead of everything", async () => {
    const { reponse } = await exporter("/messages.csv?recherche=0a1b2c3d&filtre=nouveau");
    expect([reponse.status, reponse.headers.get("location")]).toEqual([302, "/messages?filtre=nouveau"]);
  });

  it("is not cut into pages", async () => {
    const texte = await exportFound("/messages", "nombreux", "tout", "&page=3");
    expect(texte.split("\r\n")).toHaveLength(1 + 101 + 1);
  });

  it("keeps the line breaks of a message inside its cell", async () => {
    await ecrire({ sujet: "Plusieurs lignes", message: "@un\n-deux" });
    const texte = await exportFound("/messages", "plusieurs lignes");
    expect(texte).toContain(`;"'@un\n'-deux";`);
  });
});

describe("retention", () => {
  it("is announced on the screen beforehand", async () => {
    const id = await ecrire({ sujet: "Bientôt effacé" });
    const traite = new Date(Date.now() - 350 * 86_400_000);
    await site.services.inbox.setTreated(id, traite);
    const jour = suisse(effaceLe(jourAZurich(traite), 12));
    expect(await lire("/messages")).toContain(`1 message traité sera effacé le ${jour}.`);
    expect(await lire("/inscriptions")).not.toContain("effacé");
  });
});

describe("when the store fails", () => {
  it("an action says beside the list that nothing was changed, and logs no personal data", async () => {
    const casse = await ouvrirSite();
    const session = await casse.seConnecter();
    casse.services.inbox.setTreated = () => Promise.reject(new Error("disk full"));
    const reponse = await casse.envoyer("/inscriptions", { id: "x", intention: "traiter" }, session);
    expect(reponse.status).toBe(503);
    expect(await reponse.text()).toContain("Rien n’a été changé.");
    expect(casse.journal.map(({ ou }) => ou)).toEqual(["inscription traiter"]);
    await casse.fermer();
  });

  it("an export says so instead of giving half a file", async () => {
    const casse = await ouvrirSite();
    const session = await casse.seConnecter();
    casse.services.inbox.search = () => Promise.reject(new Error("disk full"));
    const reponse = await casse.demander("/inscriptions.csv", { headers: { cookie: session } });
    expect(reponse.status).toBe(503);
    expect(await reponse.text()).toContain("L’export n’a pas pu être préparé.");
    await casse.fermer();
  });

  it("pages still open when what is new cannot be counted", async () => {
    const casse = await ouvrirSite();
    const session = await casse.seConnecter();
    casse.services.inbox.count = () => Promise.reject(new Error("disk full"));
    const reponse = await casse.demander("/planning", { headers: { cookie: session } });
    expect(reponse.status).toBe(200);
    expect(await reponse.text()).toContain("Session du comité");
    await casse.fermer();
  });
});
