import { committeePictureUrl } from "#app/ui/pictures/pictures.server.ts";
import { committeeMemberFullName, shownRole } from "#domain/committee-member.ts";
import { dayInZurich, swissDateAndTime, swissDay } from "#domain/dates.ts";
import { ASSOCIATION, ASSOCIATION_NAME } from "#domain/dossier/task.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { EMPTY_EVENT, type PlannedEvent } from "#domain/events/planned-event.ts";
import { listPageOf } from "#domain/paging.ts";
import { binExpiryTime } from "#domain/recycle-bin.ts";
import { memberName } from "#domain/register/member.ts";
import { hoursOfSlot } from "#domain/slots/slot.ts";
import { slotHoursInFrench } from "#domain/slots/slot-hours.ts";
import type { KeptDossier } from "#stores/dossiers/kept-dossiers.ts";
import type { BinEntry, DeletionOutsideBin } from "#stores/recycle-bin.ts";
import { findRestoredDocument } from "#usecases/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";

export type BinEntryView = {
  readonly id: string;
  readonly kind: BinEntry["kind"];
  readonly name: string;
  /** Role, month, subject or birth date, depending on `kind`. Can be empty. */
  readonly detail: string;
  /** URL of a small picture. */
  readonly picture: string | null;
  readonly deletedAt: string;
  /** Who deleted it: a name, or « le site » after an automatic deletion. Null if unknown. */
  readonly by: string | null;
  /** Day of the permanent deletion. */
  readonly until: string;
  /** Says what was done to this row since the list was opened. */
  readonly outcome: "restored" | "again" | "erased" | null;
  /** Whether the dossier of an event stays when the event is erased. */
  readonly isDossierKept: boolean;
};

type BinServices = Parameters<typeof findRestoredDocument>[0] & Pick<Services, "bin" | "dossiers">;

/** @param acted keys of the rows on which the user has acted: they keep their place until the list is opened again */
export async function readBinList(services: BinServices, requestedPage: number, acted: readonly string[]) {
  const entries = await services.bin.list();
  const hasPartsOfEvents = acted.length > 0 || entries.some(({ kind }) => kind === "slot" || kind === "task");
  const hasEvents = entries.some(({ kind }) => kind === "evenement");
  const kept = hasPartsOfEvents || hasEvents ? await services.dossiers.listKept() : [];
  const eventOf = hasPartsOfEvents ? await readEventsOfParts(services, entries, kept) : () => undefined;
  const keptSubjects = new Set(kept.map(({ subject }) => subject));
  const views = entries.map((entry) => viewEntry(entry, eventOf, keptSubjects));
  for (const key of acted) {
    const left = await services.bin.findLeft(key);
    if (!left) continue;
    const at = entries.findIndex((entry) => entry.at < left.at);
    const view = await viewLeft(services, left, entries, eventOf);
    // If the same document was deleted again, show only one row.
    const again = view.outcome === "again" ? entries.findIndex(({ subjectId }) => subjectId === left.subjectId) : -1;
    views.splice(at < 0 ? views.length : at, 0, view);
    entries.splice(at < 0 ? entries.length : at, 0, { ...left } as BinEntry);
    if (again >= 0) {
      views.splice(again, 1);
      entries.splice(again, 1);
    }
  }
  const { shown, ...paging } = listPageOf(views, requestedPage);
  return { ...paging, entries: shown };
}

async function viewLeft(
  services: BinServices,
  left: DeletionOutsideBin,
  entries: readonly BinEntry[],
  eventOf: EventOf,
): Promise<BinEntryView> {
  const restored = await findRestoredDocument(services, left);
  const again = entries.find(({ subjectId }) => subjectId === left.subjectId);
  const words = restored ?? again;
  return {
    id: left.key,
    kind: left.kind,
    ...(words ? describeBinEntry(words, eventOf) : { name: "", detail: "" }),
    picture: null,
    ...datesOf(left),
    outcome: restored ? "restored" : again ? "again" : "erased",
    isDossierKept: false,
  };
}

const datesOf = ({ at, by, kind }: DeletionOutsideBin) => ({
  deletedAt: swissDateAndTime(at),
  by: by?.name ?? (kind === "inscription" || kind === "message" ? "le site" : null),
  until: swissDay(dayInZurich(binExpiryTime(at))),
});

function viewEntry(entry: BinEntry, eventOf: EventOf, kept: ReadonlySet<string>): BinEntryView {
  const { key, kind, picture, subjectId } = entry;
  return {
    id: key,
    kind,
    ...describeBinEntry(entry, eventOf),
    picture: picture ? committeePictureUrl(picture) : null,
    ...datesOf(entry),
    outcome: null,
    isDossierKept: kind === "evenement" && kept.has(subjectId),
  };
}

type Described = NonNullable<Awaited<ReturnType<typeof findRestoredDocument>>> | BinEntry;

/** Finds an event by its `subject`. */
type EventOf = (subject: string) => PlannedEvent | undefined;

/**
 * @param entries of the recycle bin, which may contain the event of a slot or a task
 * @param kept dossiers of deleted events
 */
async function readEventsOfParts(
  { events }: Pick<Services, "events">,
  entries: readonly BinEntry[],
  kept: readonly KeptDossier[],
): Promise<EventOf> {
  const deleted = entries.flatMap((entry) =>
    entry.kind === "evenement" ? [[entry.subjectId, { ...entry.fields, id: entry.id }] as const] : [],
  );
  const stored = (await events.list()).map((event) => [event.subject, event] as const);
  const outliving = kept.map(({ subject, name }) => [subject, { ...EMPTY_EVENT, name, id: "" }] as const);
  const bySubject = new Map<string, PlannedEvent>([...outliving, ...deleted, ...stored]);
  return (subject) => bySubject.get(subject);
}

export function describeBinEntry(entry: Described, eventOf: EventOf): Pick<BinEntryView, "name" | "detail"> {
  if (entry.kind === "handover-item") return { name: entry.fields.what, detail: "C’est où, qui sait\u00a0?" };
  if (entry.kind === "task") {
    const dossier = entry.fields.event === ASSOCIATION ? ASSOCIATION_NAME : eventOf(entry.fields.event)?.name;
    return { name: entry.fields.text, detail: dossier ?? "" };
  }
  if (entry.kind === "slot") {
    const event = eventOf(entry.fields.event);
    const hours = event && hoursOfSlot(entry.fields, event);
    return {
      name: entry.fields.post,
      detail: [event?.name, hours && slotHoursInFrench(hours)].filter(Boolean).join(", "),
    };
  }
  if (entry.kind === "membre") return { name: committeeMemberFullName(entry.fields), detail: shownRole(entry.fields) };
  if (entry.kind === "register") return { name: memberName(entry.fields), detail: entry.fields.place };
  if (entry.kind === "evenement") return { name: entry.fields.name, detail: monthInFrench(entry.fields.month) };
  if (entry.entry.type === "message") return { name: entry.entry.content.name, detail: entry.entry.content.subject };
  const { firstName, lastName, birthDate } = entry.entry.content;
  return { name: `${firstName} ${lastName}`, detail: `Né·e le ${birthDate}` };
}
