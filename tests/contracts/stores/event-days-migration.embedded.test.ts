import { expect, it } from "vitest";
import { createEvenementStore } from "#adapters/embedded/evenement-store.ts";
import { createMembreStore } from "#adapters/embedded/membre-store.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";
import { olderDatabase } from "./older-database.ts";

it("events and members from before exact days read as they were, and can be changed", async () => {
  const { db, upgrade } = olderDatabase("0007");
  db.exec(`
    INSERT INTO evenements VALUES ('Fête0825', 'fête0825', 4, 'Fête', '2025-08', 'Savièse', '');
    INSERT INTO membres VALUES ('DupontMembre', 'dupontmembre', 5, 'Ana', 'Dupont', 'Membre');
    UPDATE revisions SET derniere = 5;
  `);

  const start = new Date().toISOString();
  upgrade();
  const evenements = createEvenementStore(db);
  const [evenement] = await evenements.list();
  expect(evenement).toEqual({
    ...anEvenement(),
    id: "Fête0825",
    version: "4",
    sequence: 4,
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedBy: null,
  });
  expect((evenement?.updatedAt ?? "") >= start).toBe(true);
  expect(await createMembreStore(db).get("DupontMembre")).toMatchObject({ Nom: "Dupont", version: "5" });
  expect(await evenements.update("Fête0825", anEvenement({ FirstDay: "2025-08-01" }), "4")).toBe("updated");
  expect(await evenements.get("Fête0825")).toMatchObject({ FirstDay: "2025-08-01", sequence: 6 });
});
