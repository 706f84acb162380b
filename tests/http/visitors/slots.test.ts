import { beforeEach, describe, expect, it } from "vitest";
import { isComing } from "#domain/slots/reply.ts";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { rush } from "#tests/http/rush.ts";
import { sentences, setUpSite, textOf } from "#tests/http/site.ts";
import { addEvent, changeEvent, EVENT, FORM_PATH } from "#tests/http/slot-event.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";

const site = setUpSite({ each: true, committee: true });

const TYPED = { nom: "Zoé Héritier", telephone: "079 123 45 67", hp: "" };

let ids: string[];
beforeEach(async () => {
  ids = await addEvent(site.services, [
    { hour: 18, needed: 2 },
    { hour: 21, needed: 2, adultsOnly: true },
    { hour: 18, post: "Entrée", note: "Avec une veste." },
    { hour: 24, post: "Caisse", membersOnly: true, needed: 3 },
  ]);
});

/** Sends the form with these slots ticked, by their numbers. */
async function send(ticked: readonly number[], typed: Record<string, string> = {}, address?: string) {
  const poste = ticked.map((i) => ids[i] ?? "x");
  const response = await site.send(FORM_PATH, { ...TYPED, poste, ...typed }, "", address);
  const html = (await response.text()).replaceAll("<!-- -->", "");
  const told = sentences(html).map(([field, sentence]) => {
    const i = ids.indexOf(field?.replace("poste-", "") ?? "");
    return [i === -1 ? field : i, sentence?.replaceAll("\u00a0", " ")];
  });
  return { status: response.status, location: response.headers.get("location") ?? "", html, told };
}

async function coming() {
  const { subject = "" } = (await site.services.events.get(EVENT)) ?? {};
  return (await site.services.replies.list(subject)).filter(isComing);
}

const tokenIn = (location: string) => /^\/mes-places\/([\w-]+)/.exec(location)?.[1] ?? "";

const isTicked = (html: string, i: number) =>
  new RegExp(`<input type="checkbox"[^>]* value="${ids[i]}"[^>]*>`).exec(html)?.[0].includes("checked") ?? false;

describe("the page of an event", () => {
  it("says what is missing, without names, in a form that needs no script", async () => {
    await send([2]);
    const { status, html } = await site.read(`/planning/${EVENT}`, "");
    expect(status).toBe(200);
    expect(html).toContain(`<form class="form slots" action="${FORM_PATH}" method="post">`);
    expect(html).not.toMatch(/__reactRouter|hydrate|Zoé/);
    const section = textOf(/<section class="slots-panel" id="coups-de-main".*<\/section>/s.exec(html)?.[0] ?? "");
    expect(section.replaceAll("\u00a0", " ")).toMatch(
      /vendredi 12 juin Bar 18 h à 21 h on cherche encore 2 personnes Bar 21 h à 0 h 18 ans on cherche encore 2 personnes Entrée 18 h à 21 h complet. Avec une veste. Prénom et nom/,
    );
    expect(section.replaceAll("\u00a0", " ")).toContain(
      "Membre ? Depuis la page personnelle , il y a encore 3 places.",
    );
    expect(html).toContain('autoComplete="name"');
    expect(html).toContain('autoComplete="tel"');
    expect(html).toContain("J’aurai 18");
    expect(html).not.toContain("Caisse");
    // The same form is alone at its own address.
    expect(await site.html(FORM_PATH, "")).toContain(`action="${FORM_PATH}"`);
  });

  it("shows every reply, withdrawal and changed slot to the next visitor, also of another process", async () => {
    const page = () => site.html(`/planning/${EVENT}`, "");
    const missing = async () => /on cherche encore (\d)/.exec(await page())?.[1];
    expect(await missing()).toBe("2");
    await send([0]);
    expect(await missing()).toBe("1");
    const [reply] = await coming();
    await site.services.replies.withdraw([reply?.id ?? ""], "person", null);
    expect(await missing()).toBe("2");
    const slot = (await site.services.slots.get(ids[0] ?? "")) ?? expect.fail();
    await site.services.slots.update(slot.id, { ...slot, needed: 7 }, slot.version, null);
    await expect.poll(missing).toBe("7");
  });

  it("has no section without slots, and says why the event needs nobody", async () => {
    const section = async () =>
      textOf(
        /<section class="slots-panel" id.*<\/section>/s.exec(await site.html(`/planning/${EVENT}`, ""))?.[0] ?? "",
      );
    await changeEvent(site.services, { status: "annule" });
    await expect.poll(section).toMatch(/L’événement est annulé/);
    expect((await send([0])).told).toEqual([]);
    expect(await coming()).toEqual([]);
    await changeEvent(site.services, { status: "reporte", previousDates: "2099-06-12" });
    await expect.poll(section).toMatch(/reporté/);
    await site.services.slots.moveToBin(ids, { at: new Date(), by: null });
    await expect.poll(section).toBe("");
    expect(await site.html(FORM_PATH, "")).toContain("il ne manque personne");
  });

  it("offers nothing after the end of the last slot", async () => {
    site.services.clock.now = () => new Date("2099-06-13T03:00:00+02:00");
    expect(await site.html(FORM_PATH, "")).toContain("C’est passé.");
    const { status, html } = await send([0]);
    expect([status, html.includes('<form class="form slots"')]).toEqual([400, false]);
    expect(html).toContain("Rien n’est encore noté.");
  });

  it("is not found for an unknown event and a draft", async () => {
    await changeEvent(site.services, { publication: "draft" });
    expect((await send([0])).status).toBe(404);
    expect((await site.get(FORM_PATH, "")).status).toBe(404);
    expect((await site.send("/planning/Nulle/coups-de-main", TYPED)).status).toBe(404);
    expect(await coming()).toEqual([]);
  });
});

describe("a visitor who replies", () => {
  it("comes to all ticked slots, and is led to a page of their own", async () => {
    const { status, location } = await send([0, 1], { majeur: "on" });
    expect([status, location]).toEqual([302, expect.stringMatching(/^\/mes-places\/[\w-]{30,}#merci$/)]);
    const reply = { name: "Zoé Héritier", phone: "0791234567", member: "", isAdult: true };
    expect(await coming()).toMatchObject([reply, reply]);
    const places = await site.services.placeLinks.find(tokenIn(location));
    expect(places?.map(({ slot }) => slot).toSorted()).toEqual(ids.slice(0, 2).toSorted());
  });

  it("is told in one sentence beside each field what is wrong, and keeps what was typed", async () => {
    const { status, told, html } = await send([], { nom: " ", telephone: "079 12", majeur: "on" });
    expect(status).toBe(400);
    expect(told).toEqual([
      ["poste", "Cochez au moins un poste."],
      ["nom", "Ce champ est obligatoire."],
      ["telephone", "Indiquez dix chiffres, ou un numéro étranger avec son indicatif, par exemple +33."],
    ]);
    expect(html).toContain('value="079 12"');
    expect(html).toMatch(/name="majeur"[^>]*checked/);
    const many = await site.send(FORM_PATH, { ...TYPED, poste: Array.from({ length: 51 }, (_, i) => `x${i}`) });
    expect([many.status, sentences(await many.text())]).toEqual([
      400,
      [["poste", "Pas plus de 50\u00a0postes à la fois."]],
    ]);
  });

  it("is told of a slot that was deleted after the page was loaded, and led to the first free slot", async () => {
    const { html, told } = await send([2, 9]);
    expect(told).toEqual([["poste", "Ce poste n’existe plus."]]);
    expect(html).toMatch(
      new RegExp(`<input[^>]*aria-describedby="poste-erreur"[^>]*autofocus=""[^>]*value="${ids[0]}"`, "i"),
    );
    expect(isTicked(html, 2)).toBe(true);
  });

  it("comes to none if one is refused, with a sentence for each, and every tick", async () => {
    await send([2], { nom: "Ana" });
    const { status, told, html } = await send([0, 1, 2]);
    expect(status).toBe(400);
    expect(told).toEqual([
      [1, "Ce poste est réservé aux adultes : cochez « J’aurai 18 ans ce jour-là »."],
      [2, "C’est complet : une personne vient déjà."],
    ]);
    expect([isTicked(html, 0), isTicked(html, 1)]).toEqual([true, true]);
    expect((await coming()).map(({ name }) => name)).toEqual(["Ana"]);

    const offered = await send([2]);
    expect(offered.told).toEqual([
      [2, "C’est complet : une personne vient déjà. Il reste une place aux mêmes heures : Bar."],
    ]);
    expect((await send([3])).status).toBe(400);
    const { told: overlap } = await send([0, 1], { majeur: "on" }).then(() => send([0, 2]));
    expect(overlap).toEqual([[2, "C’est complet : une personne vient déjà."]]);
    await site.services.replies.withdraw(
      (await coming()).filter(({ name }) => name === "Ana").map(({ id }) => id),
      "person",
      null,
    );
    expect((await send([2])).told).toEqual([[2, "En même temps que « Bar, 18 h à 21 h » : un seul des deux."]]);
  });

  it("gets the same page for the same form within ten minutes, and later no link", async () => {
    const start = Date.now();
    site.services.clock.now = () => new Date(start);
    const first = await send([0]);
    expect(await send([0], { nom: "zoe heritier" })).toMatchObject({ status: 302, location: first.location });
    site.services.clock.now = () => new Date(start + 10 * 60_000);
    const later = await send([0]);
    expect([later.status, later.html.includes("C’est déjà noté."), later.html.includes("/mes-places/")]).toEqual([
      200,
      true,
      false,
    ]);
    // Another slot is another submission, whose link opens nothing else.
    const more = await send([0, 1], { majeur: "on" });
    const places = await site.services.placeLinks.find(tokenIn(more.location));
    expect(places?.map(({ slot }) => slot)).toEqual([ids[1]]);
    expect(await coming()).toHaveLength(2);
  });

  it("may sign up two children with one number", async () => {
    expect((await send([0])).status).toBe(302);
    expect((await send([0], { nom: "Léa Héritier" })).status).toBe(302);
    expect((await coming()).map(({ name }) => name)).toEqual(["Zoé Héritier", "Léa Héritier"]);
  });

  it("is the present member with this name and number, which no answer shows", async () => {
    const [zoe] = await saveMembers(
      site.services.register,
      aMember(),
      aMember({ firstName: "Léa", phone: "0792223344", leftOn: "2026-01-01" }),
      aMember({ firstName: "Ana", phone: "0793334455" }),
      aMember({ firstName: "Ana", phone: "0793334455", birthDate: "2015-01-01" }),
    );
    const seen = new Set<string>();
    for (const typed of [
      { nom: "heritier ZOÉ", telephone: "+41 79 123 45 67" },
      { nom: "Léa Héritier", telephone: "0792223344" },
      { nom: "Ana Héritier", telephone: "0793334455" },
      { nom: "Eva Héritier", telephone: "0799999999" },
    ]) {
      const slots = await addEvent(site.services, [{ hour: 30, post: typed.nom }]);
      const response = await site.send(FORM_PATH, { ...TYPED, ...typed, poste: slots });
      const headers = JSON.stringify([...response.headers].toSorted()).replaceAll(/\/mes-places\/[\w-]+/g, "TOKEN");
      seen.add(
        [response.status, (response.headers.get("location") ?? "").length, headers, await response.text()].join(),
      );
    }
    expect(seen.size).toBe(1);
    expect((await coming()).map(({ member }) => member)).toEqual([zoe, "", "", ""]);
  });

  it("is not told where a member comes to a slot for members", async () => {
    const [zoe = ""] = await saveMembers(site.services.register, aMember());
    const [safe = "", gate = ""] = await addEvent(site.services, [
      { hour: 40, post: "Coffre", membersOnly: true, needed: 2 },
      { hour: 40, post: "Portail" },
    ]);
    const event = (await site.services.events.get(EVENT)) ?? expect.unreachable();
    const replier = { member: zoe, name: "Zoé Héritier", phone: "0791234567", isAdult: true, birthDate: "" } as const;
    await replyToSlots(site.services, { event, chosen: [safe], replier: { ...replier, door: "member" } });
    const { html } = await send([], { poste: gate });
    expect(html).toContain("Déjà pris à cette heure-là.");
    expect(html).not.toContain("Coffre");
    expect((await send([], { poste: safe })).status).toBe(400);
  });

  it("is not believed by the tick of an adult’s age to be older than the register says, on the personal page", async () => {
    await saveMembers(site.services.register, aMember({ birthDate: "2090-01-01" }));
    // On the page of the event, the register stays silent: the tick counts, and the committee reads the age.
    expect((await send([1], { majeur: "on" })).status).toBe(302);
    expect(await coming()).toMatchObject([{ isAdult: true, member: expect.stringMatching(/./) }]);
  });

  it("is ignored as a robot, refused from another site, and gets 429 only after 240 forms from one address", async () => {
    expect((await send([0], { hp: "x" })).status).toBe(200);
    expect(await coming()).toEqual([]);
    const body = new URLSearchParams({ ...TYPED, poste: ids[0] ?? "" });
    const headers = { origin: "https://evil.example" };
    expect((await site.request(FORM_PATH, { method: "POST", body, headers })).status).toBe(403);
    const [slot = ""] = await addEvent(site.services, [{ hour: 40, needed: 300 }]);
    const hall = "203.0.113.7";
    for (let i = 0; i < 63; i++) expect((await send([], { poste: slot, nom: `Ana ${i}` }, hall)).status).toBe(302);
    for (let i = 63; i < 240; i++) site.limiter(hall).attempt("slots");
    const { status, html } = await send([], { poste: slot, nom: "Eva" }, hall);
    expect([status, html.includes('value="Eva"'), html.includes("Trop d’envois")]).toEqual([429, true, true]);
    expect(html).toMatch(new RegExp(`checked="" value="${slot}"`));
  });
});

it("of 40 visitors at once, exactly as many come as are needed", async () => {
  await rush({ ...site, get: (path) => site.get(path, "") }, 40);
  expect(site.log).toEqual([]);
});
