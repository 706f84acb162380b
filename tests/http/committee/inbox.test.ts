import { describe, expect, it, vi } from "vitest";
import type { ContactMessage } from "#domain/contact-message.ts";
import { dayInZurich, yearsBefore } from "#domain/dates.ts";
import { retentionDeletionDay } from "#domain/retention.ts";
import type { SignUp } from "#domain/sign-up.ts";
import { mailIdOfEntry } from "#stores/mail-document.ts";
import { cookieIn, setUpSite } from "#tests/http/site.ts";
import { mailRefused, mailSaved } from "#tests/mail-results.ts";

const NOW = new Date();
const TODAY = dayInZurich(NOW);
const swiss = (day: string) => day.split("-").reverse().join(".");
const ADULT = swiss(yearsBefore(TODAY, 25));
const MINOR = swiss(yearsBefore(TODAY, 16));
const TRAP = '=HYPERLINK("https://evil.example";"clic")';

const site = setUpSite({ committee: true, now: NOW });

/**
 * Searches as a browser without script does.
 * @param browser cookies of the session and of what was searched for before
 * @returns the address of what was found, without the words, and the cookies to read it with
 */
async function searchFor(page: string, { q, filter = "tout" }: { q: string; filter?: string }, browser = site.cookie) {
  const answer = await site.send(page, { intention: "search", q, filtre: filter }, browser);
  expect(answer.status).toBe(302);
  const cookies = answer.headers.getSetCookie().map((one) => one.split(";", 1)[0] ?? "");
  const others = browser.split("; ").filter((one) => !cookies.some((own) => own.split("=")[0] === one.split("=")[0]));
  return { address: answer.headers.get("location") ?? "", cookie: [...others, ...cookies].join("; ") };
}

/** The result page of a search. @param rest further query parameters */
const found = async (page: string, q: string, filter?: string, rest = "") => {
  const search = await searchFor(page, { q, ...(filter && { filter }) });
  return site.html(search.address + rest, search.cookie);
};
const act = (path: string, id: string, intention: string) => site.send(path, { id, intention }, site.cookie);

const SIGN_UP: SignUp = {
  lastName: "Héritier",
  firstName: "Zoé",
  address: "Chemin des Treize-Étoiles 4",
  phone: "0791234567",
  birthDate: ADULT,
  charter: "Validé par la personne",
  minorCharter: "Majeur",
};

async function addSignUp(fields: Partial<SignUp> = {}, receivedAt = new Date()) {
  const content: SignUp = { ...SIGN_UP, ...fields };
  return (await site.services.inbox.add({ type: "inscription", content }, receivedAt)).entry.id;
}

async function write(fields: Partial<ContactMessage> = {}, receivedAt = new Date()) {
  const content = { name: "Léo", email: "leo@exemple.ch", subject: "Bal", message: "Bonjour", ...fields };
  return (await site.services.inbox.add({ type: "message", content }, receivedAt)).entry.id;
}

/** The HTML of one sign-up in the list. */
const entryOf = (html: string, nom: string) =>
  html.split('<li class="list__row').find((entry) => entry.includes(`<bdi>${nom}</bdi></h2>`)) ?? "";

/** The file behind the export link of a search. */
const exportFound = async (page: string, q: string, filter = "tout", rest = "") => {
  const { address, cookie: browser } = await searchFor(page, { q, filter });
  return site.html(address.replace("?", ".csv?") + rest, browser);
};

describe("the lists of sign-ups and messages", () => {
  it("show name, age today, phone in pairs, address, date and state of a sign-up, and mark minors", async () => {
    await addSignUp({ firstName: "Paul", lastName: "Vu" }, new Date("2025-08-05T12:30:00Z"));
    const entry = entryOf(await site.html("/inscriptions"), "Paul Vu");
    const phone = '<a href="tel:+41791234567">079 123 45 67</a>';
    for (const text of ["25 ans", phone, SIGN_UP.address, "05.08.2025, 14:30", "Nouvelle", "E-mail en attente"])
      expect(entry).toContain(text);
    expect(entry).not.toContain("Moins de 18");
    const id = await addSignUp({ firstName: "Lina", lastName: "Mineure", birthDate: MINOR });
    const minor = entryOf(await site.html("/inscriptions?filtre=mineur"), "Lina Mineure");
    for (const text of ["Moins de 18\u00a0ans</b>", `href="/autorisation/${id}"`]) expect(minor).toContain(text);
    const { unhandled } = await site.services.inbox.count("inscription");
    expect(await site.html("/planning")).toMatch(
      new RegExp(`Inscriptions <b>${unhandled}<span class="sr-only"> à traiter`),
    );
    expect(await (await site.request("/planning")).text()).not.toContain("/inscriptions");
  });

  it("are searched and filtered by a form, and say when nothing matches", async () => {
    await write({ subject: "Brisolée au Château" });
    for (const html of [
      await found("/messages", "BRISOLEE chateau", "nouveau"),
      await found("/messages", "brisolee", "unknown", "&page=-3"),
      await site.html("/messages?page=99999999999999999999"),
    ])
      expect(html).toContain("Brisolée au Château");
    const nothing = await found("/messages", "edelweiss");
    for (const text of ["Aucun message ne correspond.", 'value="edelweiss"', "0 résultat<"])
      expect(nothing).toContain(text);
  });

  it("never contain the search words in a URL", async () => {
    await addSignUp({ firstName: "Discrète", lastName: "Recherchée", birthDate: MINOR });
    const { address, cookie: browser } = await searchFor("/inscriptions", { q: "recherchée" });
    expect(address).toMatch(/^\/inscriptions\?recherche=[0-9a-f]{8}$/);
    const html = await site.html(address, browser);
    expect(entryOf(html, "Discrète Recherchée")).not.toBe("");
    expect(html).toMatch(/<form class="toolbar"[^>]* action="\/inscriptions" method="post">/);
    const addresses = [...html.matchAll(/(?:href|action|src)="([^"]*)"/g)].map(([, one = ""]) => decodeURI(one));
    expect(addresses.filter((one) => /recherch[ée]e/i.test(one))).toEqual([]);
    const key = new URLSearchParams(address.split("?")[1]).get("recherche");
    expect(html).toContain(`href="/inscriptions.csv?recherche=${key}"`);
    expect(html).toContain(`action="/inscriptions?recherche=${key}"`);
  });

  it("repeat the search of a URL that the browser knows; an unknown one shows everything, and exports nothing", async () => {
    await write({ subject: "Une vendange" });
    const first = await searchFor("/messages", { q: "vendange" });
    const second = await searchFor("/messages", { q: "edelweiss", filter: "nouveau" }, first.cookie);
    expect(await site.html(first.address, second.cookie)).toContain("Une vendange");
    expect(await site.html(second.address, second.cookie)).toContain("Aucun message ne correspond.");
    expect((await searchFor("/messages", { q: " vendange " }, second.cookie)).address).toBe(first.address);
    for (const forged of ["", "; recherches=%7B", `; recherches=${btoa('[1,["a"],{}]')}`]) {
      const elsewhere = await site.get(second.address, site.cookie + forged);
      expect([elsewhere.status, elsewhere.headers.get("location")]).toEqual([302, "/messages?filtre=nouveau"]);
      expect(elsewhere.headers.getSetCookie().join()).toContain("avis=");
    }
    const file = await site.get("/messages.csv?recherche=0a1b2c3d&filtre=nouveau");
    expect([file.status, file.headers.get("location")]).toEqual([302, "/messages?filtre=nouveau"]);
    expect(await site.html("/messages?q=edelweiss")).toContain("Une vendange");
  });

  it("accept an empty, a long and a hostile search", async () => {
    const empty = await searchFor("/messages", { q: "  ", filter: "traite" });
    expect(empty.address).toBe("/messages?filtre=traite");
    const subject = `Long ${"mot ".repeat(90)}`.trim();
    await write({ subject });
    expect(await found("/messages", subject)).toContain(subject);
    let browser = site.cookie;
    for (let i = 0; i < 12; i++) {
      const search = await searchFor("/messages", { q: `${i}${"🎺".repeat(300)}` }, browser);
      browser = search.cookie;
      expect((await site.get(search.address, browser)).status).toBe(200);
      for (const one of browser.split("; ")) expect(one.length).toBeLessThan(4_000);
    }
    expect(await found("/messages", "</script><script>alert(1)</script>")).not.toContain("<script>alert(1)");
  });

  it("forget searches at sign-out, and show them to no visitor", async () => {
    const { cookie: browser, address } = await searchFor("/messages", { q: "vendange" }, await site.signIn());
    const out = await site.send("/logout", {}, browser);
    expect(out.headers.getSetCookie().find((one) => one.startsWith("recherches="))).toContain("Max-Age=0");
    const visitor = await site.request(address, { headers: { cookie: browser } });
    expect(visitor.headers.get("location")).toBe(`/login?suite=${encodeURIComponent(address)}`);
    expect((await site.send("/messages", { intention: "search", q: "x" })).headers.getSetCookie()).toEqual([]);
  });

  it("have pages of 50 entries, show the last page for a higher number, and are exported as a whole", async () => {
    const start = Date.parse("2020-01-01T00:00:00Z");
    for (let i = 0; i < 51; i++) await write({ name: "Nombreux", subject: `Numéro ${i}` }, new Date(start + i * 1000));
    const page = (html: string) =>
      [...html.matchAll(/<bdi>(Numéro \d+)<\/bdi>(?=<\/b>|<span class="sr-only">)/g)].length;
    const { address, cookie: browser } = await searchFor("/messages", { q: "nombreux" });
    const [one = "", two = "", ten = ""] = await Promise.all(
      [1, 2, 10].map((n) => site.html(`${address}&page=${n}`, browser)),
    );
    expect([one, two, ten].map(page)).toEqual([50, 1, 1]);
    expect(one).toMatch(/href="\/messages\?recherche=[0-9a-f]{8}&amp;page=2"[^>]*>Page suivante/);
    expect(two).not.toContain("Page suivante");
    expect(ten).toMatch(/Page 2 sur 2/);
    const lines = (await exportFound("/messages", "nombreux", "tout", "&page=2")).split("\r\n");
    expect(lines).toHaveLength(1 + 51 + 1);
  });
});

describe("an action", () => {
  it("marks as handled, with the date of the consent form, and back again, on the same page of the list", async () => {
    const id = await addSignUp({ firstName: "Manon", lastName: "Papier", birthDate: MINOR });
    const here = "/inscriptions?recherche=0a1b2c3d&filtre=nouveau&page=2";
    const response = await act(here, id, "handle");
    const after = `${here}&fait=&fait=${id}`;
    expect([response.status, response.headers.get("location")]).toEqual([302, `${after}#ligne-${id}`]);
    expect((await site.services.inbox.get(id))?.handledAt).not.toBeNull();
    const toast = cookieIn(response);
    const shown = await site.html(`/inscriptions?filtre=nouveau&fait=${id}`, `${site.cookie}; ${toast}`);
    expect(shown).toContain("Manon Papier\u00a0: inscription traitée");
    expect(entryOf(shown, "Manon Papier")).toMatch(/Traitée, \d\d\u00a0h\u00a0\d\d/);
    await act("/inscriptions", id, "consent-received");
    const entry = entryOf(await site.html("/inscriptions?filtre=tout"), "Manon Papier");
    expect(entry).toContain(`Autorisation parentale reçue le ${swiss(TODAY)}`);
    for (const intention of ["reopen", "consent-missing"]) await act(here, id, intention);
    expect(await site.services.inbox.get(id)).toMatchObject({ handledAt: null, consentOn: "" });
  });

  it("marks a proposed birth date until it is verified, also in the export", async () => {
    const content: SignUp = { ...SIGN_UP, firstName: "Rosalie", lastName: "Proposée" };
    const submission = { type: "inscription", content, birthDateToVerify: true } as const;
    const { entry } = await site.services.inbox.add(submission, new Date());
    const shown = async () => entryOf(await site.html("/inscriptions"), "Rosalie Proposée");
    const MARK = "date proposée par le formulaire\u00a0: à vérifier";
    expect(await shown()).toContain(MARK);
    expect(await exportFound("/inscriptions", "proposée")).toMatch(/;"Date de naissance à vérifier"\r\n.*;"oui"\r\n/);
    await act("/inscriptions", entry.id, "verify-birth-date");
    expect(await shown()).not.toContain(MARK);
  });

  it("sends mail that was only saved, once the site sends mail; the list does not call it sent before", async () => {
    const id = await addSignUp({ firstName: "Gardé", lastName: "Ici" });
    await mailSaved(site.services.mails, id, new Date());
    const entry = async () => entryOf(await site.html("/inscriptions"), "Gardé Ici");
    const words = "Pas d’e-mail\u00a0: la messagerie n’est pas encore réglée";
    const above = async () =>
      [...(await site.html("/inscriptions")).matchAll(/<p class="notice">(.*?)<\/p>/g)].map(([, text = ""]) => text);
    expect(await entry()).toContain("Pas d’e-mail");
    expect(await entry()).not.toContain("messagerie");
    const asked = `${words}. Demandez à la personne qui s’occupe du serveur de régler la messagerie.`;
    expect(await above()).toEqual([expect.stringContaining(asked)]);
    expect(await entry()).not.toMatch(/E-mail envoyé|(?:Renv|Env)oyer l’e-mail/);
    expect(await exportFound("/inscriptions", "gardé")).toContain(`"${words}"`);
    const { mailer } = site.services;
    site.services.mailer = { ...mailer, delivery: "server" };
    expect(await above()).toEqual([expect.stringContaining("la messagerie n’était pas encore réglée")]);
    expect((await above())[0]).not.toContain("Demandez");
    expect(await entry()).toContain("Envoyer l’e-mail");
    site.services.mailer = mailer;
    await act("/inscriptions", id, "resend");
    expect((await site.services.inbox.get(id))?.mail).toMatchObject({ state: "en-attente" });
  });

  it("opens the entry of a link in a mail, on its page of the list", async () => {
    const [a, b] = [await addSignUp({ firstName: "Par", lastName: "Courrier" }, new Date("2020-01-01")), await write()];
    const leadsTo = async (list: string, id: string) =>
      (await site.get(`${list}?courrier=${id}`)).headers.get("location");
    const { total } = await site.services.inbox.count("inscription");
    const page = Math.ceil(total / 50);
    const place = await leadsTo("/inscriptions", mailIdOfEntry(a));
    expect(place).toBe(`/inscriptions?${page > 1 ? `page=${page}&` : ""}id=${a}#ligne-${a}`);
    expect(entryOf(await site.html(String(place).split("#")[0] ?? ""), "Par Courrier")).toContain("list__row--aimed");
    expect(await leadsTo("/messages", mailIdOfEntry(b))).toBe(`/messages?id=${b}#lettre`);
    // The entry's own id is secret, because it opens a minor's consent form: no mail contains it, so the list ignores it.
    for (const id of [a, "", "x".repeat(2000)]) expect(await leadsTo("/inscriptions", id)).toBe("/inscriptions");
    const visitor = await site.request(`/inscriptions?courrier=${mailIdOfEntry(a)}`);
    expect(visitor.headers.get("location")).toMatch(/^\/login\?suite=%2Finscriptions%3Fcourrier%3D/);
  });

  it("sends all refused mail of a list again, and counts it on the filter and in the bar before", async () => {
    const { inbox, mails } = site.services;
    const FAILED = "/messages?filtre=echec";
    const failed = [await write({ subject: "Retour 1" }), await write({ subject: "Retour 2" })];
    const signUp = await addSignUp({ firstName: "Retour" });
    for (const id of [...failed, signUp]) await mailRefused(mails, id, "Refusé (réponse 554).");
    const list = await site.html(FAILED);
    for (const text of ["Échecs d’envoi<b>2</b>", "Tout renvoyer (2)"]) expect(list).toContain(text);
    expect(list).toMatch(/href="\/inscriptions\?filtre=echec"[^>]*>.*?3 échecs d’envoi d’e-mail/s);
    expect(await site.html("/messages")).not.toContain("Tout renvoyer");
    const answer = await site.send(FAILED, { intention: "resend-all" }, site.cookie);
    expect(answer.headers.get("location")).toBe(FAILED);
    const states = await Promise.all([...failed, signUp].map(async (id) => (await inbox.get(id))?.mail.state));
    expect(states).toEqual(["en-attente", "en-attente", "echec"]);
    const after = await site.html(FAILED);
    expect([after.includes("Tout renvoyer"), after.includes("1 échec d’envoi")]).toEqual([false, true]);
    await inbox.resend(signUp, new Date());
    expect(await site.html("/messages")).not.toContain("d’envoi d’e-mail");
  });

  it("deletes, and redirects to the list without the open message; a sign-up is no message", async () => {
    const id = await write({ subject: "À jeter" });
    const response = await act(`/messages?recherche=0a1b2c3d&id=${id}`, id, "remove");
    expect(response.headers.get("location")).toBe(`/messages?recherche=0a1b2c3d&fait=&fait=${id}#ligne-${id}`);
    for (const gone of [id, await addSignUp({ firstName: "Autre boîte" })])
      expect(await site.html(`/messages?id=${gone}`)).toContain("Ce message n’existe plus.");
  });
});

describe("an action on several entries", () => {
  const LIST = "/messages?filtre=nouveau&page=2";
  const bulk = (intention: string, ids: readonly string[], list = LIST) =>
    site.send(list, { intention, id: [...ids] }, site.cookie);
  const writeMany = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) => write({ subject: `Lot ${count} ${i}`, message: `${Math.random()}` })),
    );
  const entries = (ids: readonly string[]) => Promise.all(ids.map((id) => site.services.inbox.get(id)));
  /** The list after an action, as a browser without script shows it. */
  async function listAfter(response: Response) {
    const cookies = response.headers.getSetCookie().map((one) => one.split(";", 1)[0] ?? "");
    const address = (response.headers.get("location") ?? "").split("#")[0] ?? "";
    return { address, html: await site.html(address, [site.cookie, ...cookies].join("; ")) };
  }

  it.each([
    ["handle", "reopen", "traités", "Traité, "],
    ["remove", "restore", "supprimés", "Supprimé, "],
  ])(
    "with the intention %s changes a full page of entries and keeps their rows; one tap undoes it, also when it comes twice",
    async (intention, undo, done, row) => {
      const ids = await writeMany(50);
      const before = await entries(ids);
      const { address, html } = await listAfter(await bulk(intention, ids));
      expect(address).toContain("/messages?filtre=nouveau&page=2&ensemble=1&fait=");
      for (const entry of await entries(ids)) expect(entry?.handledAt).not.toBeNull();
      for (const text of [`50 messages ${done}`, "Tout annuler"]) expect(html).toContain(text);
      expect(html.split(`<span role="status">${row}`)).toHaveLength(1 + 50);
      expect(html).toContain(`value="${undo}"`);
      for (let times = 0; times < 2; times++) {
        const undone = await site.send(address, { intention: undo, undo: "1", id: ids.join(" ") }, site.cookie);
        expect((await listAfter(undone)).html).toContain("C’est annulé.");
      }
      expect(await entries(ids)).toEqual(before);
    },
  );

  it("says why it changes nothing, and offers no undo of another person's mark", async () => {
    const marked = await writeMany(2);
    await site.services.inbox.setHandled(marked, new Date(Date.now() - 60_000));
    expect((await listAfter(await bulk("handle", marked))).html).not.toContain("Traité, ");
    for (const [intention, ids, text] of [
      ["handle", [], "Rien n’est coché"],
      ["remove", ["gone"], "Quelqu’un l’a déjà supprimé"],
    ] as const) {
      const response = await bulk(intention, ids);
      expect([response.status, (await listAfter(response)).html]).toEqual([302, expect.stringContaining(text)]);
    }
    const tooMany = Array.from({ length: 51 }, (_, i) => `${i}`);
    expect((await bulk("handle", tooMany)).status).toBe(400);
  });

  it("accepts the ticked sign-ups that need no correction after a summary, opens the others one by one, and names those whose acceptance cannot be undone", async () => {
    const lastName = "Ensemble";
    const address = "Rue du Stade 4, 1965 Savièse";
    const [a = "", b = "", unclear = ""] = await Promise.all([
      addSignUp({ lastName, firstName: "Alix", address }),
      addSignUp({ lastName, firstName: "Basile", address }),
      addSignUp({ lastName, firstName: "Coline", address: "Rue du Stade" }),
    ]);
    const page = (await bulk("accept", [a, b, unclear], "/inscriptions?filtre=nouveau")).headers.get("location") ?? "";
    expect(page).toBe(`/inscriptions/accepter?filtre=nouveau&ids=${[a, b, unclear].join(",")}`);
    const summary = await site.html(page);
    for (const text of ["2\u00a0personnes. Aucune cotisation", "Coline Ensemble", "Adresse à vérifier."])
      expect(summary).toContain(text);
    const [once, twice] = [
      await site.send(page, { id: [a, b] }, site.cookie),
      await site.send(page, { id: [a, b] }, site.cookie),
    ];
    const next = `/registre/accepter/${unclear}?filtre=nouveau&fait=&fait=`;
    for (const answer of [once, twice]) expect(answer.headers.get("location")).toContain(next);
    expect(await site.html(String(once.headers.get("location")))).toContain("Adresse à vérifier.");

    const { decision } = ((await site.services.inbox.get(a)) ?? {}) as { decision?: { member: string } };
    const member = await site.services.register.get(decision?.member ?? "");
    if (!member) throw new Error("No member");
    const change = { id: member.id, version: member.version, data: { ...member, note: "Tambour" } };
    await site.services.register.save([change], null);
    const undo = { intention: "undo-accept", undo: "1", id: `${a} ${b}` };
    const refused = await site.send(`/inscriptions?ensemble=1&fait=${a}&fait=${b}`, undo, site.cookie);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toMatch(/Alix Ensemble<\/bdi>.{0,20}sa fiche a changé depuis/);
    expect(await site.services.inbox.get(b)).toMatchObject({ handledAt: null });
  });

  it("opens the list on the new entries if there are some", async () => {
    const [handled = "", fresh = ""] = [await write({ subject: "Déjà lu" }), await write({ subject: "Encore neuf" })];
    await site.services.inbox.setHandled([handled], new Date());
    const isHandledShown = async (address: string) => (await site.html(address)).includes("<bdi>Déjà lu</bdi>");
    expect(await isHandledShown("/messages")).toBe(false);
    for (const address of ["/messages?filtre=tout", `/messages?id=${fresh}`])
      expect(await isHandledShown(address)).toBe(true);
    expect(await found("/messages", "déjà lu", "")).toContain("<bdi>Déjà lu</bdi>");
  });
});

it("a message is shown as text with its line breaks, and has a reply link, whatever characters it contains", async () => {
  const message = `<img src=x onerror=alert(1)>\n\n<script>alert(2)</script>\nمرحبا 🎺`;
  const id = await write({ email: "a+b&c?d@exemple.ch", subject: "Idée & 100% ? #1 « été »", message });
  const html = await site.html(`/messages?id=${id}`);
  expect(html).toContain(
    '<p class="letter__text">&lt;img src=x onerror=alert(1)&gt;\n\n&lt;script&gt;alert(2)&lt;/script&gt;\nمرحبا 🎺</p>',
  );
  expect(html).not.toContain("<img src=x");
  const link = /<a class="btn btn--brique" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const address = new URL(link);
  expect(decodeURIComponent(address.pathname)).toBe("a+b&c?d@exemple.ch");
  expect([...address.searchParams]).toEqual([["subject", "Re: Idée & 100% ? #1 « été »"]]);
});

describe("the export", () => {
  it.each(["inscriptions", "messages"])("of %s is a file that is not cached", async (nom) => {
    const response = await site.get(`/${nom}.csv`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": expect.stringContaining("text/csv"),
      "content-disposition": `attachment; filename="${nom}-${TODAY}.csv"`,
      "cache-control": expect.stringContaining("no-store"),
      "x-robots-tag": expect.stringContaining("noindex"),
    });
  });

  it("contains the filtered entries with formatted dates and phone, and no formula", async () => {
    const id = await addSignUp(
      { firstName: "Zoé", lastName: TRAP, address: 'Rue "du" Bisse; 4', birthDate: MINOR },
      new Date("2025-08-05T12:30:00Z"),
    );
    await addSignUp({ firstName: "Pas", lastName: "Demandée" });
    await site.services.register.setConsent({ signUp: id }, "2025-08-06", null);
    const details = { email: "lea@exemple.ch", guardianName: "Anne", guardianPhone: "0792223344" };
    await site.services.inbox.addContactDetails(id, details);
    const text = await exportFound("/inscriptions", "hyperlink", "mineur");
    const [header, line, end, ...rest] = text.split("\r\n");
    expect(header).toMatch(/^"Nom";"Prénom";"Date de naissance";/);
    const cells = [`'${TRAP.replaceAll('"', '""')}`, "Zoé", MINOR, "oui", "079 123 45 67", 'Rue ""du"" Bisse; 4'];
    const contact = ["lea@exemple.ch", "Anne", "079 222 33 44"];
    const received = ["05.08.2025", "14:30", "nouvelle", "", "en attente", "06.08.2025"];
    const ends = ["Validé par la personne", "Majeur", "non", "non"];
    expect(line).toBe([...cells, ...contact, ...received, ...ends].map((cell) => `"${cell}"`).join(";"));
    expect([end, rest]).toEqual(["", []]);
  });
});

it("the list announces how many entries retention will delete soon", async () => {
  const id = await write({ subject: "Bientôt effacé" });
  const handled = new Date(Date.now() - 350 * 86_400_000);
  await site.services.inbox.setHandled([id], handled);
  const day = swiss(retentionDeletionDay(dayInZurich(handled), 12));
  expect(await site.html("/messages")).toContain(`1 message traité ira à la corbeille le ${day}.`);
  expect(await site.html("/inscriptions")).not.toContain(`le ${day}`);
  expect(await site.html("/planning")).toMatch(/href="\/messages"[^>]*>(?:<svg.*?<\/svg>)?1 bientôt à la corbeille/s);
});

it("the inbox keeps the ticks when the store fails, and opens pages when new entries cannot be counted", async () => {
  const ids = await Promise.all([1, 2, 3].map((n) => write({ subject: `Coché ${n}` })));
  vi.spyOn(site.services.inbox, "setHandled").mockRejectedValueOnce(new Error("disk full"));
  const html = await (await site.send("/messages", { intention: "handle", id: ids.slice(0, 2) }, site.cookie)).text();
  const boxes = [...html.matchAll(/<input[^>]*name="id"[^>]*>/g)].map(([box]) => box);
  const ticked = ids.map((id) => boxes.find((box) => box.includes(`value="${id}"`))?.includes("checked"));
  expect(ticked).toEqual([true, true, false]);
  expect(await site.services.inbox.get(ids[0] ?? "")).toMatchObject({ handledAt: null });
  vi.spyOn(site.services.inbox, "countPending").mockRejectedValueOnce(new Error("disk full"));
  const page = await site.read("/planning");
  expect([page.status, page.html]).toEqual([200, expect.stringContaining("Session du comité")]);
});
