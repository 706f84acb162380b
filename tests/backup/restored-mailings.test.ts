import { join } from "node:path";
import { expect, it } from "vitest";
import { MIGRATIONS_FOLDER } from "#adapters/sqlite/database.ts";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { createMailingStore } from "#stores/mailings.ts";
import { createMailStore } from "#stores/mails.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { aMailing } from "#tests/contracts/mailings/mailings.contract.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { makeBackup } from "#upkeep/backup/create.ts";
import { restoreBackup } from "#upkeep/backup/restore.ts";
import { fillSite, scratch } from "./site.ts";

/** @returns the mailings of a data folder, which `work` may change before */
async function mailingsOf(
  dataDir: string,
  work: (site: ReturnType<typeof storesOf>) => Promise<void> = async () => {},
) {
  const documents = openSqliteDocuments(join(dataDir, "site.db"));
  try {
    const site = storesOf(documents);
    await work(site);
    const all = await site.mailings.list(new Date(0));
    return Object.fromEntries(all.map(({ id, stoppedAt, isQueued }) => [id, [stoppedAt !== null, isQueued]]));
  } finally {
    documents.close();
  }
}

const storesOf = (documents: ReturnType<typeof openSqliteDocuments>) => ({
  mailings: createMailingStore(documents, async () => "secret"),
  mails: createMailStore(documents),
  register: createRegisterStore(documents),
});

it("a restore stops the mailings whose letters were leaving, so that nobody gets one twice, and no other", async () => {
  const dataDir = join(scratch(), "data");
  await fillSite(dataDir);
  await mailingsOf(dataDir, async ({ mailings, mails, register }) => {
    const member = await saveMember(register, aMember({ email: "zoe@exemple.ch" }));
    const letter = { recipient: "zoe@exemple.ch", subject: "Sortie", text: "", html: "" };
    for (const id of ["sent", "leaving", "unqueued"]) {
      await mailings.create(id, aMailing({ recipients: [{ member, reply: "" }] }), [], null);
      if (id === "unqueued") continue;
      await mailings.queueLetters({ id, by: null }, [{ member, letter }]);
      const mailing = (await mailings.get(id)) ?? expect.fail();
      await mailings.markQueued(mailing);
      if (id === "leaving") continue;
      for (const now = new Date(); ; ) {
        const mail = await mails.leaseDue(now, 60_000);
        if (!mail) break;
        await mails.record(mail, { state: "envoye", at: now });
      }
    }
  });
  const file = join(scratch(), "b.db");
  await makeBackup({ dataDir, file });
  const restored = join(scratch(), "neuf");
  const report = restoreBackup({ file, dataDir: restored, migrations: MIGRATIONS_FOLDER });
  expect(report.stopped).toBe(2);
  const stopped = { leaving: [true, true], sent: [false, true], unqueued: [true, true] };
  expect(await mailingsOf(restored)).toEqual(stopped);
  expect(await mailingsOf(dataDir)).toEqual({ ...stopped, leaving: [false, true], unqueued: [false, false] });
});
