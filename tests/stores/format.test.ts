import { expect, it } from "vitest";
import type { DocumentContent } from "#ports/documents.ts";
import { documentFormatProblem, recordDocumentFormat } from "#stores/format.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";

/** @param documents by `collection/id` */
async function place(documents: Record<string, DocumentContent> = {}) {
  const opened = await (await sqliteDocuments())();
  await opened.transaction(async (transaction) => {
    for (const [path, content] of Object.entries(documents)) {
      const [collection = "", id = ""] = path.split("/");
      transaction.create(collection, id, content);
    }
  });
  return opened;
}

it("the format of the documents is recorded once, by the first start", async () => {
  const documents = await place({ "evenements/Fête0825": { Nom: "Fête" } });
  expect(await documentFormatProblem(documents)).toBeNull();
  await recordDocumentFormat(documents);
  const named = await documents.get("state", "format");
  expect(named?.content).toEqual({ version: 2 });
  await recordDocumentFormat(documents);
  expect(await documents.get("state", "format")).toEqual(named);
  expect(await documentFormatProblem(documents)).toBeNull();
});

it("the format of an older version is raised, unless the backup before it fails", async () => {
  const documents = await place({ "state/format": { version: 2 } });
  const formats = { oldest: 2, newest: 3 };
  const noRoom = () => {
    throw new Error("no room");
  };
  await expect(recordDocumentFormat(documents, noRoom, formats)).rejects.toThrow("no room");
  expect((await documents.get("state", "format"))?.content).toEqual({ version: 2 });
  let backups = 0;
  const backUp = () => void backups++;
  for (const _ of [1, 2]) await recordDocumentFormat(documents, backUp, formats);
  expect((await documents.get("state", "format"))?.content).toEqual({ version: 3 });
  expect(backups).toBe(1);
});

it("the format of another version is refused in one line", async () => {
  const problem = async (version: number) => documentFormatProblem(await place({ "state/format": { version } }));
  expect(await problem(3)).toBe("A newer version of this site wrote its documents (format 3): start that version.");
  expect(await problem(1)).toMatch(/^An unreleased version of this site wrote its documents \(format 1\): /);
});
