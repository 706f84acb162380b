import { describe, expect, it } from "vitest";
import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import { mailIdOfEntry } from "#stores/mail-document.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { ADMIN, setUpSite } from "#tests/http/site.ts";
import { renameAccount } from "#usecases/accounts/change-account.ts";
import { deleteCard, deleteInboxEntries, eraseForGood } from "#usecases/recycle-bin.ts";

const ANNE = { id: "account-of-elodie", name: "Élodie" };
const BOB = { id: "account-of-bob", name: "Bob" };
const MESSAGE = { name: "Ana Zen", email: "ana@exemple.ch", subject: "Loto", message: "À quelle heure ?" };

const site = setUpSite({ each: true, committee: true });

const read = (path = "/journal") => site.read(path);
/** The sentences of a page, with their links. */
const linesIn = (html: string) =>
  [...html.matchAll(/<time[^>]*>[^<]*<\/time><div>(.*?)<\/div>/gs)].map(([, line = ""]) => ({
    text: line.replaceAll(/<p>.*?<\/p>|<[^>]+>/g, ""),
    href: /href="([^"]+)"/.exec(line)?.[1]?.replaceAll("&amp;", "&") ?? null,
  }));
const textsIn = (html: string) => linesIn(html).map(({ text }) => text);

let minute = 0;
const add = (
  action: JournalAction,
  subject: JournalSubject,
  subjectId = "",
  by: typeof BOB | null = ANNE,
  at = new Date(Date.now() + ++minute * 1000),
) => site.services.journal.add({ at, by, action, subject, subjectId });

describe("the journal", () => {
  it("lists author, action and subject, newest first, with a link to the subject", async () => {
    const { events, committee, inbox } = site.services;
    await events.create("Fête0825", anEvent({ name: "Fête d’août" }), ANNE);
    await committee.create(
      "DubuisMembre",
      { firstName: "Luc", lastName: "Dubuis", role: "Membre", displayedRole: "" },
      ANNE,
    );
    const { entry } = await inbox.add({ type: "message", content: MESSAGE }, new Date());
    await add("added", "evenement", (await events.get("Fête0825"))?.subject);
    await add("changed", "membre", (await committee.get("DubuisMembre"))?.subject, BOB);
    await add("changed", "message", entry.id);
    await add("changed", "settings");
    await add("exported", "inscription");
    const { html } = await read();
    expect(linesIn(html).slice(0, 5)).toEqual([
      { text: "Élodie a exporté les inscriptions.", href: "/inscriptions" },
      { text: "Élodie a modifié les réglages.", href: "/reglages/historique" },
      { text: "Élodie a modifié le message d’Ana Zen.", href: `/messages?courrier=${mailIdOfEntry(entry.id)}` },
      { text: "Bob a modifié le membre Luc Dubuis.", href: "/comite/modify/DubuisMembre" },
      { text: "Élodie a ajouté l’événement Fête d’août.", href: `/evenement/modify/${encodeURIComponent("Fête0825")}` },
    ]);
  });

  it("names the changed fields by their labels, never with their values", async () => {
    const { services } = site;
    await services.events.create("Fête0825", anEvent({ name: "Fête d’août", place: "Place d’avant" }), ANNE);
    const event = await services.events.get("Fête0825");
    // Not a time of the lines, which are of now.
    const endTime = new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(11, 16);
    const fields = { ...anEvent({ name: "Fête d’août", place: "Place d’après" }), endTime };
    await services.events.update("Fête0825", fields, event?.version ?? "", ANNE, { was: null, is: null });
    const [account] = await services.auth.listAccounts();
    if (account) await renameAccount(services, account.id, "Anne", account);
    const { html } = await read();
    expect(textsIn(html).slice(0, 2)).toEqual([
      "Anne a modifié son compte\u00a0: Prénom.",
      "Élodie a modifié l’événement Fête d’août\u00a0: Jusqu’à, Lieu.",
    ]);
    expect(html).not.toMatch(new RegExp(`Place d’av|Place d’ap|${endTime}`));
  });

  it("links to the recycle bin while the subject is there, and omits the name of an erased subject", async () => {
    const { services } = site;
    await services.events.create("Fête0825", anEvent({ name: "Fête d’août" }), ANNE);
    const { entry } = await services.inbox.add({ type: "message", content: MESSAGE }, new Date());
    const keys = [
      await deleteCard(services, { collection: "evenements", id: "Fête0825" }, ANNE),
      ...(await deleteInboxEntries(services, [entry.id], ANNE)),
    ];
    expect(linesIn((await read()).html).slice(0, 2)).toEqual([
      { text: "Élodie a supprimé le message d’Ana Zen.", href: "/corbeille" },
      { text: "Élodie a supprimé l’événement Fête d’août.", href: "/corbeille" },
    ]);
    for (const key of keys) await eraseForGood(services, key ?? "", null);
    const { html } = await read();
    expect(linesIn(html).slice(0, 4)).toEqual([
      { text: "Le site a effacé définitivement un message.", href: null },
      { text: "Le site a effacé définitivement un événement.", href: null },
      { text: "Élodie a supprimé un message effacé depuis.", href: null },
      { text: "Élodie a supprimé un événement effacé depuis.", href: null },
    ]);
    expect(html).not.toMatch(/Ana Zen|Fête d’août/);
  });

  it("uses the current name of an account, and shows an author's address on a tap, or that it was removed", async () => {
    const { auth } = site.services;
    const paul = await auth.createAccount("paul@exemple.ch", "trois mots au hasard");
    const as = (name: string, id = paul?.id ?? "") => ({ id, name });
    await add("reset", "account", paul?.id);
    await add("removed", "account", BOB.id);
    await add("changed", "settings", "", as("Élodie"));
    await add("changed", "membre", "", as("paul@exemple.ch"));
    await add("changed", "message", "", { id: "", name: "anne@exemple.ch" });
    await add("changed", "inscription", "", null);
    await add("changed", "evenement", "", BOB);
    const { html } = await read();
    const whoIn = [...html.matchAll(/<\/time><div>(.*?) a modifié/gs)].map(([, who]) => who);
    const tap = (name: string, more: string) =>
      `<details class="who" name="who"><summary title="Voir l’adresse du compte">${name}</summary><p>${more}</p></details>`;
    expect(whoIn).toEqual([
      tap("Bob", "Ce compte a été retiré."),
      "Le webmaster",
      "anne@exemple.ch",
      "paul@exemple.ch",
      tap("Élodie", "<bdi>paul@exemple.ch</bdi>"),
    ]);
    expect(textsIn(html)).toContain("Élodie a retiré le compte de Bob.");
    await auth.rename(paul?.id ?? "", "Paul");
    expect(textsIn((await read()).html)).toContain("Élodie a réinitialisé le compte de Paul.");
  });

  it("is filtered by person and kind through the URL", async () => {
    await add("changed", "settings");
    await add("changed", "membre", "x", BOB);
    await add("exported", "message", "", BOB);
    const lines = async (query: string) => textsIn(await site.html(`/journal?${query}`));
    expect(await lines(`personne=${BOB.id}`)).toHaveLength(2);
    expect(await lines("personne=&sujet=reglages")).toEqual(["Élodie a modifié les réglages."]);
    expect(await lines(`personne=${BOB.id}&sujet=messages`)).toEqual(["Bob a exporté les messages."]);
    const none = await site.html(`/journal?personne=${BOB.id}&sujet=comptes`);
    expect(none).toContain("Rien ne correspond.");
    expect(none).toMatch(/<option value="account-of-bob" selected="">Bob/);
    const all = await lines("");
    for (const foreign of ["personne=nobody", "sujet=__proto__", "page=-1", "page=1e9", "page[]=2"])
      expect([foreign, await lines(foreign)]).toEqual([foreign, all]);
  });

  it("has pages of fifty entries, by day in Zurich, and shows the last page for a higher number", async () => {
    expect(textsIn(await site.html("/journal"))).toEqual([
      `${ADMIN.email} a ouvert une session avec un nouveau navigateur.`,
    ]);
    await site.services.journal.purge(new Date(Date.now() + 1e9));
    expect(await site.html("/journal")).toContain("Rien pour l’instant.");
    for (const time of ["21:59", "22:01"])
      await add("changed", "settings", "", BOB, new Date(`2026-07-31T${time}:00Z`));
    const titles = [...(await site.html("/journal")).matchAll(/<h2 id="jour-[^"]+">([^<]+)</g)];
    expect(titles.map(([, title]) => title)).toEqual(["1er\u00a0août\u00a02026", "31\u00a0juillet\u00a02026"]);
    for (let i = 0; i < 49; i++) await add("changed", "settings");
    const lengths = [];
    for (const page of [1, 2, 99]) lengths.push(textsIn(await site.html(`/journal?page=${page}`)).length);
    expect(lengths).toEqual([50, 1, 1]);
    const first = await site.html("/journal?sujet=reglages");
    for (const text of ["Page 1 sur 2", 'href="/journal?sujet=reglages&amp;page=2"', "51 lignes"])
      expect(first).toContain(text);
  });
});
