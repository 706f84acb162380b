import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anneesAvant, jourAZurich } from "#domain/dates.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { livrerCourrier } from "#usecases/livrer-courrier.ts";
import { ouvrirSite, type SiteDEssai } from "./site.ts";

const JOUR_MS = 24 * 60 * 60 * 1000;
const AUJOURDHUI = jourAZurich(new Date());
const INSCRIPTION = {
  nom: "Fendant",
  prenom: "Léa",
  adresse: "Chemin des Treize-Étoiles 4",
  tel: "079 123 45 67",
  dateAnniv: anneesAvant(AUJOURDHUI, 16),
  charte: "on",
  charteMineur: "on",
  hp: "",
};
const CONTENU = {
  nom: "Fendant",
  prenom: "Léa",
  adresse: "Chemin des Treize-Étoiles 4",
  tel: "0791234567",
  dateAnniv: "05.08.2008",
  charte: "Validé par la personne",
  charteMineur: "Validé par la personne",
} as const;

let site: SiteDEssai;
beforeAll(async () => {
  site = await ouvrirSite();
});
afterAll(() => site.fermer());

const lire = async (reponse: Response) => readPdf(new Uint8Array(await reponse.arrayBuffer()));
const textesDe = async (reponse: Response) => (await lire(reponse)).morceaux.map(({ texte }) => texte.trim());

/** @returns the address of a paper whose sign-up was received some days ago */
async function recu(jours: number, contenu: Partial<Record<keyof typeof CONTENU, string>> = {}) {
  const recuLe = new Date(Date.now() - jours * JOUR_MS);
  const inscription = { ...CONTENU, prenom: `Léa ${jours}`, ...contenu } as typeof CONTENU;
  const { entree } = await site.services.inbox.add({ type: "inscription", contenu: inscription }, recuLe);
  return `/autorisation/${entree.id}`;
}

async function attendreIntrouvable(reponse: Response) {
  expect(reponse.status).toBe(404);
  expect(reponse.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(reponse.headers.get("cache-control")).toContain("no-store");
  const html = await reponse.text();
  expect(html).toContain("Page introuvable");
  expect(html).not.toContain("Fendant");
}

describe("the blank authorisation", () => {
  it("is a PDF for everybody, kept for an hour", async () => {
    const reponse = await site.demander("/autorisation.pdf");
    expect(reponse.status).toBe(200);
    expect(reponse.headers.get("content-type")).toBe("application/pdf");
    expect(reponse.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(reponse.headers.get("content-disposition")).toBe('inline; filename="autorisation-parentale.pdf"');
    expect(reponse.headers.getSetCookie()).toEqual([]);
    expect(await lire(reponse)).toMatchObject({ pages: 1, titre: "Autorisation parentale" });
  });

  it("is what the page of conditions links", async () => {
    expect(await (await site.demander("/responsabilite")).text()).toContain('href="/autorisation.pdf"');
    expect((await site.demander("/documents/autorisation-parentale.pdf")).status).toBe(404);
  });
});

describe("the authorisation of one minor", () => {
  it("is linked in the thanks to a minor, without JavaScript too, and is filled in", async () => {
    const html = await (await site.envoyer("/inscription", INSCRIPTION)).text();
    const [, chemin = "", libelle] = /<a [^>]*href="(\/autorisation\/[\w-]{20,})"[^>]*>([^<]*)<\/a>/.exec(html) ?? [];
    expect(libelle).toBe("Autorisation parentale (PDF)");
    const reponse = await site.demander(chemin);
    expect(reponse.status).toBe(200);
    expect(reponse.headers.get("content-type")).toBe("application/pdf");
    expect(await textesDe(reponse)).toEqual(expect.arrayContaining(["Fendant", "Léa", "079 123 45 67"]));
  });

  it("is not spoken of to an adult", async () => {
    const { charteMineur: _, ...adulte } = { ...INSCRIPTION, dateAnniv: anneesAvant(AUJOURDHUI, 19) };
    const html = await (await site.envoyer("/inscription", adulte)).text();
    expect(html).toContain("Merci de votre inscription");
    expect(html).not.toContain("/autorisation/");
  });

  it("is kept by nobody on its way, listed by no search engine, and its file name tells no name", async () => {
    const { headers } = await site.demander(await recu(0));
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(headers.get("content-disposition")).toBe('inline; filename="autorisation-parentale.pdf"');
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("hands its address on to no page that is asked for next, also where it opens nothing", async () => {
    for (const address of [await recu(0), "/autorisation/un-lien-invente", "/invitation/un-lien-invente"])
      expect((await site.demander(address)).headers.get("referrer-policy"), address).toBe("no-referrer");
    const html = await (await site.demander("/autorisation/un-lien-invente")).text();
    expect(html).not.toContain("un-lien-invente");
  });

  it("has an address that neither its own text, nor the mail of the sign-up, nor that mail's name give away", async () => {
    const address = await recu(0, { prenom: "Élodie" });
    const id = address.split("/").at(-1) ?? "";
    await livrerCourrier(site.services);
    const outbox = join(site.dossier, "outbox");
    const names = readdirSync(outbox);
    expect(names).not.toEqual([]);
    const paper = new Uint8Array(await (await site.demander(address)).arrayBuffer());
    const texts = (await readPdf(paper)).morceaux.map(({ texte }) => texte).join(" ");
    for (const text of [...names, ...names.map((name) => readFileSync(join(outbox, name), "latin1")), texts])
      expect(text).not.toContain(id);
    expect(Buffer.from(paper).toString("latin1")).not.toContain(id);
    const cookie = await site.seConnecter();
    for (const page of ["/inscriptions.csv", "/messages.csv", "/planning", "/reglages"])
      expect(await (await site.demander(page, { headers: { cookie } })).text()).not.toContain(id);
  });

  it("opens for whoever has the link during 30 days, then only for somebody who is signed in", async () => {
    expect((await site.demander(await recu(29.9))).status).toBe(200);
    const ancien = await recu(30.1);
    await attendreIntrouvable(await site.demander(ancien));
    await attendreIntrouvable(await site.demander(ancien, { headers: { cookie: "session=faux" } }));
    const cookie = await site.seConnecter();
    const reponse = await site.demander(ancien, { headers: { cookie } });
    expect(reponse.headers.get("content-type")).toBe("application/pdf");
    expect(reponse.headers.get("cache-control")).toBe("private, no-store");
  });

  it("is not found for an adult, a message or an invented id, whoever asks", async () => {
    const contenu = { nom: "Fendant", email: "lea@exemple.ch", sujet: "Bal", message: "Bonjour" };
    const message = await site.services.inbox.add({ type: "message", contenu }, new Date());
    const adulte = await recu(1, { charteMineur: "Majeur" });
    const cookie = await site.seConnecter();
    const chemins = [adulte, `/autorisation/${message.entree.id}`, "/autorisation/x", "/autorisation/%00%FF..%2F"];
    for (const chemin of chemins)
      for (const qui of ["", cookie]) {
        const reponse = await site.demander(chemin, { headers: { cookie: qui } });
        if (!chemin.includes("%")) await attendreIntrouvable(reponse);
        expect(reponse.status, chemin).toBeGreaterThanOrEqual(400);
        expect(reponse.status, chemin).toBeLessThan(500);
      }
  });

  it("answers HEAD like GET", async () => {
    const chemin = await recu(2);
    const tete = await site.demander(chemin, { method: "HEAD" });
    expect([tete.status, tete.headers.get("content-type"), await tete.text()]).toEqual([200, "application/pdf", ""]);
  });

  it("prints hostile names as the text they are", async () => {
    const chemin = await recu(3, { nom: "<img onerror>", prenom: '=HYPERLINK("x")', adresse: "🎉".repeat(250) });
    const reponse = await site.demander(chemin);
    expect(reponse.status).toBe(200);
    expect(await textesDe(reponse)).toEqual(expect.arrayContaining(["<img onerror>", '=HYPERLINK("x")']));
  });

  it("says so when the inbox does not answer, and logs neither the link nor a name", async () => {
    const casse = await ouvrirSite();
    casse.services.inbox.get = () => Promise.reject(new Error("disk"));
    const reponse = await casse.demander("/autorisation/un-lien-secret");
    expect(reponse.status).toBe(503);
    expect(await reponse.text()).toContain("L’autorisation n’a pas pu être préparée. Réessayez dans un instant.");
    expect(casse.journal.map(({ ou }) => ou)).toEqual(["autorisation"]);
    await casse.fermer();
  });
});
