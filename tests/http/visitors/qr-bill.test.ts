import { describe, expect, it, onTestFinished } from "vitest";
import { openSite, saveSettings, sendSettings, sentences, setUpSite } from "#tests/http/site.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { expectedLines, readCode } from "#tests/qr/read-code.ts";

const ACCOUNT = { iban: "CH9300762011623852957", holder: "La Jeunesse de Savièse", postcode: "1965", place: "Savièse" };

const ADULT = {
  nom: "Fendant",
  adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
  tel: "0791234567",
  dateAnniv: "2000-02-03",
  charte: "on",
  hp: "",
};

const site = setUpSite({ demo: true });

const textOf = async (path: string) => (await site.request(path)).text();
const codeOf = async (path: string) => (await readCode(await textOf(path)))?.split("\n");
const codeInPng = async (path: string, from: Pick<typeof site, "request"> = site) =>
  (await readCode(new Uint8Array(await (await from.request(path)).arrayBuffer())))?.split("\n");
const don = (amount: string, account: Partial<Parameters<typeof expectedLines>[0]> = {}) =>
  expectedLines({ ...ACCOUNT, ...account, amount, message: "Don" });

/** The pictures and the paper that a page offers. */
function filesOf(html: string) {
  const section = html.slice(html.indexOf('aria-labelledby="qr"'));
  const [code, wide, pdf] = [/srcSet="([^"]+)"/i, /<img src="([^"]+)"/, /href="([^"]+\.pdf[^"]*)"/].map(
    (pattern) => pattern.exec(section)?.[1] ?? "",
  ) as [string, string, string];
  return { code, wide, pdf };
}

/** The labels of the copy buttons, and what they copy. */
const copiedIn = (html: string) =>
  [...html.matchAll(/data-copy="([^"]+)">Copier<span class="sr-only">\u00a0: (?:<!-- -->)?([^<]+)</g)].map(
    ([, value = "", label]) => [
      label,
      value.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&#x27;", "'"),
    ],
  );

describe("the QR-bill of a donation", () => {
  it.each([
    ["/dons", ""],
    ["/dons/qr-facture?montant=CHF+50%2C5", "50.50"],
  ])("on %s can be scanned, and its printed page asks for the same payment", async (path, amount) => {
    const { code, wide, pdf } = filesOf(await textOf(path));
    expect(await codeOf(wide)).toEqual(don(amount));
    expect(await codeInPng(code)).toEqual(don(amount));
    const pieces = readPdf(new Uint8Array(await (await site.request(pdf)).arrayBuffer())).pieces;
    const sums = pieces.map(({ text }) => text.trim()).filter((text) => /^\d+\.\d\d$/.test(text));
    expect(sums).toEqual(amount === "" ? [] : [amount, amount]);
  });

  it("says in words what the picture shows, and that it is an example; search engines list only /dons", async () => {
    const html = await textOf("/dons/qr-facture?montant=20");
    for (const text of [
      'alt="QR-facture d’exemple, à ne pas payer\u00a0: CHF\u00a020.–, payable à La Jeunesse de Savièse, 1965 Savièse, IBAN CH93 0076 2011 6238 5295 7, avec le message «\u00a0Don\u00a0»."',
      `<link rel="canonical" href="${site.config.publicUrl}/dons"/>`,
      '<meta name="robots" content="noindex"/>',
      'montant=20#qr" aria-current="true"',
    ])
      expect(html).toContain(text);
    expect(await textOf("/dons")).not.toContain("noindex");
  });

  it("of an invalid amount is refused beside the field, and what was typed stays", async () => {
    const typed = '"><img onerror=x>';
    const sentence = "Indiquez un montant en francs, par exemple 50 ou 50.50.";
    const query = new URLSearchParams([["montant", typed]]);
    const response = await site.request(`/dons/qr-facture?${query}`);
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(sentences(html)).toEqual([["montant", sentence]]);
    expect(html).toContain('value="&quot;&gt;&lt;img onerror=x&gt;"');
    for (const format of [".svg", ".png", ".pdf"]) {
      const file = await site.request(`/qr-facture/don${format}?${query}`);
      expect([file.status, file.headers.get("content-type")]).toEqual([400, "text/plain; charset=utf-8"]);
      expect(await file.text()).toBe(sentence);
    }
  });

  it.each([
    [".svg", "image/svg+xml", "default-src 'none'"],
    [".png", "image/png", "default-src 'none'"],
    [".pdf", "application/pdf", "frame-ancestors"],
  ])("as %s has the right media type, is not cached, and can run no script", async (format, type, policy) => {
    const { status, headers } = await site.request(`/qr-facture/don${format}?montant=50.5`);
    expect([status, headers.get("content-type")]).toEqual([200, type]);
    const name = `qr-facture-don-50.50${format}`;
    expect(headers.get("content-disposition")).toBe(`inline; filename="${name}"`);
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain(policy);
  });

  it("can be downloaded as a picture of its code alone, and is 404 in other formats", async () => {
    for (const file of ["don.gif", "don", "autre.svg", "__proto__.svg", "toString.pdf", "don-colonne.svg", ".svg"])
      expect([file, (await site.request(`/qr-facture/${file}`)).status]).toEqual([file, 404]);
    expect(await codeInPng("/qr-facture/don.png?montant=100")).toEqual(don("100.00"));
  });
});

it("the QR-bill of the fee is on the charter, for CHF 50, whatever the address says", async () => {
  const html = await textOf("/charte");
  const expected = expectedLines({ ...ACCOUNT, amount: "50.00", message: "Cotisation" });
  const { wide, code, pdf } = filesOf(html);
  expect([await codeOf(wide), await codeInPng(code)]).toEqual([expected, expected]);
  expect(await codeOf("/qr-facture/cotisation.svg?montant=1")).toEqual(expected);
  const response = await site.request(pdf);
  expect(response.headers.get("content-disposition")).toBe('inline; filename="qr-facture-cotisation-50.pdf"');
  expect(html).toContain("Vous payez CHF\u00a050.– par an.");
  expect(html).toContain("Coordonnées d’exemple");
  expect(html).not.toContain("data-qr-amount");
});

it("the Twint link has a QR code that another device can scan", async () => {
  const twint = "https://pay.raisenow.io/jeunesse";
  await saveSettings(site, { twint });
  const html = await textOf("/dons");
  expect(html).toContain(`href="${twint}"`);
  expect(html).toContain('<h2 id="twint">Par TWINT</h2>');
  const svg = (await textOf("/dons/twint.svg")).replace(/width="\d+" height="\d+"/, 'width="600" height="600"');
  expect(html).toContain('src="/dons/twint.svg"');
  expect(await readCode(svg)).toBe(twint);
});

it("a change of the bank account is on the bills at once, with HTML as plain text", async () => {
  const other = await openSite();
  onTestFinished(other.close);
  const cookie = await other.signIn();
  const page = async (path: string) => (await other.request(path)).text();
  const linesOf = async (path: string) => (await readCode(await page(path)))?.split("\n") ?? [];
  const thanks = async (prenom: string) => (await other.send("/inscription", { ...ADULT, prenom })).text();
  for (const path of ["/dons", "/charte"]) await page(path);
  expect(await thanks("Léa")).not.toContain("Payer la cotisation");
  const account = {
    iban: "CH5604835012345678009",
    holder: `Jeunesse d’ici =HYPERLINK("x") <img onerror> 🎺`,
    street: "Rue du Bisse",
    buildingNumber: "4",
    postcode: "1950",
    place: "Sion",
  };
  expect((await sendSettings(other, { ...account, twint: "" }, cookie)).status).toBe(302);
  const donations = await page("/dons");
  const expected = { ...account, holder: `Jeunesse d'ici =HYPERLINK("x") <img onerror>` };
  expect(await linesOf(filesOf(donations).wide)).toEqual(don("", expected));
  for (const text of [
    "<dd>Rue du Bisse 4, 1950 Sion, Suisse</dd>",
    "Rue du Bisse 4, 1950 Sion, IBAN CH56 0483 5012 3456 7800 9, avec le message",
  ])
    expect(donations).toContain(text);
  expect(donations).toMatch(/href="\/charte#qr"[^>]*>Payer la cotisation</);
  expect(donations).not.toMatch(/exemple|twint\.svg|Donner avec TWINT/);
  expect(await page("/charte")).not.toContain("exemple");

  const [, own = "", id = ""] =
    /href="(\/facture\/([^#]+))#qr"[^>]*>Payer la cotisation</.exec(await thanks("Noé")) ?? [];
  const answer = await other.request(own);
  const named = ["referrer-policy", "x-robots-tag"].map((name) => answer.headers.get(name));
  expect(named).toEqual(["no-referrer", "noindex, nofollow"]);
  const bill = await answer.text();
  expect(copiedIn(bill)).toEqual([
    ["IBAN", account.iban],
    ["Référence", expect.stringMatching(/^RF\d\d20\d\d[\dA-Z]{13}$/)],
    ["Montant", "50.00"],
    ["Bénéficiaire", expected.holder],
  ]);
  const { wide, code, pdf } = filesOf(bill);
  const lines = await linesOf(wide);
  expect(lines.slice(20, 30)).toEqual([
    "S",
    "Noé Fendant",
    "Chemin des Treize-Étoiles",
    "4",
    "1965",
    "Savièse",
    "CH",
    "SCOR",
    expect.stringMatching(/^RF\d\d20\d\d[\dA-Z]{13}$/),
    expect.stringMatching(/^Cotisation 20\d\d, Noé Fendant$/),
  ]);
  expect(await codeInPng(code, other)).toEqual(lines);
  expect((await other.request(pdf)).headers.get("content-disposition")).toContain("qr-facture-cotisation-50.pdf");
  const guessed = id.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const path of [`/facture/${guessed}`, `/qr-facture/${guessed}.svg`, "/dons/twint.svg"])
    expect((await other.request(path)).status).toBe(404);
});

it("during an outage of the store, the charter lacks only its bill, and every file answers with a French sentence", async () => {
  const broken = await openSite();
  broken.services.settings.get = () => Promise.reject(new Error("disk"));
  const charte = await broken.request("/charte");
  expect(charte.status).toBe(200);
  const html = await charte.text();
  expect(html).toContain("Lu, compris, promis");
  expect(html).not.toContain("Payer la cotisation");
  expect((await broken.request("/inscription")).status).toBe(200);
  Object.assign(broken.services.pictures, { readJpeg: broken.services.settings.get });
  const cookie = await broken.signIn();
  for (const path of ["/autorisation.pdf", "/corbeille/photo/0123456789abcdef0123"]) {
    const response = await broken.request(path, { headers: { cookie } });
    expect([path, response.status]).toEqual([path, 500]);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(await response.text()).toContain("Quelque chose a cassé. Réessayez dans un instant.");
  }
  await broken.close();
});
