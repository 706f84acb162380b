/** `node increment.worker.ts FILE COUNT`: increments two counters in one transaction, COUNT times; prints a line for each. */
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";

const [file = "", count] = process.argv.slice(2);
const documents = openSqliteDocuments(file);
for (let n = 0; n < Number(count); n++) {
  await documents.transaction(async (transaction) => {
    const found = [await transaction.get("numbers", "a"), await transaction.get("numbers", "b")];
    for (const [i, id] of ["a", "b"].entries()) {
      const value = Number(found[i]?.content.value ?? 0) + 1;
      if (found[i]) transaction.update("numbers", id, { value });
      else transaction.create("numbers", id, { value });
    }
  });
  process.stdout.write("added\n");
}
documents.close();
