/** The committee's page of who comes to the slots of an event. */
import { expect, it } from "vitest";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { EMPTY_SLOT, type SlotFields } from "#domain/slots/slot.ts";
import { saveMember } from "#tests/contracts/register/register.contract.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { sentences, setUpSite, textOf } from "#tests/http/site.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";

/** Saturday evening. */
const NOW = new Date("2027-06-12T22:30:00+02:00");
const site = setUpSite({ committee: true, each: true, now: NOW });
const BY = { id: "a", name: "Ana" };

/** Slots of three hours, from these hours of 12 June 2027; after midnight, hours above 24. */
async function anEvening(slots: readonly (Partial<SlotFields> & { hour: number })[], id = "Fete") {
  const { services } = site;
  const days = { month: "2027-06", firstDay: "2027-06-12", publication: "" };
  await services.events.create(id, anEvent({ name: "Fête de la Saint-Jean", ...days }), null);
  const event = (await services.events.get(id)) ?? expect.fail();
  const time = (hour: number) => ({ days: Math.floor(hour / 24), time: `${String(hour % 24).padStart(2, "0")}:00` });
  const fields = slots.map(({ hour, ...slot }) => ({
    ...EMPTY_SLOT,
    ...{ post: "Bar", needed: 4, from: time(hour), until: time(hour + 3) },
    ...slot,
  }));
  const ids = await services.slots.add(event.subject, fields, BY);
  const reply = async (name: string, slot = ids[0] ?? "", more = {}) => {
    const replier = { member: "", name, phone: "0791234567", isAdult: false, birthDate: "", ...more };
    const outcome = await replyToSlots(
      services,
      { event, chosen: [slot], replier: { ...replier, door: "public" } },
      BY,
    );
    return outcome.is === "refused" ? expect.fail() : (outcome.replies[0]?.id ?? "");
  };
  return { event, ids, reply, page: `/evenement/modify/${id}/coups-de-main/qui-vient` };
}

const act = (page: string, fields: Record<string, string>) => site.send(page, fields, site.cookie);
const toastOf = (response: Response): string =>
  Buffer.from(
    decodeURIComponent(/avis=([^;]+)/.exec(response.headers.getSetCookie().join())?.[1] ?? ""),
    "base64",
  ).toString();
const replies = async (subject: string) =>
  (await site.services.replies.list(subject)).map(({ id: _, ...reply }) => reply);

it("the page of who comes lists the current slots first, then the missing people; without slots it links to the plan", async () => {
  const { page, reply, ids } = await anEvening([{ hour: 18 }, { hour: 22 }, { hour: 25, post: "Entrée" }]);
  await reply("Léa Dubuis", ids[1]);
  const text = textOf(await site.html(page)).replaceAll("\u00a0", " ");
  expect(text).toMatch(/Maintenant 22 h à 1 h, Bar 1 sur 4/);
  expect(text).toMatch(/Il manque 7 personnes Samedi 12 juin 22 h à 1 h, Bar : 3 1 h à 4 h, Entrée : 4/);
  expect(text.indexOf("Maintenant")).toBeLessThan(text.indexOf("Il manque"));
  const shared = decodeURIComponent((await site.html(page)).match(/wa\.me\/\?text=([^"]+)/)?.[1] ?? "");
  expect(shared.replaceAll("\u00a0", " ").split("\n")).toEqual([
    "Coups de main : Fête de la Saint-Jean",
    "Il manque 7 personnes.",
    "Samedi 12 juin",
    "22 h à 1 h : Bar 3",
    "1 h à 4 h : Entrée 4",
    "On s’inscrit ici :",
    "http://localhost:3000/planning/Fete#coups-de-main",
  ]);
  expect(text).toContain("Ajouter quelqu’un Par poste");
  const { version = "", ...fields } = (await site.services.events.get("Fete")) ?? expect.fail();
  await site.services.events.update("Fete", { ...fields, status: "annule" }, version, null);
  expect(textOf(await site.html(page))).not.toContain("Ajouter");
  const { page: empty } = await anEvening([], "Vide");
  expect(await site.html(empty)).toContain('href="/evenement/modify/Vide/coups-de-main"');
  expect((await site.get(page.replace("Fete", "Rien"))).status).toBe(404);
});

it("a form about presence or removal that is sent twice changes nothing more; each is undone in its row", async () => {
  const { page, reply, event } = await anEvening([{ hour: 22 }]);
  const id = await reply("Léa Dubuis");
  for (const _ of [1, 2]) expect((await act(page, { intention: "present", id })).status).toBe(302);
  expect(await replies(event.subject)).toMatchObject([{ isPresent: true }]);
  await act(page, { intention: "absent", id, undo: "1" });
  await act(page, { intention: "remove", id });
  const [first] = await replies(event.subject);
  await act(page, { intention: "remove", id });
  expect([first?.isPresent, first?.withdrawnBy, (await replies(event.subject))[0]?.withdrawnAt]).toEqual([
    false,
    "committee",
    first?.withdrawnAt,
  ]);
  expect(textOf(await site.html(`${page}?fait=${id}`))).toMatch(/Retiré·e .*par le comité/);
  // A page that was opened before.
  for (const intention of ["present", "confirm"])
    expect(toastOf(await act(page, { intention, id }))).toContain("changed-meanwhile");
  await act(page, { intention: "restore", id, undo: "1" });
  expect(await replies(event.subject)).toMatchObject([{ withdrawnAt: null, isPresent: false }]);
});

it("a reply of another event, or of none, is refused, and presence before the day of the slot too", async () => {
  const { page } = await anEvening([{ hour: 22 }]);
  const other = await anEvening([{ hour: 22 }], "Autre");
  const later = await anEvening([{ hour: 46 }], "Demain");
  for (const [path, id, intention] of [
    [page, await other.reply("Léa"), "remove"],
    [page, "rien", "remove"],
    [later.page, await later.reply("Léa"), "present"],
  ] as const)
    expect(toastOf(await act(path, { intention, id }))).toContain("changed-meanwhile");
  expect(await replies(other.event.subject)).toMatchObject([{ withdrawnAt: null }]);
  expect(await replies(later.event.subject)).toMatchObject([{ isPresent: false }]);
});

it("the committee adds a member or another person by name, also to a full slot; a refused form keeps the typed values", async () => {
  const lea = { ...EMPTY_MEMBER, firstName: "Léa", lastName: "Dubuis", phone: "0798765432", birthDate: "2010-01-01" };
  const guardian = { guardianName: "Marie Dubuis", guardianPhone: "0791112233" };
  const member = await saveMember(site.services.register, { ...lea, ...guardian });
  const { page, event, ids } = await anEvening([{ hour: 22, needed: 1, adultsOnly: true }]);
  const [slot = ""] = ids;
  const add = (name: string, phone = "", into = slot) =>
    act(`${page}?ajouter=${into}`, { intention: "add", name, phone, slot: into });
  expect(await site.html(`${page}?ajouter=${slot}`)).toContain('<option value="Dubuis, Léa">');
  expect((await add("Dubuis, Léa")).status).toBe(302);
  expect((await add("lea dubuis")).status).toBe(302);
  expect((await add("Luc Varone")).status).toBe(302);
  const added = (await replies(event.subject)).map(({ member, name, phone }) => ({ member, name, phone }));
  expect(added).toHaveLength(2);
  expect(added).toContainEqual({ member, name: "Léa Dubuis", phone: "0798765432" });
  expect(added).toContainEqual({ member: "", name: "Luc Varone", phone: "" });
  const text = textOf(await site.html(page)).replaceAll("\u00a0", " ");
  expect(text).toContain("2 sur 1 plus que prévu");
  expect(text).toContain("17 ans selon le registre");
  expect(text).toContain("079 111 22 33");
  expect(text).toMatch(/Luc Varone âge inconnu sans numéro/);

  const refused = await add("Ana", "12");
  expect([refused.status, sentences(await refused.text())]).toEqual([
    400,
    [["phone", expect.stringContaining("dix chiffres")]],
  ]);
  const gone = await add("Ana", "", "rien");
  const html = await gone.text();
  expect([gone.status, sentences(html)]).toEqual([400, [["slot", "Ce poste n’existe plus."]]]);
  expect(html).toContain('value="Ana"');
  await saveMember(site.services.register, { ...lea, birthDate: "2000-01-01" });
  expect(sentences(await (await add("Léa Dubuis")).text())).toEqual([["name", expect.stringContaining("Plusieurs")]]);
});

it("after a change of the hours, people are to be confirmed; the committee confirms, and undoes it", async () => {
  const { page, reply, event } = await anEvening([{ hour: 22 }]);
  const id = await reply("Léa Dubuis");
  const { version, subject: _, sequence: __, id: ___, ...fields } = event;
  await site.services.events.update("Fete", { ...anEvent(), ...fields, firstDay: "2027-06-13" }, version, null);
  const state = async () => textOf(await site.html(page)).replaceAll("\u00a0", " ");
  expect(await state()).toMatch(/0 sur 4, 1 à confirmer.*avait dit oui pour Bar, samedi 12 juin, 22 h à 1 h/);
  for (const _ of [1, 2]) await act(page, { intention: "confirm", id });
  expect(await state()).toContain("1 sur 4");
  expect(await site.html(`${page}?fait=${id}`)).toContain("Vient toujours, noté à");
  await act(page, { intention: "undo-confirmation", id, undo: "1" });
  expect(await state()).toContain("0 sur 4, 1 à confirmer");
});

it("the bar shows a late withdrawal through the link until it is seen, the place is filled or the slot is over", async () => {
  const { page, reply, ids } = await anEvening([
    { hour: 22, needed: 1 },
    { hour: 22 + 48, needed: 1 },
    { hour: 18, needed: 1 },
  ]);
  const bar = async () => /(\d+) désistement/.exec(textOf(await site.html("/planning")))?.[1];
  const { replies: store } = site.services;
  const withdraw = async (slot: number, by: "person" | "committee" = "person") => {
    // Of two replies of one person in a millisecond, none is the last.
    const id = await reply(by === "person" ? "Léa Dubuis" : "Noé Luyet", ids[slot]);
    await store.withdraw([id], by, null);
    return id;
  };
  await withdraw(0, "committee");
  await withdraw(2);
  expect(await bar()).toBeUndefined();
  const id = await withdraw(0);
  const later = await withdraw(1);
  expect(await bar()).toBe("2");
  expect(await site.html("/planning")).toMatch(new RegExp(`href="${page}#ligne-(?:${id}|${later})"`));
  expect(await site.html(page)).toContain('value="seen"');
  await act(page, { intention: "seen", id });
  // « Annuler » after « Vu » does not bring the person back.
  const undo = async () =>
    /value="(unseen|restore)"/.exec((await site.html(`${page}?fait=${id}`)).split(`ligne-${id}`)[1] ?? "");
  expect((await undo())?.[1]).toBe("unseen");
  await act(page, { intention: "unseen", id });
  expect([await bar(), (await store.get(id))?.withdrawnBy]).toEqual(["2", "person"]);
  await act(page, { intention: "seen", id });
  expect([await bar(), (await site.html(page)).includes(later)]).toEqual(["1", true]);
  await reply("Luc Varone", ids[1]);
  expect(await bar()).toBeUndefined();
});

it("the PDF has a page for each post or evening with numbers; it asks for the password, and the journal records it", async () => {
  const { page, reply, ids } = await anEvening([{ hour: 18 }, { hour: 22 }, { hour: 25, post: "Entrée" }]);
  await reply("Léa Dubuis", ids[1]);
  const file = page.replace("qui-vient", "liste.pdf");
  expect((await site.get(`${file}?par=x`)).status).toBe(404);
  const texts = async (by: string, number: number) =>
    readPdf(new Uint8Array(await (await site.get(`${file}?par=${by}`)).arrayBuffer()), number)
      .pieces.filter(({ ornament }) => !ornament)
      .map(({ text }) => text.replaceAll("\u00a0", " "));
  const bar = await texts("poste", 1);
  for (const text of ["Bar", "Léa Dubuis", "079 123 45 67", "Samedi 12 juin, 22 h à 1 h", "1 sur 4"])
    expect(bar.join(" ")).toContain(text);
  expect((await texts("poste", 2)).join(" ")).toContain("Entrée");
  // A number stays on one line, also that of a parent.
  const zoe = { firstName: "Zoé", lastName: "Rey", birthDate: "2012-01-01" };
  const guardian = { guardianName: "Anne Rey", guardianPhone: "079 765 43 21" };
  const minor = await saveMember(site.services.register, { ...EMPTY_MEMBER, ...zoe, ...guardian });
  await reply("Zoé Rey", ids[1], { member: minor });
  expect(await texts("poste", 1)).toContain("079 765 43 21");
  expect((await texts("soir", 1)).join(" ")).toMatch(/Samedi 12 juin.*22 h à 1 h, Bar/);
  expect((await site.services.journal.list({}, { start: 0, count: 1 })).entries).toMatchObject([
    { action: "exported", subject: "reply" },
  ]);
});
