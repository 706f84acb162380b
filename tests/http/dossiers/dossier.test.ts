/** The committee's page of a dossier: its tasks and notes. */
import { beforeEach, describe, expect, it } from "vitest";
import { NOTES_MAX } from "#domain/dossier/notes.ts";
import { ASSOCIATION, TASKS_PER_EVENT_MAX } from "#domain/dossier/task.ts";
import { TASK_SENTENCES } from "#domain/dossier/task-form.ts";
import { FIELD_SENTENCES } from "#domain/fields.ts";
import { setUpPlanning } from "#tests/http/erase-cards.ts";
import { sentences, textOf, versionIn } from "#tests/http/site.ts";

const { site, clock, put } = setUpPlanning("2026-11-20T10:00:00Z", { committee: true });
beforeEach(async () => {
  const { dossiers } = site.services;
  for (const { subject } of await dossiers.listKept()) await dossiers.stopKeeping(subject);
  const { version } = await dossiers.getNotes(ASSOCIATION);
  await dossiers.saveNotes(ASSOCIATION, { notes: "", copiedFrom: "" }, version, null);
  await put("Fete0627", { month: "2027-06", firstDay: "2027-06-12" });
});

const pageOf = (id: string) => `/evenement/modify/${id}/dossier`;
const PAGE = pageOf("Fete0627");
const OF_ASSOCIATION = "/dossiers/association";
const TASK = { text: "Réserver la salle", due: "J-60", who: "Zoé" };

const event = async (id = "Fete0627") => (await site.services.events.get(id)) ?? expect.fail();
const tasksOf = async (id?: string) => site.services.tasks.list((await event(id)).subject);
const notesOf = async (id?: string) => (await site.services.dossiers.getNotes((await event(id)).subject)).notes;
const send = (path: string, fields: Record<string, string>) => site.send(path, { hp: "", ...fields }, site.cookie);
const plain = (html: string) =>
  textOf(html.replaceAll(/<script[\s\S]*?<\/script>/g, ""))
    .replaceAll(/\u00a0|&nbsp;/g, " ")
    .replaceAll(/ ([,.])/g, "$1");
const read = async (path: string) => plain(await site.html(path));
/** Follows a redirect. @returns the text of the page, and its HTML */
async function follow(answer: Response) {
  expect(answer.status).toBe(302);
  const path = answer.headers.get("location")?.split("#")[0] ?? "";
  const html = await site.html(path);
  return { path, html, text: plain(html) };
}
const move = async (fields: object) => {
  const { version, ...now } = await event();
  await site.services.events.update("Fete0627", { ...now, ...fields }, version, null);
};

describe("a task", () => {
  it("is added once by two taps, and its addition is undone by one; later, the same text is refused", async () => {
    const answers = await Promise.all([send(`${PAGE}/tache`, TASK), send(`${PAGE}/tache`, TASK)]);
    const [first] = await Promise.all(answers.map(follow));
    for (const words of [
      "Ajouté : 1 tâche.",
      "1 tâche à faire",
      "J−60 · 13 avril 2027 Zoé",
      "Modifier : Réserver la salle",
    ])
      expect(first?.text).toContain(words);
    expect(await tasksOf()).toHaveLength(1);
    clock.now = new Date("2026-11-20T10:10:00Z");
    const again = await send(`${PAGE}/tache`, { ...TASK, text: "reserver la SALLE", who: "Léo" });
    const html = await again.text();
    expect([again.status, sentences(html), html.includes('value="Léo"')]).toEqual([
      400,
      [["text", TASK_SENTENCES.taken]],
      true,
    ]);
    const at = new URLSearchParams(first?.path.split("?")[1]).get("ajout") ?? "";
    for (const _tap of ["one", "two"]) {
      const undone = await follow(
        await send(`${PAGE}?ajout=${encodeURIComponent(at)}`, { intention: "undo-addition", id: at }),
      );
      expect(undone.text).toContain("C’est annulé : les tâches sont dans la corbeille.");
    }
    expect(await tasksOf()).toEqual([]);
  });

  it.each([
    [{ text: " " }, [["text", FIELD_SENTENCES.required]]],
    [{ text: "x".repeat(201) }, [["text", FIELD_SENTENCES.tooLong(200)]]],
    [{ due: "bientôt" }, [["due", TASK_SENTENCES.due]]],
    [{ due: "J-401" }, [["due", TASK_SENTENCES.far]]],
    [{ who: "x".repeat(61) }, [["who", FIELD_SENTENCES.tooLong(60)]]],
  ])("with %j is refused with a sentence beside the field, and keeps the typed values", async (fields, expected) => {
    const answer = await send(`${PAGE}/tache`, { ...TASK, ...fields });
    const html = await answer.text();
    expect([answer.status, sentences(html)]).toEqual([400, expected]);
    for (const value of Object.values({ ...TASK, ...fields })) expect(html).toContain(`value="${value}"`);
    expect(await tasksOf()).toEqual([]);
  });

  it("says when it is due, also without an exact day, after a postponement, and without a date", async () => {
    await send(`${PAGE}/tache`, TASK);
    await send(`${PAGE}/tache`, { text: "Clés", due: "20.11.2026", who: "" });
    await send(`${PAGE}/tache`, { text: "Photos", due: "", who: "" });
    expect(await read(PAGE)).toMatch(/Clés 20 novembre 2026 Fait.*J−60 · 13 avril 2027.*Photos sans date/);
    await move({ firstDay: "2027-06-19" });
    expect(await read(PAGE)).toContain("J−60 · 20 avril 2027");
    await move({ firstDay: "" });
    expect(await read(PAGE)).toContain("J−60 · vers le 2 avril 2027");
    await move({ status: "reporte", previousDates: "" });
    expect(await read(PAGE)).toContain("J−60 · date à venir");
    clock.now = new Date("2026-11-21T10:00:00Z");
    expect(await read(PAGE)).toMatch(/reporté, sans date pour l’instant.*Clés 20 novembre 2026 En retard/);
    await move({ status: "annule" });
    expect(await read(PAGE)).toMatch(/L’événement est annulé.*Clés 20 novembre 2026 Fait/);
  });

  it("is done with one tap, stays in its row, and is open again by its « Annuler »", async () => {
    await send(`${PAGE}/tache`, TASK);
    const [{ id = "" } = {}] = await tasksOf();
    for (const _tap of ["one", "two"]) {
      const { text, path } = await follow(await send(PAGE, { intention: "done", id }));
      expect([path, text.includes("Fait, 11 h 00."), text.includes("Tâches faites")]).toEqual([
        `${PAGE}?fait=&fait=${id}`,
        true,
        false,
      ]);
    }
    expect((await tasksOf())[0]?.doneAt).toBe("2026-11-20T10:00:00.000Z");
    expect(await read(PAGE)).toMatch(
      /Plus rien à faire, 1 faite.*Tâches faites Réserver la salle .* faite le 20\.11\.2026 Zoé Rouvrir/,
    );
    clock.now = new Date("2026-11-20T10:05:00Z");
    for (const _tap of ["one", "two"]) await send(`${PAGE}?fait=&fait=${id}`, { intention: "reopen", id, undo: "1" });
    expect((await tasksOf())[0]?.doneAt).toBe("");
    await send(PAGE, { intention: "done", id });
    const reopened = await follow(await send(PAGE, { intention: "reopen", id }));
    // The row stays among the done ones until the page is opened again.
    expect(reopened.text).toMatch(/Tâches faites Réserver la salle.*Rouverte, 11 h 05\. Annuler/);
    await send(reopened.path, { intention: "done", id, undo: "1" });
    expect((await tasksOf())[0]?.doneAt).not.toBe("");
  });

  it("is changed in a form, and gets its former fields back in its row", async () => {
    await send(`${PAGE}/tache`, TASK);
    const [{ id = "" } = {}] = await tasksOf();
    const form = await site.html(`${PAGE}/tache/${id}`);
    for (const value of ["Réserver la salle", "J−60", "Zoé"]) expect(form).toContain(`value="${value}"`);
    clock.now = new Date("2026-11-20T10:10:00Z");
    const changed = { ...TASK, due: "12.5.", who: "Léo", version: versionIn(form) };
    const page = await follow(await send(`${PAGE}/tache/${id}`, changed));
    expect(page.text).toMatch(/12 mai 2027 Léo .*Modifiée, 11 h 10\. Annuler/);
    // A second tap on « Enregistrer ».
    expect((await send(`${PAGE}/tache/${id}`, changed)).status).toBe(302);
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.html)?.[1] ?? "";
    const undo = { intention: "undo-change", id, version: value("version"), at: value("at"), undo: "1" };
    for (const _tap of ["one", "two"]) expect((await send(`${PAGE}?fait=&fait=${id}`, undo)).status).toBe(302);
    expect((await tasksOf())[0]).toMatchObject({ due: { days: -60 }, who: "Zoé" });
    await send(`${PAGE}/tache`, { ...TASK, text: "Affiche" });
    const other = (await tasksOf()).find(({ text }) => text === "Affiche");
    const taken = await send(`${PAGE}/tache/${other?.id}`, { ...TASK, version: other?.version ?? "" });
    expect(sentences(await taken.text())).toEqual([["text", TASK_SENTENCES.taken]]);
  });

  it("is not overwritten: a conflict names what differs and keeps what was typed", async () => {
    await send(`${PAGE}/tache`, TASK);
    const [{ id = "", version = "" } = {}] = await tasksOf();
    await send(`${PAGE}/tache/${id}`, { ...TASK, who: "Léo", version });
    const mine = { ...TASK, text: "Réserver la halle", version };
    const answer = await send(`${PAGE}/tache/${id}`, mine);
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(plain(html)).toContain(
      "vient de modifier cette tâche. Rien n’a été écrasé. Elle dit maintenant : Réserver la salle, Léo. Enregistrez encore une fois pour la remplacer",
    );
    expect(html).toContain('value="Réserver la halle"');
    expect((await send(`${PAGE}/tache/${id}`, { ...mine, version: versionIn(html) })).status).toBe(302);
    expect((await tasksOf())[0]).toMatchObject({ text: "Réserver la halle", who: "Zoé" });
    // Done by somebody else meanwhile: « Fait » needs no version, and is no conflict for the form.
    const form = await site.html(`${PAGE}/tache/${id}`);
    await send(PAGE, { intention: "done", id });
    expect((await send(`${PAGE}/tache/${id}`, { ...TASK, who: "Ana", version: versionIn(form) })).status).toBe(302);
    expect((await tasksOf())[0]).toMatchObject({ who: "Ana", doneAt: expect.stringMatching(/./) });
    // Just added by somebody else with another day.
    const other = await send(`${PAGE}/tache`, { ...TASK, due: "J-3" });
    expect(sentences(await other.text())).toEqual([["text", TASK_SENTENCES.taken]]);
  });

  it("is deleted with one tap and restored in its row, or from the recycle bin", async () => {
    await send(`${PAGE}/tache`, TASK);
    const [{ id = "" } = {}] = await tasksOf();
    const deleted = await follow(await send(PAGE, { intention: "delete", id }));
    expect(deleted.text).toMatch(/Supprimée, 11 h 00\. Annuler/);
    await send(deleted.path, { intention: "delete", id });
    for (const _tap of ["one", "two"]) await send(deleted.path, { intention: "restore", id, undo: "1" });
    expect(await tasksOf()).toMatchObject([TASK_FIELDS]);
    await send(PAGE, { intention: "delete", id });
    await send(`${PAGE}/tache`, TASK);
    expect((await follow(await send(deleted.path, { intention: "restore", id, undo: "1" }))).text).toContain(
      "Supprimée",
    );
    expect(await tasksOf()).toHaveLength(1);
    const gone = await send(`${PAGE}/tache/${id}`, { ...TASK, who: "Léa", version: "1" });
    const html = await gone.text();
    expect([gone.status, html.includes('value="Léa"')]).toEqual([409, true]);
    expect(plain(html)).toContain("Cette tâche n’existe plus. Quelqu’un d’autre vient de la supprimer.");
  });

  it("of another dossier, or unknown, is not found and not changed", async () => {
    await put("Loto0827", { month: "2027-08", firstDay: "2027-08-07" });
    await send(`${PAGE}/tache`, TASK);
    const [{ id = "", version = "" } = {}] = await tasksOf();
    for (const other of [pageOf("Loto0827"), OF_ASSOCIATION]) {
      expect((await site.get(`${other}/tache/${id}`)).status).toBe(404);
      expect(
        (await site.send(`${other}/tache/${id}`, { ...TASK, text: "X", due: "", version }, site.cookie)).status,
      ).toBe(409);
      for (const intention of ["done", "delete", "restore", "undo-change"])
        expect((await send(other, { intention, id, version, at: "" })).status).toBe(302);
    }
    expect(await tasksOf()).toMatchObject([{ text: TASK.text, doneAt: "", version }]);
    expect((await site.get(`${PAGE}/tache/inconnue`)).status).toBe(404);
  });

  it(`is one of ${TASKS_PER_EVENT_MAX} at most`, async () => {
    const { subject } = await event();
    const many = Array.from({ length: TASKS_PER_EVENT_MAX }, (_, i) => ({ text: `Tâche ${i}`, due: null, who: "" }));
    await site.services.tasks.add(subject, many, null);
    const full = await send(`${PAGE}/tache`, TASK);
    expect([full.status, sentences(await full.text())]).toEqual([400, [["text", TASK_SENTENCES.full]]]);
    const list = await send(`${PAGE}/prendre`, { list: "outing", task: "0" });
    expect(plain(await list.text())).toContain(TASK_SENTENCES.tooMany(201).replaceAll("\u00a0", " "));
    expect((await site.html(PAGE)).match(/list__row/g)).toHaveLength(TASKS_PER_EVENT_MAX);
  });
});

const TASK_FIELDS = { text: TASK.text, who: TASK.who, due: { days: -60 } };

describe("notes", () => {
  const save = (fields: Record<string, string>, page = PAGE) => send(`${page}/notes`, fields);

  it("are shown as rich text, whatever they contain", async () => {
    const notes =
      "**Bar** : 40 fûts\n\n- glace\n\n- citrons\n\n[le site](https://exemple.ch)\n\nhttp://vieux.exemple.ch <b>x</b>\n- a\n  - b";
    const { html } = await follow(await save({ notes, version: "0" }));
    expect(html).toContain("<strong>Bar</strong> : 40 fûts");
    expect(html).toMatch(/<ul><li[^>]*><span>glace<\/span><\/li><li[^>]*><span>citrons<\/span><\/li><\/ul>/);
    expect(html).toContain('<a href="https://exemple.ch/">le site</a>');
    expect(html).toContain("http://vieux.exemple.ch &lt;b&gt;x&lt;/b&gt;");
    expect(await site.html(`${PAGE}/notes`)).toContain("**Bar** : 40 fûts");
  });

  it(`have ${NOTES_MAX} characters at most`, async () => {
    expect((await save({ notes: "é".repeat(NOTES_MAX), version: "0" })).status).toBe(302);
    const long = await save({ notes: "x".repeat(NOTES_MAX + 1), version: "0" });
    const html = await long.text();
    expect([long.status, sentences(html), html.includes("x".repeat(NOTES_MAX + 1))]).toEqual([
      400,
      [["notes", FIELD_SENTENCES.tooLong(NOTES_MAX)]],
      true,
    ]);
  });

  it("are not overwritten: a conflict shows the lines that the typed ones lack, and keeps these", async () => {
    await save({ notes: "Bar : 40 fûts\nSécurité : deux", version: "0" });
    const version = versionIn(await site.html(`${PAGE}/notes`));
    await save({ notes: "Bar : 36 fûts\nSécurité : deux", version });
    const mine = { notes: "Bar : 40 fûts\nSécurité : deux\nGlace", version };
    const answer = await save(mine);
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(plain(html)).toContain("vient de modifier les notes. Rien n’a été écrasé.");
    expect(plain(html)).toContain("Ces lignes n’y sont pas : Bar : 36 fûts");
    expect(html).toMatch(/<textarea[^>]*>\s*Bar : 40 fûts\nSécurité : deux\nGlace<\/textarea>/);
    expect((await save({ ...mine, version: versionIn(html) })).status).toBe(302);
    // Sent again with the version of before: the notes are as typed.
    expect((await save(mine)).status).toBe(302);
    expect(await notesOf()).toBe(mine.notes);
  });
});

describe("an empty dossier", () => {
  it("offers the starting lists, of which each task may be left out; taken twice, they are taken once", async () => {
    expect(await read(PAGE)).toMatch(
      /Ce dossier est vide.*Soirée, 18 tâches.*J−90 Réserver la salle.*Assemblée, 7 tâches/,
    );
    const chosen = new URLSearchParams([
      ["list", "party"],
      ["hp", ""],
      ["task", "0"],
      ["task", "17"],
    ]);
    const take = () =>
      site.request(`${PAGE}/prendre`, {
        method: "POST",
        body: chosen,
        headers: { cookie: site.cookie, origin: "http://localhost:3000" },
      });
    const answers = await Promise.all([take(), take()]);
    for (const answer of answers) expect((await follow(answer)).text).toContain("Ajouté : 2 tâches. Annuler");
    expect((await tasksOf()).map(({ text, due }) => [text, due])).toEqual(
      expect.arrayContaining([
        ["Réserver la salle", { days: -90 }],
        ["Factures payées, résultat", { days: 14 }],
      ]),
    );
    expect(await read(`${PAGE}/prendre`)).toContain("Soirée, 16 tâches");
    const none = await send(`${PAGE}/prendre`, { list: "outing" });
    expect([none.status, plain(await none.text()).includes("Cochez au moins une tâche.")]).toEqual([400, true]);
  });
});

describe("the dossier of another event", () => {
  const OWN = {
    Nom: "Fete0627",
    mois: "06",
    annee: "2028",
    FirstDay: "2028-06-10",
    Lieu: "Halle",
    publication: "draft",
  };
  /** Last year's dossier: a done task of Zoé, one with a date, and notes. */
  async function fill() {
    await send(`${PAGE}/tache`, TASK);
    await send(`${PAGE}/tache`, { text: "Clés", due: "14.6.2027", who: "" });
    const done = (await tasksOf()).find(({ text }) => text === TASK.text);
    await send(PAGE, { intention: "done", id: done?.id ?? "" });
    await send(`${PAGE}/notes`, { notes: "40 fûts", version: "0" });
  }
  const COPIED = [
    { text: "Clés", due: { days: 2 }, who: "", doneAt: "", former: { name: "" } },
    { text: TASK.text, due: { days: -60 }, who: "", doneAt: "", former: { name: "Zoé" } },
  ];
  const sorted = async (id: string) => (await tasksOf(id)).toSorted((a, b) => a.text.localeCompare(b.text));

  it("comes with « Refaire en 2028 » and with a duplicate: open, without a person", async () => {
    await fill();
    await send("/planning", { id: "Fete0627", intention: "again" });
    const copies = (await site.services.events.list()).filter(({ id }) => id !== "Fete0627");
    expect(copies).toHaveLength(1);
    const again = copies[0]?.id ?? "";
    expect([await sorted(again), await notesOf(again)]).toMatchObject([COPIED, "40 fûts"]);
    expect(await read(pageOf(again))).toMatch(/Réserver la salle J−60 .*l’an dernier : Zoé Fait.*40 fûts/);
    const form = "/evenement/create?copie=Fete0627";
    expect(await read(form)).toContain("2 tâches du dossier viennent avec, à faire de nouveau.");
    const fields = { ...OWN, Nom: "Fenaison", image: new File([], ""), hp: "" };
    expect((await site.upload(form, fields, site.cookie)).status).toBe(302);
    expect([await sorted("Fenaison0628"), await notesOf("Fenaison0628")]).toMatchObject([COPIED, "40 fûts"]);
  });

  it("is the first offer of an event with the same name; taken twice, it is taken once, and undone as a whole", async () => {
    await fill();
    await put("Loto0828", { month: "2028-08" });
    await site.services.events.create(
      "Fete0628",
      { ...(await event()), month: "2028-06", firstDay: "2028-06-10" },
      null,
    );
    const page = pageOf("Fete0628");
    expect(await read(pageOf("Loto0828"))).not.toContain("Prendre le dossier de");
    expect(await read(page)).toContain("Prendre le dossier de Fete0627, sam. 12 juin 2027");
    const from = (await event()).subject;
    const [first] = await Promise.all([1, 2].map(async () => follow(await send(`${page}/prendre`, { from }))));
    expect(first?.text).toContain("Ajouté : 2 tâches, et les notes.");
    expect([await sorted("Fete0628"), await notesOf("Fete0628")]).toMatchObject([COPIED, "40 fûts"]);
    expect(await site.services.dossiers.getNotes((await event("Fete0628")).subject)).toMatchObject({
      copiedFrom: from,
    });
    const at = new URLSearchParams(first?.path.split("?")[1]).get("ajout") ?? "";
    for (const minute of ["01", "02"]) {
      clock.now = new Date(`2026-11-20T10:${minute}:00Z`);
      await send(`${page}?ajout=${encodeURIComponent(at)}`, { intention: "undo-addition", id: at });
    }
    expect([await tasksOf("Fete0628"), await notesOf("Fete0628")]).toEqual([[], ""]);
    expect(await tasksOf()).toHaveLength(2);
  });

  it("adds what is missing to a dossier with tasks, which keeps its own notes, also after an undo", async () => {
    await fill();
    await put("Loto0828", { month: "2028-08" });
    const page = pageOf("Loto0828");
    await send(`${page}/tache`, { text: "Réserver la SALLE", due: "", who: "Léo" });
    await send(`${page}/notes`, { notes: "À moi", version: "0" });
    clock.now = new Date("2026-11-20T10:10:00Z");
    expect(await read(`${page}/prendre`)).toContain("Fete0627, sam. 12 juin 2027 Prendre");
    const { text, path } = await follow(await send(`${page}/prendre`, { from: (await event()).subject }));
    expect(text).toContain("Ajouté : 1 tâche. Annuler");
    expect(await sorted("Loto0828")).toMatchObject([{ text: "Clés" }, { text: "Réserver la SALLE", who: "Léo" }]);
    expect(await notesOf("Loto0828")).toBe("À moi");
    const at = new URLSearchParams(path.split("?")[1]).get("ajout") ?? "";
    await send(`${page}?ajout=${encodeURIComponent(at)}`, { intention: "undo-addition", id: at });
    expect([(await tasksOf("Loto0828")).length, await notesOf("Loto0828")]).toEqual([1, "À moi"]);
  });

  it("may be that of a deleted event, if it was kept", async () => {
    await fill();
    const before = await event();
    await put("Loto0828", { month: "2028-08" });
    await site.send("/planning", { id: "Fete0627", "garder-le-dossier": "on" }, site.cookie);
    expect((await site.get(PAGE)).status).toBe(404);
    const kept = `/dossiers/${before.subject}`;
    expect(await read(kept)).toMatch(
      /Fete0627, sam. 12 juin 2027.*L’événement est supprimé : son dossier est resté.*40 fûts/,
    );
    await follow(await send(`${pageOf("Loto0828")}/prendre`, { from: before.subject }));
    expect(await sorted("Loto0828")).toMatchObject(COPIED);
    const [first] = await site.services.tasks.list(before.subject);
    expect((await send(kept, { intention: "delete", id: first?.id ?? "" })).status).toBe(302);
    expect(await site.services.tasks.list(before.subject)).toHaveLength(1);
  });

  it("is refused if it is none, or not kept, or the own one", async () => {
    const { subject } = await event();
    for (const from of [subject, "x", ASSOCIATION]) {
      const answer = await send(`${PAGE}/prendre`, { from });
      expect([from, answer.status]).toEqual([from, 400]);
      expect(plain(await answer.text())).toContain("Rien n’a été pris. Ce dossier n’existe plus.");
    }
    expect((await send("/evenement/modify/Rien/dossier/prendre", { from: subject })).status).toBe(409);
    await send(PAGE, { intention: "undo-addition", id: "" });
    expect((await site.services.dossiers.getNotes(subject)).updatedAt).toBe("");
  });
});

it("the association has a dossier, whose tasks have dates only", async () => {
  expect(await read(OF_ASSOCIATION)).toMatch(/Dossier Association.*Aucune tâche pour l’instant/);
  const refused = await send(`${OF_ASSOCIATION}/tache`, TASK);
  expect(sentences(await refused.text())).toEqual([["due", TASK_SENTENCES.noEvent]]);
  await send(`${OF_ASSOCIATION}/tache`, { ...TASK, due: "28.2." });
  const version = versionIn(await site.html(`${OF_ASSOCIATION}/notes`));
  await send(`${OF_ASSOCIATION}/notes`, { notes: "Statuts de 1931", version });
  expect(await read(OF_ASSOCIATION)).toMatch(/Réserver la salle 28 février 2027 Zoé.*Statuts de 1931/);
  expect(await read(OF_ASSOCIATION)).not.toContain("Prendre");
});

describe("a dossier", () => {
  it("of an unknown event, or not kept, is not found; a visitor is redirected to the sign-in page", async () => {
    const { subject } = await event();
    for (const page of ["/evenement/modify/Rien/dossier", "/dossiers/inconnu"])
      for (const path of ["", "/notes", "/tache", "/tache/x"]) expect((await site.get(page + path)).status).toBe(404);
    for (const path of ["", "/notes", "/tache", "/prendre"])
      for (const answer of [await site.request(PAGE + path), await site.send(PAGE + path, TASK)])
        expect([answer.status, answer.headers.get("location")?.split("?")[0]]).toEqual([302, "/login"]);
    const own = await site.request(`/dossiers/${subject}`, { headers: { cookie: site.cookie } });
    expect([own.status, own.headers.get("location")]).toEqual([302, PAGE]);
  });

  it("keeps what was typed when the session has ended", async () => {
    const ended = await site.signIn();
    await site.send("/logout", {}, ended);
    for (const [path, fields] of [
      ["/tache", { ...TASK, text: "Crêpes" }],
      ["/notes", { notes: "Crêpes", version: "0" }],
    ] as const) {
      const answer = await site.send(PAGE + path, fields, ended);
      const html = await answer.text();
      expect([answer.status, html.includes("Crêpes"), html.includes("Fete0627<")]).toEqual([401, true, false]);
    }
  });
});
