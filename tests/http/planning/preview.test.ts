/** The preview link of a draft. */
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { setUpPlanning } from "#tests/http/erase-cards.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";

const DRAFT = { Nom: "Nuit secrète", mois: "12", annee: "2025", Lieu: "Halle", publication: "draft", hp: "" };
const ID = "Nuit1225";
const EDIT = `/evenement/modify/${ID}`;

const { site, clock } = setUpPlanning("2025-06-10T10:00:00Z", { committee: true });
const image = new File([new Uint8Array(await jpeg(400, 500))], "affiche.jpg");
beforeEach(async () => {
  await site.upload("/evenement/create", { ...DRAFT, Details: "Venez tard.", image }, site.cookie);
});

/** @returns the path of the link on the form; undefined for none */
async function linkOf(id: string): Promise<string | undefined> {
  const address = /<code>([^<]*)<\/code>/.exec(await site.html(`/evenement/modify/${id}`))?.[1];
  return address?.replace(site.config.publicUrl, "");
}

async function save(fields: Record<string, string>): Promise<void> {
  const { version = "" } = (await site.services.events.get(ID)) ?? {};
  expect((await site.send(EDIT, { ...DRAFT, ...fields, version }, site.cookie)).status).toBe(200);
}

/** @returns the response to a visitor, without nonces */
async function visit(path: string) {
  const response = await site.request(path);
  const html = (await response.text()).replaceAll(/nonce="[^"]*"/g, "");
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  return { status: response.status, headers, html };
}

describe("the link to a draft", () => {
  it("is on the form with its last day, until the event is public, to which it then leads", async () => {
    const html = await site.html(EDIT);
    for (const text of ["Aperçu à partager", "24.06.2025"]) expect(html).toContain(text);
    const link = (await linkOf(ID)) ?? "";
    expect(link).toMatch(/^\/apercu\/[\w-]{60,}$/);
    await save({ publication: "now" });
    expect(await site.html(EDIT)).not.toContain("Aperçu à partager");
    const { status, headers } = await visit(link);
    expect([status, headers.location, headers["cache-control"]]).toEqual([302, `/planning/${ID}`, "private, no-store"]);
  });

  it("shows the event, with headers against search engines and caches", async () => {
    const link = (await linkOf(ID)) ?? "";
    const { status, headers, html } = await visit(link);
    expect(status).toBe(200);
    for (const said of ["Nuit secrète", "Venez tard.", "cette page n’est pas encore publique"])
      expect(html).toContain(said);
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>');
    // A canonical link would reveal the secret address.
    expect(html).not.toContain('rel="canonical"');
    expect(html).not.toContain("comite@exemple.ch");
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex, nofollow",
      "referrer-policy": "no-referrer",
    });
    await save({ publication: "later", publishDay: "2025-12-01", publishTime: "18:00" });
    expect((await visit(link)).html).toContain("Publié le 01.12.2025, 18:00");
  });

  it("shows the picture, which is not public elsewhere, and works without one", async () => {
    const link = (await linkOf(ID)) ?? "";
    const { html } = await visit(link);
    const [, src = ""] = /<img[^>]*src="(\/apercu\/[^"]*)"/.exec(html) ?? [];
    expect(src).toBe(`${link}/affiche`);
    const picture = await site.request(src);
    const named = ["content-type", "cache-control", "x-robots-tag"].map((name) => picture.headers.get(name));
    expect([picture.status, ...named]).toEqual([200, "image/jpeg", "private, no-store", "noindex, nofollow"]);
    expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ width: 400, height: 500 });
    expect(await site.services.pictures.find({ collection: "evenements", id: ID })).toBeNull();

    await site.services.events.create("Plain", anEvent({ publication: "draft" }), null, null);
    const plain = (await linkOf("Plain")) ?? "";
    const answer = await visit(plain);
    expect([answer.status, answer.html.includes("/affiche")]).toEqual([200, false]);
    expect((await site.request(`${plain}/affiche`)).status).toBe(404);
  });

  it("is valid for 14 days, until the end of the last day in Zurich", async () => {
    const link = (await linkOf(ID)) ?? "";
    for (const [time, status] of [
      ["21:59", 200],
      ["22:00", 404],
    ] as const) {
      clock.now = new Date(`2025-06-24T${time}:00Z`);
      for (const path of [link, `${link}/affiche`]) expect((await visit(path)).status).toBe(status);
    }
  });
});

describe("an invalid preview link", () => {
  /** @returns a token for another event with the signature of this one */
  function forged(token: string): string {
    const bytes = Buffer.from(token, "base64url");
    const text = bytes.subarray(32).toString().replace(ID, "Autre");
    return Buffer.concat([bytes.subarray(0, 32), Buffer.from(text)]).toString("base64url");
  }

  it("gets the same 404 response for every reason", async () => {
    const token = (await linkOf(ID))?.split("/")[2] ?? "";
    await site.services.events.create("Autre", anEvent({ publication: "draft" }));
    const mine = (await linkOf("Autre"))?.split("/")[2] ?? "";
    const longer = Buffer.from(token, "base64url")
      .toString("base64url")
      .replace(/.$/, (last) => `${last}A`);
    const wrong = [forged(token), token.slice(0, -1), token.slice(4), longer, `${token}=`, "x", "a".repeat(43)];
    const gone = await linkOf(ID);
    const { siteSecret } = site.services;
    site.services.siteSecret = async () => "x".repeat(40);
    const ofAnotherSite = await linkOf("Autre");
    site.services.siteSecret = siteSecret;
    await deleteCard(site.services, { collection: "evenements", id: ID }, null);
    const answers = await Promise.all(
      [...wrong.map((one) => `/apercu/${one}`), gone ?? "", ofAnotherSite ?? ""].map(visit),
    );
    expect(new Set(answers.map(({ status, html }) => `${status} ${html}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect(answers[0]?.html).toContain("Page introuvable");
    for (const { headers } of answers) expect(headers["cache-control"]).toBe("private, no-store");
    for (const one of wrong) expect((await site.request(`/apercu/${one}/affiche`)).status).toBe(404);
    expect((await visit(`/apercu/${mine}`)).status).toBe(200);
  });
});
