/** « Plusieurs à la fois »: a list of events or of committee members, one per line. */
import { expect, it } from "vitest";
import { TYPED_EVENT_SENTENCES } from "#domain/events/typed-events.ts";
import { FIELD_SENTENCES } from "#domain/fields.ts";
import { TYPED_LIST_SENTENCES } from "#domain/text/typed-lines.ts";
import { setUpPlanning } from "#tests/http/erase-cards.ts";
import { sentences } from "#tests/http/site.ts";

const { site } = setUpPlanning("2026-11-29T10:00:00Z", { committee: true });
const send = async (path: string, list: string, intention = "add") => {
  const answer = await site.send(path, { list, previewed: list, intention, hp: "" }, site.cookie);
  const html = (await answer.text()).replaceAll("\u00a0", " ");
  const field = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(html)?.[1]?.trim();
  return { status: answer.status, location: answer.headers.get("location"), html, field };
};
const events = (list: string, intention?: string) => send("/evenement/plusieurs", list, intention);
const LIST = "• 12.12 Bal de Noël, halle\n\n31.12-1.1 20h Nouvel An, salle";
const names = async () => (await site.services.events.list()).map(({ name }) => name).sort();

it("« Plusieurs à la fois » first shows what each line becomes, then creates drafts, none twice, also for two people at once", async () => {
  const preview = await events(LIST, "preview");
  expect([preview.status, preview.field, await names()]).toEqual([200, LIST, []]);
  for (const text of ["sam. 12 décembre 2026, halle", "Créer 2 brouillons"]) expect(preview.html).toContain(text);
  expect(preview.html).toContain("du jeu. 31 décembre 2026 au ven. 1er janvier 2027, dès 20 h, salle");
  const changed = await site.send(
    "/evenement/plusieurs",
    { list: LIST, previewed: "12.12 Bal, halle", intention: "add" },
    site.cookie,
  );
  expect([changed.status, await names()]).toEqual([400, []]);
  const answers = await Promise.all([events(LIST), events(LIST)]);
  expect(answers.map(({ status }) => status)).toContain(302);
  expect(answers.find(({ status }) => status === 302)?.location).toBe("/planning#Bal1226");
  expect(await names()).toEqual(["Bal de Noël", "Nouvel An"]);
  const [draft] = await site.services.events.list();
  expect(draft?.publication).toBe("draft");
  const again = await events(LIST);
  expect(again.html).toContain(TYPED_EVENT_SENTENCES.there);
  expect(await names()).toHaveLength(2);
});

it("« Plusieurs à la fois » creates drafts for the readable lines, and keeps the others in the field with their errors", async () => {
  const list = `${LIST}\n2028\n14.12 Loto\nSouper, halle`;
  const preview = await events(list, "preview");
  expect([preview.status, preview.field]).toEqual([400, list]);
  expect(preview.html).toContain(`Ligne 5 : ${TYPED_EVENT_SENTENCES.place.replaceAll("\u00a0", " ")}`);
  const answer = await events(list);
  expect([answer.status, answer.field, await names()]).toEqual([
    200,
    "2028\n14.12 Loto\nSouper, halle",
    ["Bal de Noël", "Nouvel An"],
  ]);
  expect(answer.html).toContain("2 brouillons en place.");
});

it("« Plusieurs à la fois » creates cards of people for the committee page", async () => {
  const answer = await send("/comite/plusieurs", "Léa Dubuis, Secrétaire\nLuc Varone, caissier\nZoé Luyet, Reine");
  expect([answer.status, answer.field]).toEqual([200, "Zoé Luyet, Reine"]);
  const page = await site.html("/comite", "");
  for (const text of ["Léa Dubuis", "Secrétaire", "Luc Varone", "Caissier"]) expect(page).toContain(text);
  expect((await site.services.committee.list()).map(({ id }) => id).sort()).toEqual([
    "DubuisSecrétaire",
    "VaroneCaissier",
  ]);
});

it("« Plusieurs à la fois » refuses an empty list and more than 200 lines, and creates 200", async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `12.12 Loto ${i}, salle`).join("\r\n");
  const empty = await site.send("/evenement/plusieurs", { list: " ", intention: "add", hp: "" }, site.cookie);
  expect([empty.status, sentences(await empty.text())]).toEqual([400, [["list", FIELD_SENTENCES.required]]]);
  const long = await events(lines(201), "preview");
  expect([long.status, long.html.includes(TYPED_LIST_SENTENCES.tooMany)]).toEqual([400, true]);
  expect((await events(lines(200))).status).toBe(302);
  expect(await names()).toHaveLength(200);
});
