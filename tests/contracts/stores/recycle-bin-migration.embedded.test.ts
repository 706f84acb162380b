import type { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createAuthenticator } from "#adapters/embedded/accounts/authenticator.ts";
import { createEvenementStore } from "#adapters/embedded/evenement-store.ts";
import { createPictureRows } from "#adapters/embedded/images/picture-rows.ts";
import { createInbox } from "#adapters/embedded/inbox/inbox.ts";
import { createJournal } from "#adapters/embedded/journal.ts";
import { createMembreStore } from "#adapters/embedded/membre-store.ts";
import { createRecycleBin } from "#adapters/embedded/recycle-bin.ts";
import { createSettingsStore } from "#adapters/embedded/settings-store.ts";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";
import { olderDatabase } from "./older-database.ts";

const AT = "2025-08-01T20:15:00.000Z";
const CONTENT = `{"nom":"Léo","email":"leo@exemple.ch","sujet":"Salut","message":"Bonjour"}`;

/** A database as the version before recycle bin and earlier states left it, and as it is opened now. */
function upgraded(): DatabaseSync {
  const { db, upgrade } = olderDatabase("0018");
  db.exec(`
    INSERT INTO membres (id, key, revision, Prenom, Nom, Poste, updated_at)
      VALUES ('DupontMembre', 'dupontmembre', 5, 'Ana', 'Dupont', 'Membre', '${AT}');
    INSERT INTO evenements (id, key, revision, Nom, Date, Lieu, AfterMovie, updated_at)
      VALUES ('Fête0825', 'fête0825', 6, 'Fête', '2025-08', 'Savièse', '', '${AT}');
    INSERT INTO deleted_evenements (id, sequence, updated_at, Nom, Date, FirstDay, LastDay, StartTime, Lieu, AfterMovie, State)
      VALUES ('Loto1125', 7, '${AT}', 'Loto', '2025-11', '', '', '', 'Halle', '', '');
    UPDATE revisions SET last = 7;
    INSERT INTO settings (only_row, content, revision, updated_at, updated_by)
      VALUES (1, '{"planningYear":2024}', 3, '${AT}', 'anne@exemple.ch');
    INSERT INTO inbox (id, type, content, fingerprint, received_at, next_attempt)
      VALUES ('message-1', 'message', '${CONTENT}', 'abc', '${AT}', '${AT}');
    INSERT INTO images (path, collection, id, key, width, height, webp, set_aside, added_at) VALUES
      ('membres/DupontMembre/a.jpg', 'membres', 'DupontMembre', 'aaaaaaaaaaaaaaaaaaaa', 3, 2, 1, 0, '${AT}'),
      ('membres/DupontMembre/b.jpg', 'membres', 'DupontMembre', 'bbbbbbbbbbbbbbbbbbbb', 3, 2, 1, 1, '${AT}'),
      ('membres/Partie/c.jpg', 'membres', 'Partie', 'cccccccccccccccccccc', 3, 2, 1, 1, '${AT}'),
      ('accueil/groupe/d.jpg', 'accueil', 'groupe', 'dddddddddddddddddddd', 3, 2, 1, 1, '${AT}');
    INSERT INTO user (id, email, lastSignIn) VALUES ('z', 'zoe@exemple.ch', '${AT}');
  `);
  upgrade();
  return db;
}

it("settings saved by the version before say by whom, by the address that it noted, and leave that state behind", async () => {
  const store = createSettingsStore(upgraded());
  const author = { by: { id: "", name: "anne@exemple.ch" }, at: new Date(AT) };
  const stored = await store.get();
  expect(stored).toMatchObject({ planningYear: 2024, lastSave: author, version: "3" });
  expect(stored.photo).toBeUndefined();
  expect(await store.listStates()).toEqual([]);
  const bob = { by: { id: "bob", name: "Bob" }, at: new Date("2025-08-02T20:15:00.000Z") };
  expect(await store.save({ ...stored, planningYear: 2025 }, "3", bob)).toBe("saved");
  expect(await store.listStates()).toMatchObject([
    { content: { planningYear: 2024 }, at: AT, by: author.by, until: bob.at.toISOString() },
  ]);
});

it("cards of the version before are as they were, by nobody who is known, and are kept when they change", async () => {
  const db = upgraded();
  const [membres, evenements] = [createMembreStore(db), createEvenementStore(db)];
  const membre = { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" };
  expect(await membres.list()).toEqual([
    { ...membre, id: "DupontMembre", version: "5", updatedAt: AT, updatedBy: null },
  ]);
  expect(await evenements.list()).toEqual([
    { ...anEvenement(), id: "Fête0825", version: "6", sequence: 6, updatedAt: AT, updatedBy: null },
  ]);
  expect(await evenements.listDeleted(new Date(0))).toMatchObject([{ id: "Loto1125", sequence: 7, updatedAt: AT }]);
  expect(await membres.listStates("DupontMembre")).toEqual([]);
  expect(await membres.update("DupontMembre", { ...membre, Poste: "Caissier" }, "5")).toBe("updated");
  expect(await membres.listStates("DupontMembre")).toMatchObject([{ content: membre, at: AT, by: null }]);
  expect(await evenements.restore(await moveCard(evenements, "Fête0825"), "Fête0825", null)).toBe("restored");
  expect((await evenements.get("Fête0825"))?.sequence).toBeGreaterThan(7);
});

it("all else of the version before is there, bin and journal are empty, and a deletion that was cut short is taken back", async () => {
  const db = upgraded();
  expect(await createRecycleBin(db).list()).toEqual([]);
  expect(await createJournal(db).list({}, { start: 0, count: 50 })).toEqual({ lines: [], total: 0 });
  const inbox = createInbox(db);
  expect(await inbox.get("message-1")).toMatchObject({ content: { sujet: "Salut" }, mail: { state: "en-attente" } });
  const pictures = createPictureRows(db);
  expect((await pictures.list("membres")).map(({ path, setAside }) => [path, setAside])).toEqual([
    ["membres/DupontMembre/a.jpg", false],
    ["membres/DupontMembre/b.jpg", false],
    ["membres/Partie/c.jpg", true],
  ]);
  const hidden = ["a", "b", "c", "d"].map((digit) => pictures.isHidden(`${digit.repeat(20)}-3.webp`));
  expect(hidden).toEqual([false, false, true, true]);
  const auth = createAuthenticator({ db, secret: "x".repeat(32) });
  expect(await auth.listAccounts()).toMatchObject([{ email: "zoe@exemple.ch", firstName: "" }]);
});
