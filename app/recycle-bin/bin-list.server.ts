import { hiddenPictureUrl } from "#app/ui/pictures/pictures.server.ts";
import { fullName } from "#domain/committee-member.ts";
import { dateAndTime, dayInZurich, swissDay } from "#domain/dates.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { pageOf } from "#domain/paging.ts";
import { binExpiry } from "#domain/recycle-bin.ts";
import { memberName } from "#domain/register/member.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";

export type BinEntryView = {
  readonly key: string;
  readonly kind: BinEntry["kind"];
  readonly name: string;
  /** Role, month, subject or birth date, depending on `kind`. Can be empty. */
  readonly detail: string;
  /** URL of a small picture. */
  readonly picture: string | null;
  readonly deletedAt: string;
  /** « le site » after an automatic deletion. Null if unknown. */
  readonly by: string | null;
  /** Day of the permanent deletion. */
  readonly until: string;
};

export async function readBin({ bin }: Pick<Services, "bin">, requestedPage: number) {
  const { shown, ...paging } = pageOf(await bin.list(), requestedPage);
  return { ...paging, entries: shown.map(viewEntry) };
}

function viewEntry(entry: BinEntry): BinEntryView {
  const { key, kind, at, by, picture } = entry;
  return {
    key,
    kind,
    ...describeEntry(entry),
    picture: picture ? hiddenPictureUrl(picture) : null,
    deletedAt: dateAndTime(at),
    by: by?.name ?? ("entry" in entry ? "le site" : null),
    until: swissDay(dayInZurich(binExpiry(at))),
  };
}

function describeEntry(entry: BinEntry): Pick<BinEntryView, "name" | "detail"> {
  if (entry.kind === "membre") return { name: fullName(entry.fields), detail: entry.fields.role };
  if (entry.kind === "register") return { name: memberName(entry.fields), detail: entry.fields.place };
  if (entry.kind === "evenement") return { name: entry.fields.name, detail: monthInFrench(entry.fields.month) };
  if (entry.entry.type === "message") return { name: entry.entry.content.name, detail: entry.entry.content.subject };
  const { firstName, lastName, birthDate } = entry.entry.content;
  return { name: `${firstName} ${lastName}`, detail: `Né·e le ${birthDate}` };
}
