/** What lies in the recycle bin, as its page shows it. */
import { hiddenPictureUrl } from "#app/ui/pictures/pictures.server.ts";
import { fullName } from "#domain/committee-member.ts";
import { dateAndTime, dayInZurich, swissDay } from "#domain/dates.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { binnedUntil } from "#domain/recycle-bin.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";

export type ShownEntry = {
  readonly key: string;
  readonly kind: BinEntry["kind"];
  readonly name: string;
  /** Post, month or subject; empty: nothing more is known. */
  readonly detail: string;
  /** Address of a small picture; null: none. */
  readonly picture: string | null;
  readonly deletedAt: string;
  /** Who deleted it; null: not known. */
  readonly by: string | null;
  /** The day on which it goes for good. */
  readonly until: string;
};

/** Entries on one page. */
const PER_PAGE = 50;

/** @param wanted the page that is asked for; one after the last is the last */
export async function readBin({ bin }: Pick<Services, "bin">, wanted: number) {
  const entries = await bin.list();
  const pages = Math.max(1, Math.ceil(entries.length / PER_PAGE));
  const page = Math.min(wanted, pages);
  const shown = entries.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(showEntry);
  return { entries: shown, total: entries.length, page, pages };
}

function showEntry(entry: BinEntry): ShownEntry {
  const { key, kind, at, by, picture } = entry;
  return {
    ...{ key, kind, ...wordsOf(entry) },
    picture: picture ? hiddenPictureUrl(picture) : null,
    deletedAt: dateAndTime(at),
    by: by?.name ?? null,
    until: swissDay(dayInZurich(binnedUntil(at))),
  };
}

function wordsOf(entry: BinEntry): Pick<ShownEntry, "name" | "detail"> {
  if (entry.kind === "membre") return { name: fullName(entry.fields), detail: entry.fields.role };
  if (entry.kind === "evenement") return { name: entry.fields.name, detail: monthInFrench(entry.fields.month) };
  if (entry.entry.type === "message") return { name: entry.entry.content.name, detail: entry.entry.content.subject };
  const { firstName, lastName, birthDate } = entry.entry.content;
  return { name: `${firstName} ${lastName}`, detail: `Né·e le ${birthDate}` };
}
