/** « À faire »: the page, and its number in the bar of the committee. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ASSOCIATION, type TaskFields } from "#domain/dossier/task.ts";
import type { FoundToDo } from "#domain/to-do/to-do.ts";
import { setUpPlanning } from "#tests/http/erase-cards.ts";
import { textOf } from "#tests/http/site.ts";
import { deleteCard } from "#usecases/recycle-bin.ts";

const { site, clock, put } = setUpPlanning("2026-11-20T10:00:00Z", { committee: true });

const PAGE = "/a-faire";
const BY = { id: "account-of-anne", name: "Anne" };

beforeEach(async () => {
  await put("Bal1226", { name: "Bal", month: "2026-12", firstDay: "2026-12-01" });
  await put("Loto0327", { name: "Loto", month: "2027-03" });
  site.services.toDo.forget();
});

const subjectOf = async (id: string) => (await site.services.events.get(id))?.subject ?? "";
async function add(event: string, ...tasks: (Partial<TaskFields> & { former?: string })[]) {
  const subject = event === ASSOCIATION ? ASSOCIATION : await subjectOf(event);
  const all = tasks.map(({ former = "", ...task }) => ({
    ...{ text: "Affiche", due: null, who: "", former: { name: former, since: "2025-12-01" } },
    ...task,
  }));
  return site.services.tasks.add(subject, all, BY);
}
const plain = (html: string) =>
  textOf(html.replaceAll(/<script[\s\S]*?<\/script>/g, "")).replaceAll(/\u00a0|&nbsp;/g, " ");
const content = async (path = PAGE) => plain(/<main.*<\/main>/s.exec(await site.html(path))?.[0] ?? "");
const late = async (path = "/planning") =>
  /<a [^>]*href="\/a-faire"[^>]*>À faire (?:<b>(\d+)<span class="sr-only"> en retard)?/.exec(
    await site.html(path),
  )?.[1];
const post = (fields: Record<string, string>, path = PAGE) => site.send(path, fields, site.cookie);
async function follow(answer: Response) {
  expect(answer.status).toBe(302);
  return (answer.headers.get("location") ?? "").split("#") as [string, string?];
}

describe("the list", () => {
  it("has what is late, the next 14 days, the later months and what has no date, with day, event and person", async () => {
    await add(
      "Bal1226",
      { text: "Salle", due: { days: -30 }, who: "Sophie" },
      { text: "Montage", due: { days: -1 }, former: "Léo" },
      { text: "Factures", due: { days: 14 } },
    );
    await add("Loto0327", { text: "Lots", due: { days: -30 } }, { text: "Cartons", due: { days: -119 } });
    await add(ASSOCIATION, { text: "Statuts" }, { text: "Banque", due: { day: "2027-01-15" } });
    const text = await content();
    const order = [
      ...["En retard", "Salle", "Cartons", "Les 14 prochains jours", "Montage", "Décembre 2026", "Factures"],
      ...["Janvier 2027", "Banque", "Lots", "Sans date", "Statuts"],
    ].map((word) => [word, text.indexOf(` ${word} `)] as const);
    expect(order.map(([word, at]) => [word, at > 0])).toEqual(order.map(([word]) => [word, true]));
    expect(order.toSorted(([, a], [, b]) => a - b)).toEqual(order);
    for (const words of [
      "1 novembre 2026",
      "30 novembre 2026 Bal l’an dernier : Léo",
      "vers le 30 janvier 2027 Loto",
      "Statuts Association Fait : Statuts",
    ])
      expect(text).toContain(words.replace("1 novembre", "1er novembre"));
    const html = await site.html(PAGE);
    const { id = "" } = (await site.services.tasks.listOpen()).find(({ text }) => text === "Salle") ?? {};
    expect(html).toContain(`href="/evenement/modify/Bal1226/dossier#ligne-${id}"`);
    expect(html).toContain('href="/dossiers/association#ligne-');
  });

  it("has what the site itself finds among the tasks, by day, with a link to its page", async () => {
    await add("Bal1226", { text: "Salle", due: { days: -11 } });
    const found: FoundToDo[] = [
      { id: "fees-2027", text: "Ouvrir les cotisations 2027", href: "/cotisations/ouvrir", due: null },
      {
        id: "x",
        text: "Un rappel à envoyer",
        href: "/cotisations/2026",
        due: { day: "2026-11-19", isApproximate: false },
      },
    ];
    const { read } = site.services.toDo;
    const mock = vi.spyOn(site.services.toDo, "read").mockImplementation(async () => ({ ...(await read()), found }));
    const [text, html] = [await content(), await site.html(PAGE)];
    mock.mockRestore();
    expect(text).toMatch(/En retard Un rappel .*14 prochains jours Salle .*Sans date Ouvrir les cotisations/);
    expect(html).toContain('href="/cotisations/ouvrir"');
    expect(html.match(/value="done"/g)).toHaveLength(1);
  });

  it("has open tasks of a party of years ago, too", async () => {
    await put("Bal1220", { name: "Bal", month: "2020-12", firstDay: "2020-12-01" });
    await add("Bal1220", { text: "Rendre les clés", due: { days: 1 } });
    expect(await content()).toMatch(/En retard Rendre les clés/);
  });

  it("omits tasks of cancelled and of deleted events, and says when there is nothing to do", async () => {
    await add("Bal1226", { text: "Salle", due: { days: -60 } });
    await add("Loto0327", { text: "Lots", due: { days: -200 } });
    expect(await late()).toBe("2");
    const { version = "", ...event } = (await site.services.events.get("Bal1226")) ?? {};
    await site.services.events.update("Bal1226", { ...event, status: "annule" } as never, version);
    expect(await late()).toBe("1");
    await deleteCard(site.services, { collection: "evenements", id: "Loto0327" }, BY);
    expect(await late()).toBeUndefined();
    expect(await content()).toContain("Rien à faire");
  });

  it("is filtered by the address for the tasks of the account, whatever accents and case", async () => {
    const { id = "" } = (await site.services.auth.listAccounts())[0] ?? {};
    expect(await content()).not.toContain("Mes tâches");
    await site.services.auth.rename(id, "Éloïse");
    await add("Bal1226", { text: "Salle", who: "eloise" }, { text: "Affiche", who: "Léo" }, { text: "Bus" });
    expect(await content()).toContain("Mes tâches 1");
    const mine = await content(`${PAGE}?filtre=mine`);
    expect(["Salle", "Affiche", "Bus"].map((task) => mine.includes(`Fait : ${task}`))).toEqual([true, false, false]);
    const [task = ""] = (await site.services.tasks.listOpen())
      .filter(({ who }) => who === "eloise")
      .map(({ id }) => id);
    const [path] = await follow(await post({ intention: "done", id: task }, `${PAGE}?filtre=mine`));
    expect(await content(path)).toContain("Fait, 11 h 00.");
    expect(await content(`${PAGE}?filtre=mine`)).toContain("Rien à votre nom.");
  });

  it("is filtered for the tasks that name the account among others, or by its card’s last name", async () => {
    const { id = "" } = (await site.services.auth.listAccounts())[0] ?? {};
    await site.services.auth.rename(id, "Marie-Hélène");
    for (const [key, firstName, lastName] of [
      ["A", "Marie-Hélène", "Varone"],
      ["B", "Léo", "Luyet"],
    ] as const)
      await site.services.committee.create(key, { firstName, lastName, role: "Membre", displayedRole: "" });
    await add(
      "Bal1226",
      { text: "Salle", who: "Marie-Hélène et Léo", due: { days: -7 } },
      { text: "Affiche", who: "marie helene varone" },
      { text: "Bus", who: "Marie" },
      { text: "Bar", who: "Hélène Luyet" },
    );
    const html = await site.html(`${PAGE}?filtre=mine`);
    const mine = plain(html);
    expect(["Salle", "Affiche", "Bus", "Bar"].filter((task) => mine.includes(`Fait : ${task}`))).toEqual([
      "Salle",
      "Affiche",
    ]);
    expect(mine).toContain("Mes tâches 2");
    expect(html).toMatch(/Salle, Bal \(Marie-Hélène et Léo\)/);
  });

  it("has pages of 50; a row on the second page stays there when it is done", async () => {
    const tasks = Array.from({ length: 60 }, (_, i) => ({ text: `Tâche ${100 + i}`, due: { days: -60 } }));
    await add("Bal1226", ...tasks);
    const first = await content();
    expect([first.includes("Tâche 149"), first.includes("Tâche 150"), first.includes("Page 1 sur 2")]).toEqual([
      true,
      false,
      true,
    ]);
    const { id = "" } = (await site.services.tasks.listOpen()).find(({ text }) => text === "Tâche 155") ?? {};
    const [path] = await follow(await post({ intention: "done", id }, `${PAGE}?page=2`));
    const second = await content(path);
    expect(second.match(/Fait : Tâche/g)).toHaveLength(10);
    expect(second).toContain("Fait, 11 h 00.");
  });

  it("is the committee’s only", async () => {
    expect((await site.request(PAGE)).headers.get("location")).toBe("/login?suite=%2Fa-faire");
    const answer = await site.send(PAGE, { intention: "done", id: "x" }, "");
    expect(answer.headers.get("location")).toMatch(/^\/login/);
  });
});

describe("« Fait »", () => {
  it("is one tap; the row stays with its undo until the list is opened again, and the bar counts one less", async () => {
    const [first = "", second = ""] = await add(
      "Bal1226",
      { text: "Salle", due: { days: -60 } },
      { text: "Affiche", due: { days: -50 } },
    );
    expect(await late()).toBe("2");
    const done = { intention: "done", id: first };
    const answers = await Promise.all([post(done), post(done)]);
    const [path, row] = await follow(answers[0] ?? expect.fail());
    expect(row).toBe(`ligne-${first}`);
    expect(await late(path)).toBe("1");
    const shown = await content(path);
    expect(shown).toMatch(/Salle .*Fait, 11 h 00\. .*Annuler : Salle.* Affiche/);
    expect(await content()).not.toContain("Salle");
    expect((await site.services.tasks.listRevisions(first)).length).toBe(1);

    const undone = await follow(await post({ intention: "reopen", id: first, undo: "1" }, path));
    expect(await late(undone[0])).toBe("2");
    expect(await content()).toContain("Salle");
    expect((await site.services.tasks.get(second))?.doneAt).toBe("");
  });

  it("of a task that somebody has deleted says so", async () => {
    const [id = ""] = await add("Bal1226", { text: "Salle" });
    await site.services.tasks.moveToBin([id], { by: BY, at: clock.now });
    const answer = await post({ intention: "done", id });
    const cookies = answer.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
    const [path] = await follow(answer);
    expect(await site.html(path, [site.cookie, ...cookies].join("; "))).toContain("Quelqu’un l’a déjà supprimé");
  });
});

describe("a list that is open while its event changes", () => {
  it("keeps the row of a task whose event is cancelled, with its undo", async () => {
    const [id = ""] = await add("Bal1226", { text: "Salle", due: { days: -30 } });
    const { version = "", ...event } = (await site.services.events.get("Bal1226")) ?? {};
    await site.services.events.update("Bal1226", { ...event, status: "annule" } as never, version);
    const [path] = await follow(await post({ intention: "done", id }));
    expect(await content(path)).toMatch(/Salle .*Fait, 11 h 00\. Annuler/);
  });

  it("says that the task is gone if its event is deleted, and leaves it as it was", async () => {
    const [id = ""] = await add("Bal1226", { text: "Salle", due: { days: -30 } });
    await deleteCard(site.services, { collection: "evenements", id: "Bal1226" }, BY);
    const answer = await post({ intention: "done", id });
    const cookies = answer.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
    const [path] = await follow(answer);
    expect(await site.html(path, [site.cookie, ...cookies].join("; "))).toContain("Quelqu’un l’a déjà supprimé");
    expect((await site.services.tasks.get(id))?.doneAt).toBe("");
  });
});

it("the message for the group has what is late or due within a week, and names only people of the committee", async () => {
  await site.services.committee.create("LeoMembre", {
    ...{ firstName: "Léo", lastName: "Luyet", role: "Membre", displayedRole: "" },
  });
  await add(
    "Bal1226",
    { text: "Salle", due: { days: -60 }, who: "leo" },
    { text: "Sono", due: { days: -5 }, who: "Zoé Héritier" },
    { text: "Montage", due: { days: -1 } },
  );
  const html = await site.html(PAGE);
  const shared = /data-share-text="([^"]*)"/.exec(html)?.[1]?.replaceAll("\u00a0", " ");
  expect(shared?.split("\n")).toEqual([
    "En retard :",
    "Ven. 2 oct. : Salle, Bal (Léo)",
    "À faire cette semaine :",
    "Jeu. 26 nov. : Sono, Bal",
  ]);
  expect(html).toContain(`data-share-url="${site.config.publicUrl}/a-faire"`);
});

it("the bar reads the tasks once for several pages", async () => {
  await add("Bal1226", { text: "Salle", due: { days: -60 } });
  const listOpen = vi.spyOn(site.services.tasks, "listOpen");
  for (const path of ["/planning", "/registre", PAGE, "/journal"]) expect(await late(path)).toBe("1");
  // Once for the first page, and once for the list itself.
  expect(listOpen).toHaveBeenCalledTimes(2);
  listOpen.mockRejectedValue(new Error("panne"));
  site.services.toDo.forget();
  expect((await site.get("/journal")).status).toBe(200);
  listOpen.mockRestore();
  expect(site.log.splice(0).map(({ position }) => position)).toEqual(["count of late to-dos"]);
});

it("the bar counts at once the late tasks of a dossier that is taken, and the year of fees that is opened", async () => {
  await put("Bal1225", { name: "Bal", month: "2025-12", firstDay: "2025-12-01" });
  await add("Bal1225", { text: "Salle", due: { days: -30 } }, { text: "Bus", due: { days: -21 } });
  expect(await late()).toBe("2");
  const [from, to] = [await subjectOf("Bal1225"), await subjectOf("Bal1226")];
  const source = { subject: from, name: "Bal", year: "2025", deletedAt: "" };
  await site.services.dossiers.takeFrom(to, source as never, BY);
  expect(await late()).toBe("4");
  const listOpen = vi.spyOn(site.services.tasks, "listOpen");
  await site.services.fees.open({ year: "2026", amount: 5000, joinedBy: "2026-10-01" }, null);
  await late();
  expect(listOpen).toHaveBeenCalledTimes(1);
  listOpen.mockRestore();
});

it("an event that had the short address of the list keeps its page in the planning", async () => {
  await put("Fete0627", { name: "Fête", month: "2027-06", firstDay: "2027-06-12", pageAddress: "a-faire" });
  expect((await site.request("/planning/Fete0627")).status).toBe(200);
  expect((await site.request(PAGE)).headers.get("location")).toBe("/login?suite=%2Fa-faire");
});
