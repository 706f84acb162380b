import { describe, expect, it } from "vitest";
import { EDITABLE_TEXTS, TEXT_IDS } from "#domain/texts/texts.ts";
import { saveSettings, sentences, setUpSite, versionIn } from "#tests/http/site.ts";

const site = setUpSite({ committee: true });

const EDITOR = "/textes/charte";
const page = (path: string) => site.html(path, "");

/** Sends the form of the charter with changes, as a browser does after opening the page. */
async function save(changes: Record<string, string>, version?: string) {
  const { content, version: current } = await site.services.texts.get("charter");
  const response = await site.send(EDITOR, { ...content, version: version ?? current, ...changes }, site.cookie);
  return { status: response.status, html: (await response.text()).replaceAll("<!-- -->", "") };
}

describe("the editor of a text", () => {
  it("is linked from the settings and from its page, for the committee only", async () => {
    const settings = await site.html("/reglages");
    for (const id of TEXT_IDS) {
      const { slug, page: path } = EDITABLE_TEXTS[id];
      const link = `href="/textes/${slug}"`;
      expect(settings).toContain(link);
      if (path === null) continue;
      expect(await site.html(path)).toContain(link);
      expect(await page(path)).not.toMatch(/href="\/textes\/|edit-text/);
    }
    expect((await site.get(EDITOR, "")).headers.get("location")).toMatch(/^\/login/);
    expect((await site.get("/textes/inconnu")).status).toBe(404);
  });

  it("changes the page at once, with history and journal, and can be undone", async () => {
    await page("/charte");
    const words = { title1: "Danser", article1: "Au **bal**, à {âge} ans: [planning](/planning)", title2: "" };
    expect((await save(words)).status).toBe(302);
    const html = await page("/charte");
    expect(html).toContain("<h2>Danser</h2>");
    expect(html).toContain(`Au <strong>bal</strong>, à 16 ans: <a href="/planning">planning</a>`);
    expect(html).toContain("<h2>Cotiser</h2>");
    expect(await site.html("/journal")).toMatch(/le texte «\u00a0La charte\u00a0».*Article 1, titre, Article 1/s);

    expect((await save({ reset: "title1" })).status).toBe(302);
    expect(await page("/charte")).toContain("<h2>Se respecter</h2>");
    const history = await site.html(`${EDITOR}/historique`);
    const state = [...history.matchAll(/name="state" value="([^"]+)"/g)].map(([, key = ""]) => key);
    await site.send(`${EDITOR}/historique`, { version: versionIn(history), state: state[0] ?? "" }, site.cookie);
    expect(await page("/charte")).toContain("<h2>Danser</h2>");
  });

  it("shows errors beside the fields, keeps all typed values, and does not overwrite a concurrent save", async () => {
    const typed = {
      title1: "Danser",
      article1: "[x](javascript:alert(1)) et [y](/nulle-part)",
      article2: "{cotisaton}",
    };
    const { status, html } = await save(typed);
    expect(status).toBe(400);
    expect(sentences(html).map(([field]) => field)).toEqual(["article2"]);
    expect(sentences((await save({ article1: "[y](/nulle-part)" })).html)).toEqual([
      ["article1", "Le site n’a pas de page «\u00a0/nulle-part\u00a0»."],
    ]);
    for (const words of ["Danser", "javascript:alert(1)", "{cotisaton}"]) expect(html).toContain(words);
    await save({ title1: "D’abord" });
    const late = await save({ title1: "Ensuite" }, "0");
    expect([late.status, late.html.includes("Article 1, titre\u00a0: D’abord")]).toEqual([409, true]);
    expect(await page("/charte")).toContain("<h2>D’abord</h2>");
  });

  it("previews the page with unsaved words, in a frame of the same site only", async () => {
    const policy = async (path: string) => (await site.get(path)).headers.get("content-security-policy");
    expect(await policy(EDITOR)).toMatch(/frame-src 'self'; frame-ancestors 'none'/);
    const framed = { headers: { cookie: site.cookie, "sec-fetch-dest": "iframe" } };
    const frame = await site.request("/charte", framed);
    expect(frame.headers.get("content-security-policy")).toContain("frame-ancestors 'self'");
    expect(await frame.text()).not.toMatch(/<script|Session du comité/);
    const others = [site.get("/charte"), site.get("/charte", ""), site.request("/contact", framed)];
    for (const { headers } of await Promise.all(others))
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    const preview = await site.send("/charte?apercu=charte", { title1: "Pas encore" }, site.cookie);
    const html = await preview.text();
    expect(html).toContain("<h2>Pas encore</h2>");
    expect(html).not.toMatch(/<script|Session du comité/);
    expect(await page("/charte")).not.toContain("Pas encore");
    expect((await site.send("/charte?apercu=charte", { title1: "Pas encore" })).status).toBe(405);
    expect((await site.send("/charte", { title1: "x" }, site.cookie)).status).toBe(405);
  });

  it("leaves the toast of a save to the page that shows it: a frame loaded in between does not take it", async () => {
    const { version, content } = await site.services.texts.get("charter");
    const saved = await site.send(EDITOR, { ...content, version, title1: "Danser" }, site.cookie);
    const toast = (saved.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const cookie = `${site.cookie}; ${toast}`;
    const frame = await site.request("/charte", { headers: { cookie, "sec-fetch-dest": "iframe" } });
    const preview = await site.send("/charte?apercu=charte", { title1: "Pas encore" }, cookie);
    for (const answer of [frame, preview]) {
      expect(answer.headers.get("set-cookie")).toBeNull();
      expect(await answer.text()).not.toContain("Texte enregistré");
    }
    const page = await site.get(EDITOR, cookie);
    expect(page.headers.get("set-cookie")).toMatch(/^avis=;.*Max-Age=0/);
    expect(await page.text()).toContain("Texte enregistré");
  });
});

it("pages and papers show the fee of the settings", async () => {
  await page("/charte");
  await saveSettings(site, { annualFee: 75_50, iban: "CH5604835012345678009" });
  await site.cache.waitUntilFresh();
  expect(await page("/")).toContain("<b>75.50</b><span>par an</span>");
  expect(await page("/charte")).toMatch(/Vous payez CHF\u00a075\.50 par an.*QR-facture de CHF\u00a075\.50/s);
  expect(await page("/inscription")).toContain("une cotisation de CHF\u00a075.50 par an");
  expect((await site.get("/qr-facture/cotisation.pdf", "")).headers.get("content-disposition")).toContain("75.50");
});

it("a sign-up names the revision of the charter that its page showed, and the inbox links to its words", async () => {
  await save({ title1: "Danser" });
  const html = await page("/inscription");
  const charterRevision = /name="charterRevision" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const fields = { nom: "Dupont", prenom: "Ana", adresse: "1965 Savièse", tel: "0791234567", dateAnniv: "2000-08-05" };
  await site.send("/inscription", { ...fields, charte: "on", charterRevision });
  const { lastSave } = await site.services.texts.get("charter");
  const all = { type: "inscription", text: "", filter: "tout", day: "2026-01-01" } as const;
  const { entries } = await site.services.inbox.search(all);
  expect(entries).toMatchObject([{ charterRevision: lastSave?.at.toISOString() }]);
  await save({ title1: "Chanter" });
  const link = /href="([^"]+)"[^>]*>Charte du \d\d\.\d\d\.\d{4}/.exec(await site.html("/inscriptions"));
  expect(await site.html(link?.[1] ?? "")).toMatch(/Texte du \d\d\.\d\d\.\d{4}<\/h2>.*?<bdi>Danser<\/bdi>/s);
  expect(await site.html(`${EDITOR}/historique?texte=`)).toMatch(/Texte d’origine<\/h2>.*?<bdi>Se respecter<\/bdi>/s);
  expect(await site.html(`${EDITOR}/historique?texte=x`)).toContain("Ce texte n’est plus gardé.");
});
