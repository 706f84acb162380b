import { readdir } from "node:fs/promises";
import { type Day, isDay } from "#domain/dates.ts";
import type { CommitteeMail, SavedFile, SavedMailFolder } from "#ports/mailer.ts";
import { removeFileDurably } from "./durable-files.ts";

const timestamp = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Zurich",
  dateStyle: "short",
  timeStyle: "medium",
});

/** File name such as `20250805-140307-inscription-ID.eml`, in Zurich time. */
export function savedMailFileName({
  id,
  submission,
  receivedAt,
}: Pick<CommitteeMail, "id" | "submission" | "receivedAt">): string {
  const when = timestamp.format(receivedAt).replace(/[-:]/g, "").replace(" ", "-");
  return `${when}-${submission.type}-${id}.eml`;
}

/** Also matches the names of temporary files (durable-files.ts). */
const FILE = /^(\d{4})(\d{2})(\d{2})-\d{6}-(inscription|message|test)-([\w-]{1,80})\.eml(?:\.[0-9a-f]{8}\.tmp)?$/;

export function createSavedMailFolder({ directory }: { directory: string }): SavedMailFolder {
  return {
    async list() {
      return (await namesIn(directory)).flatMap((name) => savedFileOf(name) ?? []);
    },

    remove: (names) => removeFileDurably(directory, names),
  };
}

function savedFileOf(name: string): SavedFile | null {
  const [, year, month, date, type, id = ""] = FILE.exec(name) ?? [];
  const day: Day = `${year}-${month}-${date}`;
  return isDay(day) ? { name, id, isTest: type === "test", day } : null;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
