/** The result of an event, and the dossiers that outlive their event. */
import { beforeEach, describe, expect, it } from "vitest";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { setUpPlanning } from "#tests/http/erase-cards.ts";
import { sentences, textOf, versionIn } from "#tests/http/site.ts";

const { site, clock, put } = setUpPlanning("2026-11-20T10:00:00Z", { committee: true });
beforeEach(async () => {
  for (const { subject } of await site.services.dossiers.listKept()) await site.services.dossiers.stopKeeping(subject);
  await put("Fete1126", { name: "Bal des foins", month: "2026-11", firstDay: "2026-11-14" });
});

const DOSSIER = "/evenement/modify/Fete1126/dossier";
const RESULT = `${DOSSIER}/resultat`;
const LINES = "Bar 10’498.–\nSécurité −988.25";

const subjectOf = async (id: string) => (await site.services.events.get(id))?.subject ?? expect.fail();
const result = async () => site.services.dossiers.getResult(await subjectOf("Fete1126"));
const post = (path: string, fields: Record<string, string>) => site.send(path, { hp: "", ...fields }, site.cookie);
const save = async (lines: string, version?: string) =>
  post(RESULT, { intention: "save", lines, version: version ?? (await result()).version });
const plain = (html: string) =>
  textOf(html.replaceAll(/<script[\s\S]*?<\/script>/g, ""))
    .replaceAll(/\u00a0|&nbsp;/g, " ")
    .replaceAll("&#x27;", "'");

describe("a result", () => {
  it("is typed in one field, a line each, and shown there again", async () => {
    const answer = await save(LINES);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `${DOSSIER}#resultat`]);
    expect(await site.html(RESULT)).toContain(`>${LINES}</textarea>`);
    expect((await result()).lines.map(({ amount }) => amount)).toEqual([10_498_00, -988_25]);
  });

  it("with a line that has no amount is refused with a sentence that names it, and keeps the typed text", async () => {
    const typed = "Bar 10’498.–\nSécurité beaucoup";
    const answer = await save(typed);
    const html = await answer.text();
    expect([answer.status, sentences(html)[0]?.[0], sentences(html)[0]?.[1]]).toEqual([
      400,
      "lines",
      expect.stringContaining("Sécurité beaucoup"),
    ]);
    expect(html).toContain(`>${typed}</textarea>`);
    expect((await result()).lines).toEqual([]);
  });

  it("that somebody changed meanwhile is not overwritten: the page names the lines that differ", async () => {
    await save(LINES);
    const { version } = await result();
    await save(`${LINES}\nDJ −500`, version);
    const answer = await save("Bar 9’000.–\nSécurité −988.25", version);
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(plain(html)).toContain("Il dit maintenant : Bar 10’498.–, DJ −500.–.");
    expect(html).toContain(">Bar 9’000.–\nSécurité −988.25</textarea>");
    const again = await save("Bar 9’000.–", versionIn(html));
    expect([again.status, (await result()).lines.length]).toEqual([302, 1]);
  });

  it("is closed; then it takes dated corrections only, and its history refuses to restore with a sentence", async () => {
    await save("Bar 1.–");
    clock.now = new Date("2026-11-20T10:30:00Z");
    const before = (await result()).version;
    await save(LINES);
    const { version } = await result();
    const outdated = await post(RESULT, { intention: "close", version: before });
    expect([outdated.status, (await result()).closedOn]).toEqual([302, ""]);
    for (const _tap of ["one", "two"])
      expect((await post(RESULT, { intention: "close", version })).headers.get("location")).toBe(`${DOSSIER}#resultat`);
    expect((await result()).closedOn).toBe("2026-11-20");
    const late = await save("Bar 2.–", version);
    const lateHtml = await late.text();
    expect([late.status, lateHtml.includes(">Bar 2.–</textarea>")]).toEqual([409, true]);
    expect(sentences(lateHtml)[0]?.[1]).toContain("Quelqu’un vient de boucler ce résultat");

    expect(await site.html(RESULT)).toContain('name="line"');
    const refused = await post(RESULT, { intention: "correct", line: "Facture" });
    expect([refused.status, (await refused.text()).includes('value="Facture"')]).toEqual([400, true]);
    for (const _tap of ["one", "two"]) await post(RESULT, { intention: "correct", line: "Facture −120.–" });
    expect((await result()).lines.slice(2)).toEqual([{ label: "Facture", amount: -120_00, day: "2026-11-20" }]);
    await post(RESULT, { intention: "reopen" });
    expect((await result()).closedOn).toBe("2026-11-20");

    const history = await site.html(`${RESULT}/historique`);
    expect(plain(history)).toContain("Facture −120.– (correction du 20.11.2026)");
    const state = /name="state" value="([^"]+)"/.exec(history)?.[1] ?? "";
    const restored = await post(`${RESULT}/historique`, { version: (await result()).version, state });
    expect(restored.status).toBe(409);
    expect(plain(await restored.text())).toContain("Ce résultat est bouclé : ajoutez plutôt une correction.");
  });

  it("is reopened on the day it was closed, and restored from its history while it is open", async () => {
    await save("Bar 1.–");
    clock.now = new Date("2026-11-20T10:30:00Z");
    await save(LINES);
    await post(RESULT, { intention: "close", version: (await result()).version });
    await post(RESULT, { intention: "reopen" });
    expect((await result()).closedOn).toBe("");
    const history = await site.html(`${RESULT}/historique`);
    const states = [...history.matchAll(/name="state" value="([^"]+)"/g)].map(([, state = ""]) => state);
    const answer = await post(`${RESULT}/historique`, {
      version: (await result()).version,
      state: states.at(-1) ?? "",
    });
    expect(answer.status).toBe(302);
    expect((await result()).lines.map(({ label, amount }) => [label, amount])).toEqual([["Bar", 100]]);
  });

  it("keeps what was typed when the session has ended, also a tap on « Boucler »", async () => {
    await save(LINES);
    const ended = await site.signIn();
    await site.send("/logout", {}, ended);
    const typed = await site.send(RESULT, { intention: "save", lines: "Bar 7.–", version: "0" }, ended);
    const html = await typed.text();
    expect([typed.status, html.includes(">Bar 7.–</textarea>"), html.includes("Bal des foins")]).toEqual([
      401,
      true,
      false,
    ]);
    const close = await (await site.send(RESULT, { intention: "close", version: "v" }, ended)).text();
    expect(close).toContain('name="intention" value="close"');
    expect(close).not.toContain("<textarea");
    expect((await result()).closedOn).toBe("");
  });

  it("of the association, of a deleted event and of no event is a 404 page", async () => {
    for (const path of [
      "/dossiers/association/resultat",
      "/dossiers/rien/resultat",
      "/evenement/modify/Rien/dossier/resultat",
    ])
      expect([path, (await site.get(path)).status]).toEqual([path, 404]);
  });

  it("shows the one of the same party in the year before", async () => {
    await put("Fete1125", { name: "Bal des foins 2025", month: "2025-11" });
    await site.services.dossiers.saveResult(
      await subjectOf("Fete1125"),
      { lines: [{ label: "Bar", amount: 9_000_00, day: "" }], closedOn: "2025-12-01" },
      "0",
      null,
    );
    expect(plain(await site.html(RESULT))).toMatch(
      /Bal des foins 2025, novembre 2025.*Bar.*9’000\.–.*Bénéfice.*9’000\.–/,
    );
  });
});

describe("the notes of a dossier", () => {
  it("have a history, from which they are restored", async () => {
    const subject = await subjectOf("Fete1126");
    const { dossiers } = site.services;
    await dossiers.saveNotes(subject, { notes: "40 fûts", copiedFrom: "x" }, "0", null);
    const { version } = await dossiers.getNotes(subject);
    await dossiers.saveNotes(subject, { notes: "45 fûts", copiedFrom: "x" }, version, { id: "zoe", name: "Zoé" });
    const page = `${DOSSIER}/historique`;
    const history = await site.html(page);
    expect(plain(history)).toContain("45 fûts");
    const state = /name="state" value="([^"]+)"/.exec(history)?.[1] ?? "";
    const answer = await post(page, { version: versionIn(history), state });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, page]);
    expect(await dossiers.getNotes(subject)).toMatchObject({ notes: "40 fûts", copiedFrom: "x" });
    expect((await site.get("/dossiers/association/historique")).status).toBe(200);
  });
});

describe("deleting an event", () => {
  const asked = () => site.html("/planning/2026?confirmer=supprimer-Fete1126");
  const erase = (fields = {}) => post("/planning/2026", { id: "Fete1126", ...fields });

  it("says that its dossier goes with it only if it has one, and offers to keep it", async () => {
    expect(plain(await asked())).not.toContain("Son dossier part avec lui");
    expect(await asked()).not.toContain("garder-le-dossier");
    await save(LINES);
    expect(plain(await asked())).toContain("Son dossier part avec lui.");
    expect(await asked()).toMatch(/<input(?=[^>]*name="garder-le-dossier")[^>]*form="supprimer-Fete1126-oui"/);
    expect(await site.html("/planning/2026")).not.toContain("Son dossier part avec lui");
    await erase();
    expect(await site.services.dossiers.listKept()).toEqual([]);
    expect(plain(await site.html("/corbeille?"))).toContain("Bal des foins");
  });

  it("names those who come to its slots, unless it is over", async () => {
    const slot = { ...EMPTY_SLOT, post: "Bar", from: { days: 0, time: "20:00" }, until: { days: 0, time: "23:00" } };
    const ask = async (id: string) => plain(await site.html(`/planning/2026?confirmer=supprimer-${id}`));
    await put("Bal1226", { month: "2026-12", firstDay: "2026-12-12" });
    const [bar = ""] = await site.services.slots.add(await subjectOf("Bal1226"), [{ ...slot, needed: 9 }], null);
    expect(await ask("Bal1226")).not.toContain("vien");
    for (const nom of ["Zoé Luyet", "Marc Dubuis"])
      await post("/planning/Bal1226/coups-de-main", { nom, telephone: "079 123 45 67", poste: bar });
    const question = await ask("Bal1226");
    expect(question).toMatch(
      /2 personnes viennent aider : (Zoé Luyet, Marc Dubuis|Marc Dubuis, Zoé Luyet)\s*\. Annulez-le/,
    );
    clock.now = new Date("2026-12-20T10:00:00Z");
    expect(await ask("Bal1226")).not.toContain("Zoé Luyet");
  });

  it("keeps the dossier in « Dossiers », also after a double tap, where it is deleted and restored", async () => {
    await save(LINES);
    const subject = await subjectOf("Fete1126");
    for (const _tap of ["one", "two"]) {
      const answer = await erase({ "garder-le-dossier": "on" });
      expect(plain(await site.html(answer.headers.get("location")?.split("#")[0] ?? ""))).toContain("Supprimé");
    }
    const list = plain(await site.html("/dossiers"));
    expect(list).toMatch(/Association.*Gardés.*Bal des foins.*Novembre 2026 · Bénéfice 9’509\.75/);
    const key = (await site.services.bin.findOf(subject))?.key;
    expect(plain(await site.html(`/corbeille?confirmer=effacer-${key}`))).toContain(
      "Son dossier reste, sous « Dossiers ».",
    );
    expect((await site.get(`/dossiers/${subject}/resultat`)).status).toBe(200);

    for (const _tap of ["one", "two"]) await post("/dossiers", { intention: "delete", id: subject });
    expect(plain(await site.html(`/dossiers?fait=${subject}`))).toMatch(
      /Gardés.*Bal des foins.*Supprimé, 11 h 00\..*Annuler/,
    );
    const later = plain(await site.html("/dossiers"));
    expect(later).toMatch(/Supprimés.*Ils s’effacent 30 jours après\..*S’efface le 20\.12\.2026/);
    expect((await site.get(`/dossiers/${subject}/resultat`)).status).toBe(404);
    await post("/dossiers", { intention: "restore", id: subject });
    expect(plain(await site.html("/dossiers"))).toMatch(/Gardés.*Bal des foins/);
    const gone = await post("/dossiers", { intention: "delete", id: "rien" });
    expect(gone.status).toBe(302);
  });

  it("lists the dossiers of events under the kept ones, newest first, and no event without a dossier", async () => {
    await save(LINES);
    await put("Loto0326", { name: "Loto", month: "2026-03" });
    await put("Vide1226", { name: "Vide", month: "2026-12" });
    await site.services.dossiers.saveNotes(await subjectOf("Loto0326"), { notes: "Lots", copiedFrom: "" }, "0", null);
    const list = plain(await site.html("/dossiers"));
    expect(list).toMatch(/Événements.*Bal des foins.*Novembre 2026.*Loto.*Mars 2026 · Notes/);
    expect(list).not.toContain("Vide");
  });
});
