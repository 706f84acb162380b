import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { setUpSite } from "#tests/http/site.ts";
import { dataFolderPaths } from "#upkeep/private-folder.ts";
import { deleteInboxEntries } from "#usecases/recycle-bin.ts";

const WRITERS = [
  { id: "account-of-elodie", name: "Élodie" },
  { id: "account-of-bob", name: "Bob" },
] as const;
const MESSAGE = { name: "Ana Zen", email: "ana@exemple.ch", subject: "Loto", message: "À quelle heure ?" };

const site = setUpSite({ committee: true });

it("the journal responds fast with twenty thousand entries and a full bin", async () => {
  const { events, inbox } = site.services;
  await events.create("Fête0825", anEvent(), null);
  const subjectId = (await events.get("Fête0825"))?.subject ?? "";
  const subjects = ["evenement", "message", "settings", "account"] as const;
  // In one transaction, because 20,000 transactions would each wait for the disk.
  const db = new DatabaseSync(dataFolderPaths(site.folder).database);
  const adding = db.prepare(
    "INSERT INTO documents (collection, id, version, changed_at, content) VALUES ('journal', ?, '1', ?, ?)",
  );
  db.exec("BEGIN IMMEDIATE");
  for (let i = 0; i < 20_000; i++) {
    const { id, name } = WRITERS[i % 3 ? 0 : 1];
    const at = new Date(Date.now() + i).toISOString();
    const [kind, subject] = [subjects[i % 4] ?? "settings", i % 4 === 0 ? subjectId : `gone-${i}`];
    const order = { orderAll: at, orderKind: `${kind} ${at}`, orderPerson: `${id} ${at}` };
    const line = { at, person: id, name, action: "changed", kind, subject, ...order, orderBoth: `${id} ${kind} ${at}` };
    adding.run(`line-${i}`, at, JSON.stringify(line));
  }
  db.exec("COMMIT");
  db.close();
  const ids: string[] = [];
  for (let i = 0; i < 100; i++)
    ids.push((await inbox.add({ type: "message", content: { ...MESSAGE, message: `${i}` } }, new Date())).entry.id);
  await deleteInboxEntries(site.services, ids, WRITERS[0]);
  await site.read("/journal");
  for (const path of ["/journal", "/journal?page=400", `/journal?personne=${WRITERS[1].id}&sujet=comptes&page=20`]) {
    // About 30 ms each on an idle machine. The best of three, because other tests use the machine too.
    const times = [];
    for (let i = 0; i < 3; i++) {
      const start = performance.now();
      expect((await site.read(path)).status).toBe(200);
      times.push(performance.now() - start);
    }
    expect(Math.min(...times), path).toBeLessThan(1000);
  }
});
