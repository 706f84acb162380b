/** What the group, members and other people see of a mailing. */
import { beforeEach, describe, expect, it } from "vitest";
import { newMailingId } from "#domain/mailings/mailing.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { saveSettings, setUpSite } from "#tests/http/site.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";
import { replyToSlots } from "#usecases/slots/reply-to-slots.ts";
import {
  addMailing,
  addZoe,
  BOB,
  expectSound,
  mainOf,
  PRIVATE_HEADERS,
  PRIVATE_VALUES,
  toMember,
  toReply,
} from "./a-mailing.ts";

const NOW = new Date("2027-06-01T10:00:00Z");
const site = setUpSite({ each: true, demo: true, now: NOW });
const visit = (path: string) => site.read(path, "");
const groupPage = async (id: string) => `/ecrire/lu/${await site.services.mailings.pageTokenOf(id)}`;
const ownPage = (id: string) => readMemberLink(site.services, { id, returnedOn: "" });
const later = (months: number, days = 0) => {
  const at = new Date(NOW);
  at.setUTCMonth(at.getUTCMonth() + months, at.getUTCDate() + days);
  site.services.clock.now = () => at;
};

let zoe = "";
beforeEach(async () => {
  zoe = await addZoe(site);
});

async function addBall() {
  const { events, slots } = site.services;
  await events.create("Bal", anEvent({ name: "Bal des foins", month: "2027-06", firstDay: "2027-06-12" }), null);
  const event = (await events.get("Bal")) ?? expect.fail();
  const hours = (from: string, until: string) => ({ from: { days: 0, time: from }, until: { days: 0, time: until } });
  const [bar = "", till = ""] = await slots.add(
    event.subject,
    [
      { ...EMPTY_SLOT, post: "Bar", needed: 3, ...hours("19:00", "21:00") },
      { ...EMPTY_SLOT, post: "Caisse", needed: 3, ...hours("21:00", "23:00") },
    ],
    BOB,
  );
  const sign = async (name: string, slot: string) => {
    const replier = { member: "", name, phone: "0791234567", isAdult: true, birthDate: "", door: "public" } as const;
    const outcome = await replyToSlots(site.services, { event, chosen: [slot], replier });
    return outcome.is === "refused" ? expect.fail() : (outcome.replies[0] ?? expect.fail());
  };
  return { subject: event.subject, bar, till, sign };
}

describe("the page for the group", () => {
  it("shows the words and whom to answer, but nobody who got them, and is found and stored by nobody else", async () => {
    const page = await groupPage(await addMailing(site, { recipients: [toMember(zoe)] }));
    const { headers, status } = await site.request(page);
    expect([status, ...PRIVATE_HEADERS.map((name) => headers.get(name))]).toEqual([200, ...PRIVATE_VALUES]);
    expect(headers.getSetCookie()).toEqual([]);
    const { html } = await visit(page);
    expect(html).not.toContain("__reactRouterContext");
    expect(html).not.toMatch(/Zoé|Dupont|zoe@/);
    const main = mainOf(html);
    for (const text of [
      "Sortie à ski",
      "Aux membres",
      "<strong>8 h</strong>",
      "<li",
      "tel:+41791234567",
      "1er\u00a0juin\u00a02027",
    ])
      expect(main).toContain(text);
    await expectSound(html);
  });

  it("gives a messenger the association and the subject for its preview, and no more", async () => {
    const { html } = await visit(await groupPage(await addMailing(site, { recipients: [toMember(zoe)] })));
    const head = /<head>.*<\/head>/s.exec(html)?.[0] ?? "";
    expect(head).toContain("<title>Sortie à ski | La jeunesse de Savièse</title>");
    expect(head).toContain('<meta name="description" content="Un message de la Jeunesse à ses membres."/>');
    expect(head).not.toMatch(/og:|canonical|8 h|Casque|079/);
  });

  it("leads to an event that visitors may see, and not to a draft", async () => {
    const { subject } = await addBall();
    const page = await groupPage(
      await addMailing(site, { kind: "event", event: subject, recipients: [toMember(zoe)] }),
    );
    const { html } = await visit(page);
    expect(html).toContain('href="/planning/Bal"');
    expect(html).toContain("Au sujet de Bal des foins");
    const { events } = site.services;
    const {
      id,
      version,
      updatedAt: _,
      updatedBy: __,
      picture: ___,
      subject: ____,
      sequence: _____,
      ...fields
    } = (await events.get("Bal")) ?? expect.fail();
    expect(await events.update(id, { ...fields, publication: "draft" }, version)).toBe("updated");
    expect(mainOf((await visit(page)).html)).not.toContain("/planning/");
  });

  it.each([
    ["info", 12],
    ["event", 6],
    ["convocation", 12],
  ] as const)("of the kind %s ends after %i months, like a wrong link", async (kind, months) => {
    const id = await addMailing(site, {
      kind,
      recipients: [toMember(zoe)],
      day: kind === "convocation" ? "2027-06-12" : "",
    });
    const page = await groupPage(id);
    later(months);
    expect((await visit(page)).status).toBe(200);
    later(months, 1);
    const old = await visit(page);
    const wrong = [
      page.slice(0, -1),
      `${page}a`,
      `/ecrire/lu/${id}`,
      "/ecrire/lu/x",
      `/ecrire/lu/${await site.services.optOuts.tokenOf(id)}`,
    ];
    for (const path of wrong) {
      const { status, html } = await visit(path);
      expect([path, status, mainOf(html)]).toEqual([path, 404, mainOf(old.html)]);
    }
    expect(old.status).toBe(404);
    expect(mainOf(old.html)).toContain("Ce lien ne marche pas, ou le message n’est plus en ligne.");
    expect((await site.send(page, {})).status).toBe(405);
  });

  it("escapes what was typed, also in its title", async () => {
    const subject = "</title><script>alert(1)</script>";
    const { html } = await visit(await groupPage(await addMailing(site, { subject, text: `<img src=x> ${subject}` })));
    expect(html).not.toMatch(/<script>alert|<img src=x/);
  });

  it("is open to a hall behind one address", async () => {
    const page = await groupPage(await addMailing(site, { recipients: [toMember(zoe)] }));
    const statuses = [];
    for (let i = 0; i < 63; i++) statuses.push((await site.request(page, {}, "203.0.113.9")).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe("the personal page", () => {
  it("dates each way by which the member got a message, and shows one that waits without a date", async () => {
    const lea = await addZoe(site, { firstName: "Léa", email: "lea@exemple.ch" });
    const id = await addMailing(site, { recipients: [zoe, lea].map(toMember) });
    const waiting = mainOf((await visit(await ownPage(zoe))).html);
    expect(waiting).toContain(`id="message-${id}"`);
    expect(waiting).not.toMatch(/ le 01\.06\.2027/);
    await site.services.mailings.share(id, "group", [lea], BOB);
    expect(mainOf((await visit(await ownPage(zoe))).html)).not.toContain("le 01.06.2027");
    await site.services.mailings.share(id, "group", [zoe], BOB);
    const touch = {
      kind: "mailing",
      member: zoe,
      topic: { id, about: "", reply: "" },
      fees: [],
      way: "sms",
      at: NOW,
    } as const;
    expect(await site.services.touches.record(touch, BOB)).toBe(true);
    later(0, 1);
    await site.services.mailings.share(id, "paper", [zoe], BOB);
    const { html } = await visit(await ownPage(zoe));
    const main = mainOf(html);
    for (const text of ["Dans le groupe le 01.06.2027", "envoyé par SMS le 01.06.2027", "par lettre le 0"])
      expect(main.toLowerCase()).toContain(text.toLowerCase());
    await expectSound(html);
    expect(main).not.toContain("Léa");
  });

  it("shows nobody else’s messages, and none that is too old", async () => {
    const lea = await addZoe(site, { firstName: "Léa", email: "lea@exemple.ch" });
    await addMailing(site, { recipients: [toMember(lea)], subject: "Pour Léa" });
    const id = await addMailing(site, { recipients: [toMember(zoe)] });
    const { html } = await visit(await ownPage(zoe));
    expect(html).toContain(`message-${id}`);
    expect(html).not.toContain("Pour Léa");
    later(12, 1);
    expect((await visit(await ownPage(zoe))).html).not.toContain(`message-${id}`);
  });

  it("opens the words of the newest three; a link of each older one is in its own entry, which it opens", async () => {
    const ids = [];
    for (let i = 0; i < 5; i++) {
      later(0, i);
      ids.push(await addMailing(site, { recipients: [toMember(zoe)], subject: `Message ${i}` }));
    }
    const { html } = await visit(await ownPage(zoe));
    expect(
      [...html.matchAll(/class="own-message own-message--older" id="message-(\w+)"><h3><a href="#message-(\w+)"/g)].map(
        ([, a, b]) => [a, b],
      ),
    ).toEqual([ids[1], ids[0]].map((id) => [id, id]));
  });

  it.each(["tu", "vous"] as const)(
    "switches the infos off and on, twice as once, with « %s »",
    async (memberAddress) => {
      await saveSettings(site, { memberAddress });
      const page = await ownPage(zoe);
      const words = memberAddress === "tu" ? "Tu ne les reçois plus" : "Vous ne les recevez plus";
      for (const [intention, isOut] of [
        ["infos-off", true],
        ["infos-off", true],
        ["infos-on", false],
        ["infos-on", false],
      ] as const) {
        const sent = await site.send(page, { intention, id: zoe });
        expect([sent.status, sent.headers.get("location")]).toEqual([302, `${page}#informations`]);
        expect((await site.services.optOuts.get(zoe)) !== null).toBe(isOut);
        expect(mainOf((await visit(page)).html).includes(`${words} depuis le 1er\u00a0juin\u00a02027.`)).toBe(isOut);
      }
    },
  );

  it("addresses the parents of a minor with « vous »", async () => {
    const child = await addZoe(site, { firstName: "Léa", birthDate: "2015-01-01" });
    await site.services.optOuts.set(child, true, null);
    expect(mainOf((await visit(await ownPage(child))).html)).toContain("Vous ne les recevez plus");
  });
});

describe("the page of one’s places", () => {
  it("shows the messages about the event behind the link to the person, but not behind that of a submission", async () => {
    const { subject, bar, till, sign } = await addBall();
    const [first, second] = [await sign("Ana Dubuis", bar), await sign("Ana Dubuis", till)];
    const other = await sign("Marc Luyet", bar);
    const id = await addMailing(site, {
      kind: "event",
      event: subject,
      recipients: [toReply(first.id), toReply(other.id)],
    });
    await addMailing(site, { kind: "event", event: subject, recipients: [toReply(other.id)], subject: "Pour Marc" });
    const touch = {
      kind: "mailing",
      member: "",
      topic: { id, about: "", reply: first.id },
      fees: [],
      way: "whatsapp",
      at: NOW,
    } as const;
    expect(await site.services.touches.record(touch, BOB)).toBe(true);
    const pageOf = async (scope: "person" | "submission", reply: typeof first) =>
      mainOf((await visit(`/mes-places/${await site.services.placeLinks.tokenOf(scope, reply)}`)).html);
    for (const reply of [first, second]) {
      const main = await pageOf("person", reply);
      for (const text of [`id="message-${id}"`, "Envoyé par WhatsApp le 01.06.2027", "<strong>8 h</strong>"])
        expect(main).toContain(text);
      expect(main).not.toContain("Pour Marc");
      expect(await pageOf("submission", reply)).not.toContain("message-");
    }
    const ofOther = await pageOf("person", other);
    expect(ofOther).toContain("Pour Marc");
    expect(ofOther).not.toContain("WhatsApp");
  });
});

it("an id of a mailing is no address of a page", async () => {
  expect((await visit(`/ecrire/lu/${newMailingId()}`)).status).toBe(404);
});

it("an event that had the short address « ecrire » keeps its page in the planning", async () => {
  const page = { pageAddress: "ecrire", pageFrom: "2027-05-01", firstDay: "2027-06-12" };
  await site.services.events.create("Bal", anEvent({ name: "Bal des foins", month: "2027-06", ...page }), null);
  expect(await visit("/planning/Bal")).toMatchObject({ status: 200, html: expect.stringContaining("Bal des foins") });
});
