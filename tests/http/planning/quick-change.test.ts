/** The menu of an event card: links to short forms, and buttons. */
import { beforeEach, describe, expect, it } from "vitest";
import { SAME_DAY_REFUSAL } from "#domain/events/quick-change.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { setUpPlanning } from "#tests/http/erase-cards.ts";
import { sentences } from "#tests/http/site.ts";
import { prepared } from "#tests/images/kept-pictures.ts";

const { site, clock } = setUpPlanning("2025-11-20T10:00:00Z", { committee: true });
beforeEach(async () => {
  const dinner = anEvent({ name: "Souper", month: "2025-11", firstDay: "2025-11-28" });
  await site.services.events.create("Souper1125", dinner);
});

const stored = async () => site.services.events.get("Souper1125");
const formOf = (change: string) => `/evenement/modify/Souper1125/etat/${change}`;
const send = async (change: string, fields: Record<string, string>) =>
  site.send(formOf(change), { version: (await stored())?.version ?? "", hp: "", ...fields }, site.cookie);
const press = (intention: string, id = "Souper1125") => site.send("/planning", { id, intention }, site.cookie);
const read = async (path: string) => (await site.html(path, "")).replaceAll("\u00a0", " ");

describe("the forms of an event’s menu", () => {
  it("move an event to another year, to which the former year links", async () => {
    const answer = await send("reporter", { NewDay: "2026-01-09", Notice: "À la halle" });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      302,
      "/planning?fait=&fait=Souper1125#Souper1125",
    ]);
    expect(await stored()).toMatchObject({ status: "reporte", month: "2026-01", previousDates: "2025-11-28" });
    for (const path of ["/", "/planning/2026", "/planning/Souper1125"]) {
      const html = await read(path);
      for (const text of ["<b>Reporté au</b> <time", "À la halle</p>"]) expect(html, path).toContain(text);
      expect(html).toMatch(/<del><span[^>]*>date précédente : <\/span>ven\. 28 novembre 2025<\/del>/);
    }
    expect(await read("/planning/2025")).toMatch(
      /<a href="\/planning\/Souper1125"[^>]*>Souper<\/a>, reporté au ven\. 9 janvier 2026\./,
    );
  });

  it("cancel an event, and add its film", async () => {
    const form = await site.html(formOf("annuler"), site.cookie);
    // A link « Annuler » beside « Marquer annulé » looks as if it cancels the event.
    expect(form.match(/<a [^>]*href="\/planning"[^>]*>(?:Annuler|Retour)<\/a>/g)?.join()).toContain(">Retour<");
    expect((await send("annuler", { Notice: "Faute de neige" })).status).toBe(302);
    expect(await stored()).toMatchObject({ status: "annule", notice: "Faute de neige", firstDay: "2025-11-28" });
    expect((await send("film", { AfterMovie: "film.ch/1" })).status).toBe(302);
    expect(await stored()).toMatchObject({ afterMovie: "https://film.ch/1", status: "annule" });
  });

  it("show errors beside the field, and keep the typed values", async () => {
    const answer = await send("reporter", { NewDay: "2025-11-28", Notice: "À la halle" });
    const html = await answer.text();
    expect([answer.status, sentences(html)]).toEqual([400, [["NewDay", SAME_DAY_REFUSAL]]]);
    expect(html).toContain('value="À la halle"');
    const late = await send("annuler", { Notice: "À la halle", version: "0" });
    expect([late.status, (await stored())?.status]).toEqual([409, ""]);
    for (const path of [formOf("perdu"), "/evenement/modify/Rien/etat/annuler"])
      expect((await site.request(path, { headers: { cookie: site.cookie } })).status).toBe(404);
  });
});

describe("after a change by the menu of an event, the card says what changed and can undo it", () => {
  const tell = async (change: string, fields: Record<string, string>) => {
    const answer = await send(change, fields);
    const cookie = answer.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
    const path = (answer.headers.get("location") ?? "").split("#", 1)[0] ?? "";
    const html = (await site.html(path, [site.cookie, ...cookie].join("; "))).replaceAll("\u00a0", " ");
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
    return { html, undo: { intention: "undo", id: "Souper1125", version: value("version"), at: value("at") } };
  };
  const undo = async (fields: Record<string, string>) => {
    const answer = await site.send("/planning", fields, site.cookie);
    return [answer.status, decodeURIComponent(answer.headers.getSetCookie().join())] as const;
  };

  it.each([
    ["reporter", { NewDay: "2025-12-05", Notice: "" }, "reporté au 05.12.2025"],
    ["reporter", { NewDay: "", Notice: "" }, "reporté, date à venir"],
    ["annuler", { Notice: "Faute de neige" }, "annulé"],
    ["film", { AfterMovie: "film.ch/1" }, "after movie ajouté"],
  ])("%s %j: %s", async (change, fields, what) => {
    const before = await stored();
    // Within ten minutes of another save of the same person, whose revision this change must not share.
    await send("film", { AfterMovie: "film.ch/0" });
    const { html, undo: form } = await tell(change, fields);
    expect(html).toContain(`Souper : ${what}`);
    if (change !== "film") expect(html).toContain('href="/annonce?evenement=Souper1125"');
    for (const _tap of ["one", "two"]) expect((await undo(form))[0]).toBe(302);
    expect(await stored()).toMatchObject({
      status: "",
      previousDates: "",
      notice: "",
      firstDay: before?.firstDay,
      afterMovie: "https://film.ch/0",
    });
  });

  it.each(["undo", "as-planned"])("by two requests at once as by one: %s", async (intention) => {
    const { undo: form } = await tell("annuler", { Notice: "" });
    clock.now = new Date("2025-11-20T10:00:05Z");
    const answers = await Promise.all(["one", "two"].map(() => undo({ ...form, intention })));
    expect(answers[0]).toEqual(answers[1]);
    expect(await stored()).toMatchObject({ status: "" });
  });

  it("but not if the event has changed meanwhile", async () => {
    const { undo: form } = await tell("annuler", { Notice: "" });
    await send("film", { AfterMovie: "film.ch/1" });
    await undo(form);
    expect(await stored()).toMatchObject({ status: "annule", afterMovie: "https://film.ch/1" });
    expect(await read("/planning")).toContain("Annulé");
  });

  it("and opens the announcement with its sentence, without publishing or losing the one that is online", async () => {
    const by = { id: "a", name: "Ana" };
    const online = { text: "Le car part à 19 h", link: "", until: "2025-11-21T10:00:00.000Z" };
    await site.services.announcement.save(online, (await site.services.announcement.get()).version, {
      by,
      at: new Date("2025-11-20T09:00:00Z"),
    });
    await send("reporter", { NewDay: "2025-12-05", Notice: "" });
    const html = (await site.html("/annonce?evenement=Souper1125")).replaceAll("\u00a0", " ");
    for (const text of [
      "Le Souper du 28.11.2025 est reporté au 05.12.2025.",
      'value="2025-11-29"',
      'value="06:00"',
      'value="/planning/Souper1125"',
      "« <bdi>Le car part à 19 h</bdi> » Elle reste",
    ])
      expect(html).toContain(text);
    expect(await site.services.announcement.get()).toMatchObject(online);
    expect(await site.html("/annonce?evenement=Rien")).toContain("Le car part à 19 h</textarea>");
  });
});

describe("the buttons of the menu", () => {
  it("publish a draft, and reset the status of an event", async () => {
    const draft = anEvent({ name: "Loto", month: "2025-12", publication: "draft" });
    await site.services.events.create("Loto1225", draft, null, await prepared(site.services, "evenements"));
    expect((await press("publish", "Loto1225")).status).toBe(302);
    expect((await site.request("/planning/Loto1225")).status).toBe(200);
    await send("reporter", { NewDay: "", Notice: "À la halle" });
    expect((await press("as-planned")).headers.get("location")).toBe("/planning?fait=&fait=Souper1125#Souper1125");
    expect(await stored()).toMatchObject({ status: "", previousDates: "", notice: "", firstDay: "2025-11-28" });
    expect((await press("publish", "Rien")).status).toBe(302);
  });

  it("publish a draft by two requests, at once or one after the other, as by one", async () => {
    const draft = anEvent({ name: "Loto", month: "2025-12", publication: "draft" });
    await site.services.events.create("Loto1225", draft, null, await prepared(site.services, "evenements"));
    const countLines = async () => {
      const { entries } = await site.services.journal.list({}, { start: 0, count: 50 });
      return entries.filter(({ action }) => action === "published").length;
    };
    const before = await countLines();
    const atOnce = await Promise.all([press("publish", "Loto1225"), press("publish", "Loto1225")]);
    const answers = [...atOnce, await press("publish", "Loto1225")];
    expect(new Set(answers.map(({ headers }) => headers.get("location")))).toEqual(
      new Set(["/planning?fait=&fait=Loto1225#Loto1225"]),
    );
    expect((await countLines()) - before).toBe(1);
  });

  it("depend on the state of the event", async () => {
    const { events } = site.services;
    await events.create("Loto1225", anEvent({ name: "Loto", month: "2025-12", publication: "draft" }));
    await events.create("Bal0825", anEvent({ name: "Bal" }));
    const html = await site.html("/planning");
    const menu = (id: string) => {
      const [, list = ""] = html.slice(html.indexOf(`id="${id}"`)).split(/<div class="menu__list">/);
      const entries = list
        .slice(0, list.indexOf("</details>"))
        .matchAll(/<(?:a|button)[^>]*>(?:<svg.*?<\/svg>)?([^<]+)</g);
      return [...entries].map(([, text]) => text);
    };
    expect(menu("Souper1125")).toEqual(["Modifier", "Coups de main", "Marquer reporté", "Marquer annulé", "Supprimer"]);
    expect(menu("Loto1225")).toEqual(["Modifier", "Coups de main", "Publier", "Supprimer"]);
    expect(menu("Bal0825")).toEqual(["Modifier", "After movie", "Refaire en 2026", "Supprimer"]);
  });
});
