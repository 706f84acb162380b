/** The committee's plan of the slots of an event. */
import { beforeEach, describe, expect, it } from "vitest";
import { PLAN_SENTENCES } from "#domain/slots/plan.ts";
import { SLOTS_PER_EVENT_MAX } from "#domain/slots/slot.ts";
import { setUpPlanning } from "#tests/http/erase-cards.ts";
import { sentences, textOf, versionIn } from "#tests/http/site.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";

const { site, clock, put } = setUpPlanning("2026-11-20T10:00:00Z", { committee: true });
const FETE = { month: "2027-06", firstDay: "2027-06-12", startTime: "22:00", endTime: "04:00" };
beforeEach(() => put("Fete0627", FETE));

const PLAN = "/evenement/modify/Fete0627/coups-de-main";
const NIGHT = { posts: "Bar, entrée", evening: "2027-06-12", from: "22:00", until: "04:00", every: "3", needed: "4" };
const SLOT = { post: "Montage", day: "2027-06-11", from: "18:00", until: "21:00", needed: "6", note: "Gants" };

const event = async (id = "Fete0627") => (await site.services.events.get(id)) ?? expect.fail();
const slots = async (id?: string) => site.services.slots.list((await event(id)).subject);
const post = (path: string, fields: Record<string, string>) =>
  site.send(PLAN + path, { hp: "", ...fields }, site.cookie);
const makeNight = (fields = {}) => post("/soiree", { ...NIGHT, ...fields });
const plain = (html: string) =>
  textOf(html.replaceAll(/<script[\s\S]*?<\/script>/g, ""))
    .replaceAll(/\u00a0|&nbsp;/g, " ")
    .replaceAll(" ,", ",");
/** Follows a redirect. @returns the text of the page, and its HTML */
async function follow(answer: Response) {
  expect(answer.status).toBe(302);
  const path = answer.headers.get("location")?.split("#")[0] ?? "";
  const html = await site.html(path);
  return { path, html, text: plain(html) };
}
async function reply(name: string, slot: string) {
  const replier = { name, phone: "0791234567", member: "", isAdult: true, birthDate: "", door: "public" as const };
  expect(await replyToSlots(site.services, { event: await event(), chosen: [slot], replier })).toMatchObject({
    is: "added",
  });
}

describe("a night", () => {
  it("is made by one form, whose fields have the hours of the event; sent twice, it is made once", async () => {
    const form = await site.html(PLAN);
    for (const field of [
      'name="from" value="22:00"',
      'name="until" value="04:00"',
      'name="evening" value="2027-06-12"',
    ])
      expect(form.replaceAll(/ (?:id|type|required|aria-describedby|step)="[^"]*"/g, "")).toContain(field);
    const answers = await Promise.all([makeNight(), makeNight()]);
    expect(answers.map(({ headers }) => headers.get("location"))).toEqual(
      Array(2).fill(expect.stringMatching(/coups-de-main\?ajout=2026/)),
    );
    expect((await slots()).map(({ post, from }) => [post, from])).toEqual([
      ["Bar", { days: 0, time: "22:00" }],
      ["Entrée", { days: 0, time: "22:00" }],
      ["Bar", { days: 1, time: "01:00" }],
      ["Entrée", { days: 1, time: "01:00" }],
    ]);
    const { text } = await follow(answers[0] ?? expect.fail());
    for (const words of ["4 créneaux de plus.", "Samedi 12 juin", "22 h à 1 h, 4 personnes", "1 h à 4 h"])
      expect(text).toContain(words);
    clock.now = new Date("2026-11-20T10:10:00Z");
    const later = await follow(await makeNight({ posts: "BAR; vestiaire" }));
    expect(later.text).toContain("2 créneaux de plus.");
    expect(await slots()).toHaveLength(6);
    clock.now = new Date("2026-11-20T10:20:00Z");
    expect((await makeNight()).headers.get("location")).toBe(PLAN);
  });

  it("is undone by one tap, except where somebody comes; a slot of it is restored in its row", async () => {
    const added = await follow(await makeNight());
    const [first, second] = await slots();
    await reply("Zoé Héritier", second?.id ?? "");
    const at = new URLSearchParams(added.path.split("?")[1]).get("ajout") ?? "";
    const undo = { intention: "undo-addition", id: at };
    const answer = await post(`?ajout=${encodeURIComponent(at)}`, undo);
    expect((await slots()).map(({ id }) => id)).toEqual([second?.id]);
    const { text, path } = await follow(answer);
    expect(text).toContain("1 créneau, où quelqu’un vient déjà.");
    expect(text.match(/Supprimé, 11 h 00\./g)).toHaveLength(3);
    await post(`?ajout=${encodeURIComponent(at)}`, undo);
    expect(await slots()).toHaveLength(1);
    const restore = { intention: "restore", id: first?.id ?? "", undo: "1" };
    for (const _tap of ["one", "two"]) await post(`?${path.split("?")[1]}`, restore);
    expect(await slots()).toHaveLength(2);
  });

  it.each([
    [{ posts: "" }, [["posts", PLAN_SENTENCES.posts]]],
    [{ needed: "0" }, [["needed", PLAN_SENTENCES.needed]]],
    [{ every: "13" }, [["every", PLAN_SENTENCES.step]]],
    [{ evening: "2028-06-12" }, [["evening", PLAN_SENTENCES.far]]],
    [
      { posts: Array.from({ length: 20 }, (_, i) => `P${i}`).join(), from: "12:00", until: "12:00", every: "1" },
      [["posts", PLAN_SENTENCES.tooMany(480)]],
    ],
  ])("with %j is refused with a sentence beside the field, and keeps the typed values", async (fields, expected) => {
    const answer = await makeNight({ ...fields, adultsOnly: "on" });
    const html = await answer.text();
    expect([answer.status, sentences(html).map(([field, text]) => [field, text?.replaceAll("&#x27;", "'")])]).toEqual([
      400,
      expected,
    ]);
    expect(html).toMatch(/<input[^>]*name="adultsOnly"[^>]*checked=""/);
    expect(await slots()).toEqual([]);
  });

  it(`has at most ${SLOTS_PER_EVENT_MAX} slots in an event`, async () => {
    const posts = Array.from({ length: 20 }, (_, i) => `P${i}`).join();
    await makeNight({ posts, from: "12:00", until: "22:00", every: "1" });
    expect(await slots()).toHaveLength(SLOTS_PER_EVENT_MAX);
    expect((await post("/creneau", SLOT)).status).toBe(400);
    expect((await makeNight({ posts: "Bar", from: "22:00", until: "23:00" })).status).toBe(400);
    expect((await makeNight({ posts, from: "12:00", until: "22:00", every: "1" })).status).toBe(302);
    const started = performance.now();
    expect((await site.html(PLAN)).match(/list__row/g)?.length).toBe(SLOTS_PER_EVENT_MAX);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe("an event", () => {
  it("that is without a day, moved, postponed or cancelled says so in its plan; without a day or cancelled, it takes no new slots", async () => {
    await put("Loto0827", { month: "2027-08" });
    const page = await site.html("/evenement/modify/Loto0827/coups-de-main");
    expect(plain(page)).toContain("L’événement n’a pas encore de jour : les créneaux viennent après. Indiquer le jour");
    expect(page).not.toContain('name="posts"');
    const refused = await site.send("/evenement/modify/Loto0827/coups-de-main/soiree", NIGHT, site.cookie);
    expect([refused.status, (await slots("Loto0827")).length]).toEqual([400, 0]);
    await makeNight();
    const change = async (fields: object) => {
      const { version, ...now } = await event();
      await site.services.events.update("Fete0627", { ...now, ...fields }, version, null);
    };
    await change({ firstDay: "2027-06-19" });
    expect(plain(await site.html(PLAN))).toContain("Samedi 19 juin");
    await change({ status: "reporte", previousDates: "" });
    expect(plain(await site.html(PLAN))).toContain("Reporté, date à venir : les créneaux suivront la nouvelle date.");
    await change({ status: "annule" });
    const cancelled = await site.html(PLAN);
    expect(plain(cancelled)).toContain("L’événement est annulé");
    expect(cancelled).toContain(">Bar<");
    expect(cancelled).not.toContain('name="posts"');
    expect(cancelled).not.toContain("?copie=");
    expect((await makeNight({ posts: "Grill" })).status).toBe(400);
    expect((await post("/creneau", { ...SLOT, day: "2027-06-18" })).status).toBe(400);
    const [{ id = "", version = "" } = {}] = await slots();
    expect((await post(`/${id}`, { ...SLOT, day: "2027-06-18", version })).status).toBe(302);
  });

  it("that does not exist has no plan; a visitor is redirected to the sign-in page", async () => {
    for (const path of ["", "/soiree", "/creneau", "/x"]) {
      const address = `/evenement/modify/Rien/coups-de-main${path}`;
      expect((await site.get(address)).status).toBe(404);
      const sent = await site.send(address, { ...NIGHT, ...SLOT, intention: "delete" }, site.cookie);
      expect([path, sent.status]).toEqual([path, path === "" ? 302 : 409]);
      for (const answer of [await site.request(PLAN + path), await site.send(PLAN + path, NIGHT)])
        expect([answer.status, answer.headers.get("location")?.split("?")[0]]).toEqual([302, "/login"]);
    }
    expect(await slots()).toEqual([]);
  });
});

describe("a single slot", () => {
  it("is added, copied, changed and brought back in its row", async () => {
    const { text } = await follow(await post("/creneau", SLOT));
    // The buttons say the day: a post may have the same hours on another evening.
    for (const words of ["Vendredi 11 juin, la veille", "Modifier : Montage, vendredi 11 juin, 18 h à 21 h"])
      expect(text).toContain(words);
    const [{ id = "" } = {}] = await slots();
    const copy = await site.html(`${PLAN}/creneau?copie=${id}`);
    expect(copy).toMatch(/name="post"[^>]*value="Montage"|value="Montage"[^>]*name="post"/);
    clock.now = new Date("2026-11-20T10:10:00Z");
    expect(sentences(await (await post("/creneau", SLOT)).text())).toEqual([["post", PLAN_SENTENCES.taken]]);
    expect((await post("/creneau", { ...SLOT, day: "2027-06-13", post: "Rangement" })).status).toBe(302);
    const version = versionIn(await site.html(`${PLAN}/${id}`));
    const changed = { ...SLOT, needed: "8", version };
    const page = await follow(await post(`/${id}`, changed));
    expect(page.text).toContain("18 h à 21 h, 8 personnes");
    expect(page.text).toContain("Modifié, 11 h 10.");
    // A second tap on « Enregistrer ».
    expect((await post(`/${id}`, changed)).status).toBe(302);
    const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.html)?.[1] ?? "";
    const undo = { intention: "undo-change", id, version: value("version"), at: value("at"), undo: "1" };
    for (const _tap of ["one", "two"])
      expect((await post(`?fait=&fait=${id}`, undo)).headers.get("location")).toContain(`${PLAN}?fait=`);
    expect((await slots())[0]).toMatchObject({ needed: 6, note: "Gants" });
    expect((await follow(await post("/creneau", { ...SLOT, day: "2027-06-14", post: "Lessive" }))).text).toContain(
      "Lundi 14 juin, 2 jours après",
    );
  });

  it("is not overwritten: a conflict names what differs and keeps what was typed", async () => {
    await post("/creneau", SLOT);
    const [{ id = "", version = "" } = {}] = await slots();
    await post(`/${id}`, { ...SLOT, needed: "8", version });
    const answer = await post(`/${id}`, { ...SLOT, post: "Montage du bar", version });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(plain(html)).toContain(
      "vient de modifier ce créneau. Rien n’a été écrasé. Il dit maintenant : Montage, 8 personnes. Enregistrez encore une fois pour le remplacer",
    );
    expect(html).toContain("Montage du bar");
    expect((await post(`/${id}`, { ...SLOT, post: "Montage du bar", version: versionIn(html) })).status).toBe(302);
    expect((await slots())[0]).toMatchObject({ post: "Montage du bar", needed: 6 });
  });

  it("that somebody has deleted keeps what was typed, also without JavaScript", async () => {
    await post("/creneau", SLOT);
    const [{ id = "", version = "" } = {}] = await slots();
    await post("", { intention: "delete", id, seen: "" });
    const answer = await post(`/${id}`, { ...SLOT, note: "Avec le tracteur", version });
    const html = await answer.text();
    expect([answer.status, html.includes('value="Avec le tracteur"')]).toEqual([409, true]);
    expect(plain(html)).toContain("Ce créneau n’existe plus. Quelqu’un d’autre vient de le supprimer.");
  });

  it("of another event, or unknown, is not found", async () => {
    await put("Loto0827", { month: "2027-08", firstDay: "2027-08-07" });
    await post("/creneau", SLOT);
    const [{ id = "", version = "" } = {}] = await slots();
    const other = "/evenement/modify/Loto0827/coups-de-main";
    expect((await site.get(`${other}/${id}`)).status).toBe(404);
    expect((await site.get(`${PLAN}/inconnu`)).status).toBe(404);
    expect((await site.send(`${other}/${id}`, { ...SLOT, post: "X", version }, site.cookie)).status).toBe(409);
    for (const intention of ["delete", "restore", "undo-change"])
      expect((await site.send(other, { intention, id, seen: "", version, at: "" }, site.cookie)).status).toBe(302);
    expect((await slots()).map(({ post }) => post)).toEqual(["Montage"]);
    expect(await site.html(`${other}/creneau?copie=${id}`)).not.toContain(`value="Montage"`);
  });

  it("keeps what was typed when the session has ended", async () => {
    const ended = await site.signIn();
    await site.send("/logout", {}, ended);
    for (const [path, fields] of [
      ["/soiree", { ...NIGHT, posts: "Crêpes" }],
      ["/creneau", { ...SLOT, post: "Crêpes" }],
    ] as const) {
      const answer = await site.send(PLAN + path, fields, ended);
      const html = await answer.text();
      expect([answer.status, html.includes('value="Crêpes"'), html.includes("Fete0627,")]).toEqual([401, true, false]);
    }
  });
});

describe("a slot with replies", () => {
  it("is deleted after the names were shown, and comes back with its replies", async () => {
    await post("/creneau", SLOT);
    const [{ id = "" } = {}] = await slots();
    await reply("Zoé Héritier", id);
    const unseen = await post("", { intention: "delete", id, seen: "" });
    const asked = await follow(unseen);
    expect(asked.path).toContain("confirmer=supprimer-");
    expect(asked.text).toContain("Une personne vient : Zoé Héritier");
    expect(await slots()).toHaveLength(1);
    const seen = /name="seen" value="([^"]*)"/.exec(asked.html)?.[1] ?? "";
    for (const _tap of ["one", "two"]) {
      const { text } = await follow(await post("", { intention: "delete", id, seen }));
      expect(text).toContain("Supprimé, 11 h 00.");
    }
    expect(await slots()).toEqual([]);
    const bin = plain(await site.html("/corbeille"));
    expect(bin).toContain("Coup de main Montage Fete0627, vendredi 11 juin, 18 h à 21 h");
    const [{ key = "" } = {}] = await site.services.bin.list();
    const restored = await site.send("/corbeille", { intention: "restore", key }, site.cookie);
    expect(restored.headers.get("location")).toBe(`${PLAN}#ligne-${id}`);
    expect(plain(await site.html(PLAN))).toContain("6 personnes (1 sur 6)");
    const journal = plain(await site.html("/journal?sujet=creneaux"));
    expect(journal).toContain("a restauré le créneau « Montage » des coups de main");
    expect(await site.html("/journal?sujet=evenements")).toContain(`href="${PLAN}"`);
  });

  it("leaves nothing when it, or its event, is erased for good", async () => {
    const { subject } = await event();
    await makeNight();
    const [first, second, third] = await slots();
    for (const one of [first, second, third]) await reply(`Zoé ${one?.id}`, one?.id ?? "");
    await post(`/${second?.id}`, { ...SLOT, needed: "9", note: "Confidentiel", version: second?.version ?? "" });
    const seen = (await site.services.replies.list(subject)).map(({ id }) => id).join(" ");
    await post("", { intention: "delete", id: first?.id ?? "", seen });
    await post("", { intention: "delete", id: third?.id ?? "", seen });
    const erase = async (id: string) => {
      const entry = (await site.services.bin.list()).find((one) => one.id === id);
      await site.send("/corbeille", { intention: "erase", id: entry?.key ?? "" }, site.cookie);
    };
    await erase(first?.id ?? "");
    expect((await site.services.replies.list(subject)).map(({ slot }) => slot).toSorted()).toEqual(
      [second?.id, third?.id].toSorted(),
    );
    await site.send("/planning", { id: "Fete0627" }, site.cookie);
    await erase("Fete0627");
    expect([await site.services.replies.list(subject), await site.services.slots.list(subject)]).toEqual([[], []]);
    expect(await site.services.bin.list()).toEqual([]);
    expect(await site.services.slots.listRevisions(second?.id ?? "")).toEqual([]);
  });
});

it("a duplicate of an event has its slots, without the people", async () => {
  await makeNight();
  await reply("Zoé Héritier", (await slots())[0]?.id ?? "");
  const form = "/evenement/create?copie=Fete0627";
  expect(plain(await site.html(form))).toContain("4 créneaux de coups de main viennent avec, sans les personnes.");
  const fields = {
    Nom: "Fenaison",
    mois: "07",
    annee: "2027",
    FirstDay: "2027-07-10",
    Lieu: "Halle",
    publication: "draft",
  };
  const answer = await site.upload(form, { ...fields, image: new File([], ""), hp: "" }, site.cookie);
  expect(answer.status).toBe(302);
  const copied = await slots("Fenaison0727");
  expect(copied.map(({ post, from }) => [post, from.days])).toEqual([
    ["Bar", 0],
    ["Entrée", 0],
    ["Bar", 1],
    ["Entrée", 1],
  ]);
  expect(await site.services.replies.list((await event("Fenaison0727")).subject)).toEqual([]);
  expect(plain(await site.html("/evenement/modify/Fenaison0727/coups-de-main"))).toContain("Samedi 10 juillet");
});
