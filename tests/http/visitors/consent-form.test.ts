import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addDays, dayInFrench, dayInZurich, yearsBefore } from "#domain/dates.ts";
import type { SignUp } from "#domain/sign-up.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { setUpSite } from "#tests/http/site.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { deliverMails } from "#usecases/mail/deliver-mails.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date();
const TODAY = dayInZurich(NOW);
const INSCRIPTION = {
  nom: "Fendant",
  prenom: "Léa",
  adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
  tel: "079 123 45 67",
  dateAnniv: yearsBefore(TODAY, 16),
  charte: "on",
  charteMineur: "on",
  hp: "",
};

const site = setUpSite({ now: NOW });

const read = async (response: Response) => readPdf(new Uint8Array(await response.arrayBuffer()));
const textsOf = async (response: Response) => (await read(response)).pieces.map(({ text }) => text.trim());

/** @returns the address of a paper whose sign-up was received some days ago */
async function received(days: number, content: Partial<SignUp> = {}) {
  const minor = { lastName: "Fendant", birthDate: "05.08.2008", minorCharter: "Validé par la personne" } as const;
  const signUp = aSignUp({ ...minor, firstName: `Léa ${days}`, ...content });
  const { entry } = await site.services.inbox.add(signUp, new Date(Date.now() - days * DAY_MS));
  return `/autorisation/${entry.id}`;
}

async function expectNotFound(response: Response) {
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("cache-control")).toContain("no-store");
  const html = await response.text();
  expect(html).toContain("Ce lien ne marche pas, ou ne marche plus.");
  expect(html).not.toContain("Fendant");
}

it("the blank authorisation is a public PDF that caches keep for an hour, and is linked on the page of conditions", async () => {
  const response = await site.request("/autorisation.pdf");
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/pdf",
    "cache-control": "public, max-age=3600",
    "content-disposition": 'inline; filename="autorisation-parentale.pdf"',
  });
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await read(response)).toMatchObject({ pages: 1, title: "Autorisation parentale" });
  expect(await site.html("/responsabilite")).toContain('href="/autorisation.pdf"');
});

describe("the authorisation of one minor", () => {
  it("is linked in the thanks to a minor, filled in, and can be mailed to the parents with the last day of its link", async () => {
    const { charteMineur: _, ...adult } = { ...INSCRIPTION, dateAnniv: yearsBefore(TODAY, 19) };
    expect(await (await site.send("/inscription", adult)).text()).not.toContain("/autorisation/");
    const sent = { ...INSCRIPTION, prenom: "Anaïs" };
    const html = (await (await site.send("/inscription", sent)).text()).replaceAll("<!-- -->", "");
    const [, path = "", label] = /<a [^>]*href="(\/autorisation\/[\w-]{20,})"[^>]*>([^<]*)<\/a>/.exec(html) ?? [];
    expect(label).toBe("Autorisation parentale (PDF)");
    const response = await site.request(path);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(await textsOf(response)).toEqual(expect.arrayContaining(["Fendant", "Anaïs", "079 123 45 67"]));

    const until = dayInFrench(addDays(TODAY, 29));
    const [, mail = ""] = /href="(mailto:[^"]*)"[^>]*>Envoyer à mes parents/.exec(html) ?? [];
    const address = `${site.config.publicUrl}${path}`;
    expect(decodeURIComponent(mail)).toContain(`${address}\n\nLe lien fonctionne jusqu’au ${until}.`);
    const notice = /<section class="page-frame consent-notice".*?<\/section>/s.exec(html)?.[0];
    const texts = ["L’autorisation parentale d’Anaïs", `le lien fonctionne jusqu’au ${until}.`, `>${address}</a>`];
    for (const text of texts) expect(notice).toContain(text);
  });

  it("has an address that is neither in its text nor in the mail of the sign-up nor in the name of that mail", async () => {
    const address = await received(0, { firstName: "Élodie" });
    const id = address.split("/").at(-1) ?? "";
    await deliverMails(site.services);
    const outbox = join(site.folder, "outbox");
    const names = readdirSync(outbox);
    expect(names).not.toEqual([]);
    const paper = new Uint8Array(await (await site.request(address)).arrayBuffer());
    const texts = (await readPdf(paper)).pieces.map(({ text }) => text).join(" ");
    for (const text of [...names, ...names.map((name) => readFileSync(join(outbox, name), "latin1")), texts])
      expect(text).not.toContain(id);
    expect(Buffer.from(paper).toString("latin1")).not.toContain(id);
    const cookie = await site.signIn();
    for (const page of ["/inscriptions.csv", "/messages.csv", "/planning", "/reglages"])
      expect(await (await site.request(page, { headers: { cookie } })).text()).not.toContain(id);
  });

  it("opens by its link for 30 days, then only for the committee; is in no cache, and sends no referrer", async () => {
    const { headers } = await site.request(await received(29.9));
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex, nofollow",
      "referrer-policy": "no-referrer",
      "content-disposition": 'inline; filename="autorisation-parentale.pdf"',
      "x-content-type-options": "nosniff",
    });
    const [old, adult] = [await received(30.1), await received(1, { minorCharter: "Majeur" })];
    const message = await site.services.inbox.add(aMessage({ name: "Fendant" }), new Date());
    const others = [adult, `/autorisation/${message.entry.id}`, "/autorisation/un-lien-invente"];
    const cookie = await site.signIn();
    for (const who of ["", "session=faux"]) await expectNotFound(await site.get(old, who));
    for (const who of ["", cookie]) {
      for (const path of others) await expectNotFound(await site.get(path, who));
      expect([400, 404]).toContain((await site.get("/autorisation/%00%FF..%2F", who)).status);
    }
    const response = await site.get(old, cookie);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect((await site.send(old, {}, cookie)).status).toBe(405);
    for (const path of [...others, "/invitation/un-lien-invente"])
      expect((await site.request(path)).headers.get("referrer-policy"), path).toBe("no-referrer");
    expect(await site.html("/autorisation/un-lien-invente")).not.toContain("un-lien-invente");
  });
});
