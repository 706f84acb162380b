import type { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createEvenementStore } from "#adapters/embedded/evenement-store.ts";
import { createPictureRows } from "#adapters/embedded/images/picture-rows.ts";
import { createMembreStore } from "#adapters/embedded/membre-store.ts";
import { createRecycleBin } from "#adapters/embedded/recycle-bin.ts";
import { createSettingsStore } from "#adapters/embedded/settings-store.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";
import { olderDatabase } from "./older-database.ts";

const AT = "2026-08-01T20:15:00.000Z";
const UNTIL = "2026-08-02T20:15:00.000Z";
const ANA = { id: "account-of-ana", name: "Ana" };
const HOSTILE = `Robert'); DROP TABLE evenements; -- <b>"\\" Zoé 🎺 e\u0301 \u202e`;
const MEMBRE = { Prenom: "Ana", Nom: HOSTILE, Poste: "Membre" };
/** An event as the version before knew them. */
const { Nom, Date: month, FirstDay, LastDay, StartTime, Lieu, AfterMovie, State } = anEvenement({ Nom: HOSTILE });
const BEFORE = { Nom, Date: month, FirstDay, LastDay, StartTime, Lieu, AfterMovie, State };

const NO_DAY = { FirstDay: "", LastDay: "", StartTime: "", EndTime: "" };

const stateOf = (content: object) => JSON.stringify([{ content, at: AT, by: ANA, until: UNTIL }]);

/** A database with something of everything as the version before the planning's details left it, and as it is opened now. */
function upgraded(): DatabaseSync {
  const { db, upgrade } = olderDatabase("0019");
  const membre = db.prepare(
    `INSERT INTO membres (id, key, revision, Prenom, Nom, Poste, updated_at, updated_by, pictures, states)
     VALUES (?, lower(?), 5, 'Ana', ?, 'Membre', '${AT}', ?, ?, ?)`,
  );
  const evenement = db.prepare(
    `INSERT INTO evenements (id, key, revision, Nom, Date, Lieu, AfterMovie, updated_at, updated_by, pictures, states)
     VALUES (?, lower(?), 6, ?, '2025-08', 'Savièse', '', '${AT}', ?, ?, ?)`,
  );
  const by = JSON.stringify(ANA);
  for (const [id, pictures] of [
    ["Never", []],
    ["Restored", ["membres/Restored/a.jpg", 'membres/Restored/Zoé "2".jpg']],
  ] as const)
    membre.run(id, id, HOSTILE, by, JSON.stringify(pictures), stateOf({ ...MEMBRE, Prenom: "Anna" }));
  evenement.run("A", "A", HOSTILE, by, '["evenements/A/a.jpg"]', stateOf({ ...BEFORE, Lieu: "Sion" }));
  evenement.run("B", "B", HOSTILE, by, "[]", "[]");
  db.prepare(
    `INSERT INTO deleted_evenements (id, sequence, updated_at, Nom, Date, FirstDay, LastDay, StartTime, Lieu, AfterMovie, State)
     VALUES ('Loto1125', 7, '${AT}', ?, '2025-11', '', '', '', 'Halle', '', '')`,
  ).run(HOSTILE);
  db.exec("UPDATE revisions SET last = 7");
  const { planningYearAutomatic: _, ...settings } = { ...INITIAL_SETTINGS, planningYear: 2025 };
  db.prepare(
    `INSERT INTO settings (only_row, content, updated_at, updated_by, photo, photo_known, states)
     VALUES (1, ?, '${AT}', 'Ana', 'accueil/groupe/b.jpg', 1, ?)`,
  ).run(
    JSON.stringify({ ...settings, planningYear: 2026 }),
    JSON.stringify([{ content: settings, picture: "accueil/groupe/a.jpg", at: AT, by: ANA, until: UNTIL }]),
  );
  const binned = db.prepare(
    `INSERT INTO recycle_bin (key, kind, id, content, pictures, deleted_at, deleted_by, states) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const pictures = JSON.stringify(["evenements/C/a.jpg", "evenements/C/b.jpg"]);
  binned.run(
    "key-of-c",
    "evenement",
    "C",
    JSON.stringify(BEFORE),
    pictures,
    UNTIL,
    by,
    stateOf({ ...BEFORE, Lieu: "Sion" }),
  );
  binned.run("key-of-d", "membre", "D", JSON.stringify(MEMBRE), "[]", AT, by, stateOf(MEMBRE));
  db.exec(`INSERT INTO images (path, collection, id, key, width, height, webp, set_aside, added_at)
    VALUES ('evenements/A/a.jpg', 'evenements', 'A', 'aaaaaaaaaaaaaaaaaaaa', 3, 2, 1, 0, '${AT}')`);
  upgrade();
  return db;
}

it("cards keep their text, versions and earlier states, know the new fields as empty, and name what was restored with them", async () => {
  const db = upgraded();
  const [membres, evenements] = [createMembreStore(db), createEvenementStore(db)];
  const stored = { updatedAt: AT, updatedBy: ANA };
  expect(await membres.list()).toEqual([
    { ...MEMBRE, ...stored, id: "Never", version: "5", picture: undefined },
    { ...MEMBRE, ...stored, id: "Restored", version: "5", picture: 'membres/Restored/Zoé "2".jpg' },
  ]);
  const event = { ...anEvenement({ Nom: HOSTILE }), ...stored, version: "6", sequence: 6 };
  expect(await evenements.list()).toEqual([
    { ...event, id: "A", picture: "evenements/A/a.jpg" },
    { ...event, id: "B", picture: undefined },
  ]);
  expect(await membres.listStates("Never")).toEqual([
    { content: { ...MEMBRE, Prenom: "Anna" }, at: AT, by: ANA, until: UNTIL },
  ]);
  expect(await evenements.listStates("A")).toEqual([
    { content: anEvenement({ Nom: HOSTILE, Lieu: "Sion" }), at: AT, by: ANA, until: UNTIL },
  ]);
  expect(await evenements.listStates("B")).toEqual([]);
  expect(await evenements.listDeleted(new Date(0))).toEqual([
    { ...NO_DAY, Date: "2025-11", id: "Loto1125", sequence: 7, updatedAt: AT },
  ]);
});

it("cards of the version before can be changed, go back to a state of before, and keep what they were", async () => {
  const evenements = createEvenementStore(upgraded());
  const [state] = await evenements.listStates("A");
  const details = anEvenement({ Nom: HOSTILE, Details: HOSTILE, Publication: "draft" });
  expect(await evenements.update("A", details, "6", ANA)).toBe("updated");
  expect(await evenements.get("A")).toMatchObject({ ...details, picture: "evenements/A/a.jpg" });
  const version = (await evenements.get("A"))?.version ?? "";
  expect(await evenements.update("A", state?.content ?? details, version, ANA)).toBe("updated");
  expect((await evenements.listStates("A")).map(({ content }) => content)).toEqual([
    details,
    anEvenement({ Nom: HOSTILE }),
    anEvenement({ Nom: HOSTILE, Lieu: "Sion" }),
  ]);
});

it("what lies in the bin reads as before, and comes back with its states and the picture that was added last", async () => {
  const db = upgraded();
  const [bin, evenements, membres] = [createRecycleBin(db), createEvenementStore(db), createMembreStore(db)];
  const pictures = ["evenements/C/a.jpg", "evenements/C/b.jpg"];
  expect(await bin.list()).toEqual([
    {
      ...{ key: "key-of-c", kind: "evenement", id: "C", fields: anEvenement({ Nom: HOSTILE }) },
      ...{ at: new Date(UNTIL), by: ANA, pictures, picture: pictures[1] },
    },
    { ...{ key: "key-of-d", kind: "membre", id: "D", fields: MEMBRE }, at: new Date(AT), by: ANA, pictures: [] },
  ]);
  expect(await bin.listPictures()).toEqual(pictures);
  expect(await evenements.restore("key-of-c", "C", null)).toBe("restored");
  expect(await evenements.get("C")).toMatchObject({ ...anEvenement({ Nom: HOSTILE }), picture: pictures[1] });
  expect(await evenements.listStates("C")).toMatchObject([{ content: anEvenement({ Nom: HOSTILE, Lieu: "Sion" }) }]);
  expect(await membres.restore("key-of-d", "D", null)).toBe("restored");
  expect((await membres.get("D"))?.picture).toBeUndefined();
  expect(await membres.listStates("D")).toMatchObject([{ content: MEMBRE }]);
});

it("settings and pictures are as they were: the year is not automatic, and crops keep the middle in sight", async () => {
  const db = upgraded();
  const settings = createSettingsStore(db);
  expect(await settings.get()).toMatchObject({
    ...{ planningYear: 2026, planningYearAutomatic: false, photo: "accueil/groupe/b.jpg" },
  });
  expect(await settings.listStates()).toEqual([
    {
      content: { ...INITIAL_SETTINGS, planningYear: 2025 },
      ...{ picture: "accueil/groupe/a.jpg", at: AT, by: ANA, until: UNTIL },
    },
  ]);
  expect((await createPictureRows(db).list("evenements")).map(({ made }) => made?.focus)).toEqual([""]);
});

it("keeps hostile text as it is, also behind a NUL", async () => {
  const { db, upgrade } = olderDatabase("0019");
  const text = "a\u0000b\r\n";
  const adding = db.prepare(
    `INSERT INTO evenements (id, key, revision, Nom, Date, Lieu, AfterMovie, updated_at, states)
     VALUES ('A', 'a', 6, ?, '2025-08', 'Savièse', '', '${AT}', ?)`,
  );
  adding.run(text, stateOf({ ...BEFORE, Lieu: text }));
  upgrade();
  expect(await createEvenementStore(db).get("A")).toMatchObject({ Nom: text });
  expect(await createEvenementStore(db).listStates("A")).toMatchObject([{ content: { Lieu: text } }]);
});
