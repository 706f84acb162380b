/** « C’est où, qui sait ? » in the dossier of the association. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  HANDOVER_ITEM_LIMITS,
  HANDOVER_ITEM_SENTENCES,
  PROPOSED_HANDOVER_ITEMS,
} from "#domain/handover/handover-item.ts";
import { sentences, setUpSite, textOf, versionIn } from "#tests/http/site.ts";

const site = setUpSite({ each: true, committee: true });
const clock = { now: new Date("2026-11-20T10:00:00Z") };
beforeEach(() => {
  site.services.clock.now = () => clock.now;
});

const LINES = "/dossiers/association/lignes";
const KEYS = { what: "Clés", where: "Armoire du local, 3e étage", who: "Sophie" };
const items = () => site.services.handoverItems.list();
const post = (path: string, fields: Record<string, string>) =>
  site.send(LINES + path, { hp: "", ...fields }, site.cookie);
const plain = (html: string) =>
  textOf(html.replaceAll(/<script[\s\S]*?<\/script>/g, "")).replaceAll(/\u00a0|&nbsp;/g, " ");

async function add(fields = {}) {
  expect((await post("/ajouter", { ...KEYS, ...fields })).status).toBe(302);
  return (await items()).find(({ what }) => what === { ...KEYS, ...fields }.what) ?? expect.fail();
}
/** The list after an action, without the other parts of the dossier. */
async function follow(answer: Response) {
  const location = answer.headers.get("location") ?? "";
  expect([answer.status, location]).toEqual([302, expect.stringMatching(/^\/dossiers\/association[?#]/)]);
  const path = location.split("#")[0]?.replace("/dossiers/association", LINES) ?? "";
  return { path, text: plain(await site.html(path)) };
}

describe("the list", () => {
  it("proposes what each association has, and one tap opens the form with « Quoi » filled", async () => {
    const html = await site.html(LINES);
    const links = [...html.matchAll(/lignes\/ajouter\?quoi=([^"]+)"/g)].map(([, what]) =>
      new URLSearchParams(`a=${what}`).get("a"),
    );
    expect(links).toEqual(PROPOSED_HANDOVER_ITEMS);
    const form = await site.html(`${LINES}/ajouter?${new URLSearchParams({ quoi: "Contrat TWINT" })}`);
    expect(form).toMatch(/<input[^>]*name="what"[^>]*value="Contrat TWINT"/);
    await add();
    expect(await site.html(LINES)).not.toContain("ajouter?quoi=Cl%C3%A9s");
  });

  it("shows what, where and who; a line that looks like a password says so there and under its field", async () => {
    const { id } = await add({ where: "mdp: Soleil2027!" });
    const text = plain(await site.html(LINES));
    for (const words of ["Clés", "mdp: Soleil2027!", "Qui sait : Sophie", HANDOVER_ITEM_SENTENCES.password])
      expect(text).toContain(words.replaceAll("\u00a0", " "));
    const form = await site.html(`${LINES}/${id}`);
    const hint = /id="where-aide">(.*?)<\/p>/s.exec(form)?.[1] ?? "";
    expect(hint).toContain("On dirait un mot de passe.");
    expect(/id="who-aide">(.*?)<\/p>/s.exec(form)?.[1]).not.toContain("mot de passe");
  });

  it("is for the committee only", async () => {
    for (const path of ["", "/ajouter", "/x"])
      expect((await site.get(LINES + path, "")).headers.get("location")).toMatch(/^\/login\?suite=/);
    expect((await site.get(`${LINES}/x`)).status).toBe(404);
  });
});

describe("a line", () => {
  it("that is sent twice is added once", async () => {
    const answers = await Promise.all([post("/ajouter", KEYS), post("/ajouter", KEYS)]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302]);
    expect(await items()).toHaveLength(1);
  });

  it.each([
    [{ what: "" }, "what"],
    [{ what: "a".repeat(HANDOVER_ITEM_LIMITS.what + 1) }, "what"],
    [{ where: "a".repeat(HANDOVER_ITEM_LIMITS.where + 1) }, "where"],
    [{ who: "a".repeat(HANDOVER_ITEM_LIMITS.who + 1) }, "who"],
  ])("with %j is refused beside the field, and what was typed is kept", async (fields, field) => {
    const answer = await post("/ajouter", { ...KEYS, ...fields });
    const html = await answer.text();
    expect([answer.status, sentences(html).map(([name]) => name)]).toEqual([400, [field]]);
    expect(html).toContain(field === "who" ? KEYS.where : 'value="Sophie"');
    expect(await items()).toEqual([]);
  });

  it(`cannot be added to a list of ${HANDOVER_ITEM_LIMITS.items}`, async () => {
    for (let i = 0; i < HANDOVER_ITEM_LIMITS.items; i++)
      await site.services.handoverItems.add({ what: `Clé ${i}`, where: "", who: "" }, null);
    const answer = await post("/ajouter", KEYS);
    expect([answer.status, sentences(await answer.text())]).toEqual([400, [["what", HANDOVER_ITEM_SENTENCES.full]]]);
  });

  it("is changed, and the change is undone in its row", async () => {
    const { id } = await add();
    const version = versionIn(await site.html(`${LINES}/${id}`));
    clock.now = new Date("2026-11-20T10:30:00Z");
    const changed = await follow(await post(`/${id}`, { ...KEYS, where: "Chez Sophie", version }));
    expect(changed.text).toContain("Chez Sophie");
    expect(changed.text).toContain("Modifié, 11 h 30.");
    const [{ version: now = "", updatedAt: at = "" } = {}] = await items();
    const undo = { id, version: now, at, intention: "undo-change", undo: "1" };
    for (const _tap of ["one", "two"]) await follow(await post(`?${changed.path.split("?")[1]}`, undo));
    expect((await items()).map(({ where }) => where)).toEqual([KEYS.where]);
  });

  it("that somebody else has changed meanwhile says what differs, and keeps what was typed", async () => {
    const { id, version } = await add();
    await site.services.handoverItems.update(id, { ...KEYS, where: "Coffre" }, version, { id: "z", name: "Zoé" });
    const answer = await post(`/${id}`, { ...KEYS, where: "Cave", version });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(plain(html)).toContain("Zoé vient de modifier cette ligne.");
    expect(plain(html)).toContain("Elle dit maintenant : Où, ou qui paie : Coffre.");
    expect(html).toContain('value="Cave"');
    expect((await post(`/${id}`, { ...KEYS, where: "Cave", version: versionIn(html) })).status).toBe(302);
    expect((await items())[0]?.where).toBe("Cave");
  });

  it("is deleted by one tap and restored in its row, from the recycle bin, or by its history", async () => {
    const { id } = await add();
    const deleted = await follow(await post("", { id, intention: "delete" }));
    expect(deleted.text).toMatch(/Clés .*Supprimé, \d+ h \d\d\./);
    await follow(await post("", { id, intention: "delete" }));
    expect(await items()).toEqual([]);
    expect(plain(await site.html("/corbeille"))).toContain("C’est où, qui sait ?");
    const restore = { id, intention: "restore", undo: "1" };
    for (const _tap of ["one", "two"]) await follow(await post(`?${deleted.path.split("?")[1]}`, restore));
    expect(await items()).toHaveLength(1);
    const { version = "" } = (await items())[0] ?? {};
    await site.services.handoverItems.update(id, { ...KEYS, where: "Coffre" }, version, null);
    const history = await site.html(`${LINES}/${id}/historique`);
    const state = /name="state" value="([^"]+)"/.exec(history)?.[1] ?? "";
    const restored = await post(`/${id}/historique`, { version: versionIn(history), state });
    expect([restored.status, (await items())[0]?.where]).toEqual([302, KEYS.where]);
  });
});
