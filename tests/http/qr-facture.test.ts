import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REGLAGES_DE_DEPART, saisieDesReglages } from "#domain/reglages.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { lignesAttendues, readCode } from "#tests/qr/read-code.ts";
import { ouvrirSite, phrases, type SiteDEssai } from "./site.ts";

const COMPTE = { iban: "CH9300762011623852957", titulaire: "La Jeunesse de Savièse", npa: "1965", lieu: "Savièse" };

let site: SiteDEssai;
beforeAll(async () => {
  site = await ouvrirSite();
});
afterAll(() => site.fermer());

const texteDe = async (chemin: string) => (await site.demander(chemin)).text();
const codeDe = async (chemin: string) => (await readCode(await texteDe(chemin)))?.split("\n");
const don = (montant: string, compte: Partial<Parameters<typeof lignesAttendues>[0]> = {}) =>
  lignesAttendues({ ...COMPTE, ...compte, montant, message: "Don" });

/** The pictures and the paper that a page offers. */
function fichiersDe(html: string) {
  const section = html.slice(html.indexOf('aria-labelledby="qr"'));
  const [colonne, large, pdf] = [/srcSet="([^"]+)"/i, /<img src="([^"]+)"/, /href="([^"]+\.pdf[^"]*)"/].map(
    (motif) => motif.exec(section)?.[1] ?? "",
  ) as [string, string, string];
  return { colonne, large, pdf };
}

describe("the QR-bill of a donation", () => {
  it.each([
    ["/dons", ""],
    ["/dons/qr-facture", ""],
    ["/dons/qr-facture?montant=", ""],
    ["/dons/qr-facture?montant=20", "20.00"],
    ["/dons/qr-facture?montant=CHF+50%2C5", "50.50"],
  ])("is on %s, decodes, and its paper asks for the same", async (chemin, montant) => {
    const { colonne, large, pdf } = fichiersDe(await texteDe(chemin));
    expect(await codeDe(large)).toEqual(don(montant));
    expect(await codeDe(colonne)).toEqual(don(montant));
    const morceaux = readPdf(new Uint8Array(await (await site.demander(pdf)).arrayBuffer())).morceaux;
    const sommes = morceaux.map(({ texte }) => texte.trim()).filter((texte) => /^\d+\.\d\d$/.test(texte));
    expect(sommes).toEqual(montant === "" ? [] : [montant, montant]);
  });

  it("tells in words what is on the picture, and that it is an example", async () => {
    const html = await texteDe("/dons/qr-facture?montant=20");
    expect(html).toContain(
      'alt="QR-facture d’exemple, à ne pas payer\u00a0: CHF\u00a020.–, payable à La Jeunesse de Savièse, 1965 Savièse, IBAN CH93 0076 2011 6238 5295 7, avec le message «\u00a0Don\u00a0»."',
    );
    expect(html).toMatch(/montant=20#qr" aria-current="true"/);
  });

  it("with an amount is left to the page without one by search engines", async () => {
    const html = await texteDe("/dons/qr-facture?montant=20");
    expect(html).toContain(`<link rel="canonical" href="${site.config.publicUrl}/dons"/>`);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(await texteDe("/dons")).not.toContain("noindex");
  });

  it.each([
    ["zut", "Indiquez un montant en francs, par exemple 50 ou 50.50."],
    ["0", "Indiquez un montant plus grand que zéro."],
    ["10001", "Indiquez CHF\u00a010’000.– au plus\u00a0: pour davantage, écrivez d’abord au comité."],
    ['"><img onerror=x>', "Indiquez un montant en francs, par exemple 50 ou 50.50."],
    ["9".repeat(500), "Indiquez CHF\u00a010’000.– au plus\u00a0: pour davantage, écrivez d’abord au comité."],
  ])("of %j is refused beside the field, and what was typed stays", async (saisie, phrase) => {
    const query = new URLSearchParams({ montant: saisie });
    const reponse = await site.demander(`/dons/qr-facture?${query}`);
    const html = await reponse.text();
    expect(reponse.status).toBe(400);
    expect(phrases(html)).toEqual([["montant", phrase]]);
    expect(html).toContain(
      `value="${saisie.replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}"`,
    );
    expect(html).not.toContain("<img onerror");
    for (const format of [".svg", "-colonne.svg", ".png", ".pdf"]) {
      const fichier = await site.demander(`/qr-facture/don${format}?${query}`);
      expect([fichier.status, fichier.headers.get("content-type")]).toEqual([400, "text/plain; charset=utf-8"]);
      expect(await fichier.text()).toBe(phrase);
    }
  });

  it.each([
    [".svg", "image/svg+xml", "qr-facture-don-50.50.svg"],
    ["-colonne.svg", "image/svg+xml", "qr-facture-don-50.50.svg"],
    [".png", "image/png", "qr-facture-don-50.50.png"],
    [".pdf", "application/pdf", "qr-facture-don-50.50.pdf"],
  ])("as %s says what it is, is kept by nobody, and can run nothing", async (format, type, nom) => {
    const { status, headers } = await site.demander(`/qr-facture/don${format}?montant=50.5`);
    expect([status, headers.get("content-type")]).toEqual([200, type]);
    expect(headers.get("content-disposition")).toBe(`inline; filename="${nom}"`);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain(
      format === ".pdf" ? "frame-ancestors" : "default-src 'none'",
    );
  });

  it.each(["don.gif", "don", "autre.svg", "__proto__.svg", "toString.pdf", "don-large.svg", ".svg"])(
    "does not exist as %s",
    async (fichier) => {
      expect((await site.demander(`/qr-facture/${fichier}`)).status).toBe(404);
    },
  );

  it("can be had as a picture of its code alone", async () => {
    const png = await site.demander("/qr-facture/don.png?montant=100");
    expect((await readCode(new Uint8Array(await png.arrayBuffer())))?.split("\n")).toEqual(don("100.00"));
  });
});

describe("the QR-bill of the fee", () => {
  it("is on the charter, for CHF 50, whatever the address says", async () => {
    const html = await texteDe("/charte");
    const attendu = lignesAttendues({ ...COMPTE, montant: "50.00", message: "Cotisation" });
    const { large, colonne, pdf } = fichiersDe(html);
    expect([await codeDe(large), await codeDe(colonne)]).toEqual([attendu, attendu]);
    expect(await codeDe("/qr-facture/cotisation.svg?montant=1")).toEqual(attendu);
    const reponse = await site.demander(pdf);
    expect(reponse.headers.get("content-disposition")).toBe('inline; filename="qr-facture-cotisation-50.pdf"');
    expect(html).toContain("Vous payez CHF\u00a050.– par an.");
    expect(html).toContain("Coordonnées d’exemple");
    expect(html).not.toContain("data-qr-montant");
  });
});

describe("the Twint link", () => {
  it("comes with a code for another screen", async () => {
    const { version, modifies: _, ...settings } = await site.services.reglages.get();
    const twint = "https://pay.raisenow.io/jeunesse";
    await site.services.reglages.save({ ...settings, twint }, version, { email: "a@b.ch", le: new Date() });
    const html = await texteDe("/dons");
    expect(html).toContain(`href="${twint}"`);
    expect(html).toContain('<h2 id="twint">Par TWINT</h2>');
    const svg = (await texteDe("/dons/twint.svg")).replace(/width="\d+" height="\d+"/, 'width="600" height="600"');
    expect(html).toContain('src="/dons/twint.svg"');
    expect(await readCode(svg)).toBe(twint);
  });
});

describe("what the committee changes", () => {
  it("is on the bills at once, hostile texts as the text they are", async () => {
    const autre = await ouvrirSite();
    const cookie = await autre.seConnecter();
    const page = async (chemin: string) => (await autre.demander(chemin)).text();
    for (const chemin of ["/dons", "/charte"]) await page(chemin);
    const version = (await autre.services.reglages.get()).version;
    const compte = {
      iban: "CH5604835012345678009",
      titulaire: `Jeunesse d’ici =HYPERLINK("x") <img onerror> 🎺`,
      street: "Rue du Bisse",
      buildingNumber: "4",
      npa: "1950",
      lieu: "Sion",
    };
    const enregistrer = (champs: Record<string, string>) =>
      autre.televerser(
        "/reglages",
        { ...saisieDesReglages(REGLAGES_DE_DEPART), version, hp: "", photo: new File([], ""), ...champs },
        cookie,
      );
    expect((await enregistrer({ ...compte, twint: "" })).status).toBe(302);
    const attendu = { ...compte, titulaire: `Jeunesse d'ici =HYPERLINK("x") <img onerror>` };
    const dons = await page("/dons");
    expect((await readCode(await page(fichiersDe(dons).large)))?.split("\n")).toEqual(don("", attendu));
    expect(dons).not.toContain("exemple");
    expect(dons).toContain("<dd>Rue du Bisse 4, 1950 Sion</dd>");
    expect(dons).toContain("Rue du Bisse 4, 1950 Sion, IBAN CH56 0483 5012 3456 7800 9, avec le message");
    expect(await page("/charte")).not.toContain("exemple");
    expect(dons).not.toMatch(/twint\.svg|Donner avec TWINT/);
    expect((await autre.demander("/dons/twint.svg")).status).toBe(404);

    const refuse = await enregistrer({ ...compte, titulaire: "Молодёжь" });
    expect(refuse.status).toBe(400);
    expect(phrases(await refuse.text())).toEqual([
      ["titulaire", "Écrivez ce champ en lettres latines\u00a0: la QR-facture n’en connaît pas d’autres."],
    ]);
    await autre.fermer();
  });
});

describe("a store that does not answer", () => {
  it("leaves the charter whole but for its bill, and files say so in a sentence", async () => {
    const casse = await ouvrirSite();
    casse.services.reglages.get = () => Promise.reject(new Error("disk"));
    const charte = await casse.demander("/charte");
    expect(charte.status).toBe(200);
    const html = await charte.text();
    expect(html).toContain("Lu, compris, promis");
    expect(html).not.toContain("Payer la cotisation");
    const fichier = await casse.demander("/qr-facture/don.pdf");
    expect(fichier.status).toBe(503);
    expect(await fichier.text()).toBe("La QR-facture n’a pas pu être préparée. Réessayez dans un instant.");
    await casse.fermer();
  });
});
