/** Mail that lies in files: what they are called, which there are, and how they go. */
import { readdir } from "node:fs/promises";
import { removeDurably } from "#adapters/disk/durable-files.ts";
import { type Day, isDay } from "#domain/dates.ts";
import type { CommitteeMail, SavedFile, SavedMail } from "#ports/mailer.ts";

const timestamp = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Zurich",
  dateStyle: "short",
  timeStyle: "medium",
});

/** @returns `20250805-140307-inscription-ID.eml`, by the clock of the village */
export function fileNameOf({
  id,
  submission,
  receivedAt,
}: Pick<CommitteeMail, "id" | "submission" | "receivedAt">): string {
  const when = timestamp.format(receivedAt).replace(/[-:]/g, "").replace(" ", "-");
  return `${when}-${submission.type}-${id}.eml`;
}

/** Such a name, also as durable-files.ts calls a file that is not whole yet. */
const FILE =
  /^(\d{4})(\d{2})(\d{2})-\d{6}-(inscription|message|trial|essai)-([\w-]{1,80})\.eml(?:\.[0-9a-f]{8}\.tmp)?$/;

/** @param directory where `createEmlMailer` writes; need not exist */
export function createSavedMail({ directory }: { directory: string }): SavedMail {
  return {
    async list() {
      return (await namesIn(directory)).flatMap((name) => savedFileOf(name) ?? []);
    },

    remove: (names) => removeDurably(directory, names),
  };
}

function savedFileOf(name: string): SavedFile | null {
  const [, year, month, date, type, id = ""] = FILE.exec(name) ?? [];
  const day: Day = `${year}-${month}-${date}`;
  return isDay(day) ? { name, id, trial: type === "trial" || type === "essai", day } : null;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw fault;
  }
}
