import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aMember, saveMembers } from "#tests/contracts/register/register.contract.ts";
import { eraseCards } from "#tests/http/erase-cards.ts";
import { sentences, setUpSite } from "#tests/http/site.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { REPLACEMENT_SENTENCES } from "#usecases/cards/replace-member.ts";

const LEA = { firstName: "Léa", lastName: "Dubuis", role: "Caissier", displayedRole: "Caissière" };
const PATH = "/comite/remplacer/DubuisCaissier";
const AFTER = "/comite?fait=&fait=VaroneCaissier#VaroneCaissier";
const SUCCESSOR = { Prenom: "Luc", Nom: "Varone", PosteAffiche: "", hp: "" };

const site = setUpSite({ committee: true });
let photo: File;
beforeAll(async () => {
  photo = new File([new Uint8Array(await jpeg(400, 500))], "luc.jpg");
});
beforeEach(async () => {
  await eraseCards(site.services);
  await site.services.committee.create("DubuisCaissier", LEA);
});

const versionOf = async (id = "DubuisCaissier") => (await site.services.committee.get(id))?.version ?? "";
const replace = async (fields: Record<string, string | File> = {}) =>
  site.upload(PATH, { ...SUCCESSOR, version: await versionOf(), ...fields }, site.cookie);
const shown = async () => (await site.services.committee.list()).map(({ id, displayedRole }) => [id, displayedRole]);
const actions = async () =>
  (await site.services.journal.list({}, { start: 0, count: 2 })).entries.map(({ action }) => action).toSorted();
const hidden = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";

describe("« Remplacer »", () => {
  it("puts another person with a photo into the role, and the card into the bin; « Annuler » does the reverse, also twice", async () => {
    const answer = await replace({ photo });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, AFTER]);
    expect(await shown()).toEqual([["VaroneCaissier", ""]]);
    expect(await site.services.pictures.find({ collection: "membres", id: "VaroneCaissier" })).not.toBeNull();
    expect(await actions()).toEqual(["added", "deleted"]);
    const html = await site.html(AFTER);
    expect(html).toMatch(/Remplace <bdi>Léa Dubuis<\/bdi>/);
    expect(await site.html("/corbeille")).toMatch(/Léa Dubuis.*Caissière/s);
    const form = { id: "VaroneCaissier", key: hidden(html, "key"), intention: "undo-replacement" };
    for (const _tap of ["one", "two"]) {
      const undone = await site.send("/comite?fait=&fait=VaroneCaissier", form, site.cookie);
      expect(undone.headers.get("location")).toBe("/comite?fait=#DubuisCaissier");
      expect(await shown()).toEqual([["DubuisCaissier", "Caissière"]]);
    }
    expect(await actions()).toEqual(["deleted", "restored"]);
    expect((await site.services.bin.list()).map(({ kind }) => kind)).toEqual(["membre"]);
  });

  it("sent twice is one change", async () => {
    const version = await versionOf();
    for (const _tap of ["one", "two"]) expect((await replace({ version })).headers.get("location")).toBe(AFTER);
    expect(await shown()).toHaveLength(1);
    expect(await site.services.bin.list()).toHaveLength(1);
  });

  it("by two users at once shows the second user who now has the role, keeps the typed name, and can replace that person", async () => {
    const version = await versionOf();
    await replace();
    const answer = await replace({ version, Prenom: "Zoé", Nom: "Luyet" });
    const html = await answer.text();
    expect(answer.status).toBe(409);
    expect(html).toContain("Elle dit maintenant\u00a0: Luc Varone, Caissier");
    expect(html).toContain('value="Luyet"');
    expect(await shown()).toHaveLength(1);
    const again = { Prenom: "Zoé", Nom: "Luyet", version: hidden(html, "version"), card: hidden(html, "card") };
    expect((await replace(again)).headers.get("location")).toBe("/comite?fait=&fait=LuyetCaissier#LuyetCaissier");
    expect(await shown()).toEqual([["LuyetCaissier", ""]]);
  });

  it("says what changed in a card that was changed meanwhile, and that a deleted card is gone", async () => {
    const version = await versionOf();
    await site.services.committee.update("DubuisCaissier", { ...LEA, role: "Secrétaire", displayedRole: "" }, version);
    const changed = await replace({ version });
    expect([changed.status, await changed.text()]).toEqual([409, expect.stringContaining("Léa Dubuis, Secrétaire")]);
    await site.send("/comite", { id: "DubuisCaissier" }, site.cookie);
    const gone = await replace({ version });
    expect([gone.status, await gone.text()]).toEqual([409, expect.stringContaining("n’existe plus")]);
    expect((await site.get("/comite/remplacer/Personne", site.cookie)).status).toBe(404);
  });

  it("refuses the same person, and one who already is in the committee", async () => {
    const { committee } = site.services;
    await committee.create("VaroneMembre", { firstName: "Luc", lastName: "Varone", role: "Membre", displayedRole: "" });
    const there = (await committee.get("VaroneMembre")) ?? expect.fail();
    for (const [fields, sentence] of [
      [{ Prenom: "Lea", Nom: "dubuis" }, REPLACEMENT_SENTENCES.same],
      [{}, REPLACEMENT_SENTENCES.there(there)],
    ] as const)
      expect(sentences(await (await replace(fields)).text())).toEqual([["Nom", sentence]]);
    expect(await shown()).toHaveLength(2);
  });

  it("offers the names of the active members and nothing else of them, and copies one without script", async () => {
    const [active, left] = [aMember({ lastName: "Luyet", phone: "0791112233" }), aMember({ lastName: "Parti" })];
    await saveMembers(site.services.register, active, { ...left, leftOn: "2025-01-01", since: "2020-01-01" });
    const html = await site.html(PATH);
    expect(html).toContain(`<option value="Luyet, ${active.firstName}">`);
    expect(html).not.toMatch(/Parti|0791112233|079 111 22 33/);
    const copied = await replace({ Prenom: "", Nom: "", register: `Luyet, ${active.firstName}`, intention: "copy" });
    expect([copied.status, await copied.text()]).toEqual([200, expect.stringContaining('name="Nom" value="Luyet"')]);
    expect(await shown()).toEqual([["DubuisCaissier", "Caissière"]]);
  });
});

it("the committee page shows the displayed role of a member", async () => {
  expect(await site.html("/comite", "")).toMatch(/membre__post">Caissière</);
  const version = await versionOf();
  const form = { Prenom: "Léa", Nom: "Dubuis", Poste: "Caissier", PosteAffiche: "Trésorière", version };
  await site.send("/comite/modify/DubuisCaissier", form, site.cookie);
  expect(await site.html("/comite", "")).toMatch(/membre__post">Trésorière</);
  const history = await site.html("/comite/modify/DubuisCaissier/historique");
  expect(history).toMatch(/Poste affiché.*Caissière/s);
});
