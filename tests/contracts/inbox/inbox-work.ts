import type { Inbox } from "#stores/inbox-types.ts";

/**
 * What another process does with an inbox. It says what it was told by the store, line by line, only once the store has
 * returned.
 * @param task `deposer COUNT` or `livrer`
 */
export async function doWork(inbox: Inbox, [task, count]: string[]): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`);

  if (task === "deposer")
    for (let i = 0; i < Number(count); i++) {
      const content = { name: "Léo", email: "leo@exemple.ch", subject: "Salut", message: `Message ${i}` };
      const { entry, isNew } = await inbox.add({ type: "message", content }, new Date());
      print(`${isNew ? "nouvelle" : "connue"} ${entry.id}`);
    }

  if (task === "livrer") {
    for (let claimed = 1; claimed > 0; ) {
      const entries = await inbox.claimDue(new Date(), 3_600_000, 3);
      for (const { id } of entries) print(`prise ${id}`);
      claimed = entries.length;
    }
  }
}
