/** Mail that lies in files: what they are called, which there are, and how they go. */
import { readdir } from "node:fs/promises";
import { estJour, type Jour } from "#domain/dates.ts";
import type { KeptFile, KeptMail } from "#ports/kept-mail.ts";
import type { Courrier } from "#ports/mailer.ts";
import { removeDurably } from "./durable-files.ts";

const timestamp = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Zurich",
  dateStyle: "short",
  timeStyle: "medium",
});

/** @returns `20250805-140307-inscription-ID.eml`, by the clock of the village */
export function fileNameOf({ id, envoi, recuLe }: Pick<Courrier, "id" | "envoi" | "recuLe">): string {
  const when = timestamp.format(recuLe).replace(/[-:]/g, "").replace(" ", "-");
  return `${when}-${envoi.type}-${id}.eml`;
}

/** Such a name, also as durable-files.ts calls a file that is not whole yet. */
const FILE = /^(\d{4})(\d{2})(\d{2})-\d{6}-(inscription|message|essai)-([\w-]{1,80})\.eml(?:\.[0-9a-f]{8}\.tmp)?$/;

/** @param directory where `createEmlMailer` writes; need not exist */
export function createKeptMail({ directory }: { directory: string }): KeptMail {
  return {
    async list() {
      return (await namesIn(directory)).flatMap((name) => keptFileOf(name) ?? []);
    },

    remove: (names) => removeDurably(directory, names),
  };
}

function keptFileOf(name: string): KeptFile | null {
  const [, year, month, date, type, id = ""] = FILE.exec(name) ?? [];
  const day: Jour = `${year}-${month}-${date}`;
  return estJour(day) ? { name, id, trial: type === "essai", day } : null;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (panne) {
    if ((panne as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw panne;
  }
}
