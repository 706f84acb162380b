import { existsSync, linkSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import { dataPaths } from "#upkeep/private-folder.ts";

type Change = { collection: string; id: string; how: "added" | "changed" | "deleted" };

/** A rollback to an earlier release copies these collections from its data to the data of the earlier release. */
const CARRIED = ["inbox", "mails", "fingerprints"];
const NAMES: Readonly<Record<string, string>> = {
  evenements: "events",
  membres: "members",
  settings: "settings",
  texts: "texts",
  identities: "accounts",
  accounts: "accounts",
  journal: "journal and recycle bin",
  inbox: "sign-ups and messages",
};
/** The report lists the ids of events and members, because these ids are readable. */
const NAMED = ["evenements", "membres"];

function changesSince(inUse: string, older: string): Change[] {
  const db = new DatabaseSync(dataPaths(inUse).database);
  try {
    db.prepare("ATTACH $file AS older").run({ $file: dataPaths(older).database });
    const rows = db.prepare(
      `SELECT new.collection, new.id, iif(old.id IS NULL, 'added', 'changed') AS how
         FROM main.documents AS new LEFT JOIN older.documents AS old USING (collection, id)
        WHERE old.version IS NOT new.version
       UNION ALL
       SELECT old.collection, old.id, 'deleted'
         FROM older.documents AS old LEFT JOIN main.documents AS new USING (collection, id) WHERE new.id IS NULL`,
    );
    return rows.all() as Change[];
  } finally {
    db.close();
  }
}

const isCarried = ({ collection, how }: Change): boolean => CARRIED.includes(collection) && how !== "deleted";

export function describeLater(inUse: string, older: string): string {
  const changes = changesSince(inUse, older);
  const lost = changes.filter((change) => change.collection in NAMES && !isCarried(change));
  const groups = Object.entries(Object.groupBy(lost, ({ collection }) => NAMES[collection] ?? collection));
  const lines = groups.map(([name, group = []]) => {
    const parts = group.some(({ collection }) => NAMED.includes(collection))
      ? group.map(({ id, how }) => `${id} ${how}`)
      : Object.entries(Object.groupBy(group, ({ how }) => how)).map(([how, same = []]) => `${same.length} ${how}`);
    return `  ${name}: ${parts.join(", ")}\n`;
  });
  const carried = changes.filter((change) => change.collection === "inbox" && isCarried(change)).length;
  return [
    `Sign-ups and messages since the upgrade, which are carried over: ${carried}.\n`,
    lines.length === 0 ? "Nothing else has changed since.\n" : "Changed since, and lost by going back:\n",
    ...lines,
  ].join("");
}

/** Idempotent. If a migration changes the format of inbox entries, convert the entries back here. */
export async function carryLaterData(inUse: string, older: string): Promise<void> {
  const [from, to] = [inUse, older].map((folder) => openDocuments(dataPaths(folder).database)) as [Store, Store];
  for (const { collection, id } of changesSince(inUse, older).filter(isCarried)) {
    const content = (await from.get(collection, id))?.content;
    if (!content) continue;
    await to.transaction(async (transaction) => {
      await transaction.get(collection, id);
      transaction.put(collection, id, content);
    });
  }
  for (const store of [from, to]) store.close();
  const [mails, saved] = [dataPaths(inUse).outbox, dataPaths(older).outbox];
  mkdirSync(saved, { recursive: true, mode: 0o700 });
  for (const name of existsSync(mails) ? readdirSync(mails) : [])
    if (!existsSync(join(saved, name))) linkSync(join(mails, name), join(saved, name));
}

type Store = ReturnType<typeof openDocuments>;
