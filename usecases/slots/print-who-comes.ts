/** The paper lists of who comes, with numbers and boxes to tick: a page for each post or each evening. */
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { formatPhone, toSingleLine } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { isComing } from "#domain/slots/reply.ts";
import { slotTimesInFrench } from "#domain/slots/slot-hours.ts";
import { slotStaffingInFrench } from "#domain/slots/slot-state.ts";
import { capitalise } from "#domain/text/capitalise.ts";
import { compareFrench } from "#domain/text/french-order.ts";
import { type ReportRefusal, reportPdf, reportRefusal } from "#print/report.ts";
import type { StoredEvent } from "#stores/events.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";
import { type EveningWithPeople, readWhoComes, type SlotWithPeople } from "./who-comes.ts";

export type PageGrouping = "post" | "evening";

type Needs = JournalServices & Pick<Services, "slots" | "replies" | "register">;

export async function printWhoComes(
  services: Needs,
  { event, by: sheet }: { readonly event: StoredEvent; readonly by: PageGrouping },
  by: Person | null,
): Promise<Result<Uint8Array, ReportRefusal>> {
  const { evenings } = await readWhoComes(services, event);
  const report = {
    title: "Coups de main",
    intro: [toSingleLine(event.name), "Cette liste contient des numéros\u00a0: ne la laissez pas traîner."],
    sections: (sheet === "post" ? sectionsByPost(evenings) : sectionsByEvening(evenings)).map((section) => ({
      ...section,
      // Each page names the event, because the pages are laid out at different posts.
      title: `${section.title}, ${toSingleLine(event.name)}`,
    })),
  };
  const refused = reportRefusal(report);
  if (refused) return refusal(refused);
  await addJournalEntry(services, by, { action: "exported", subject: "reply" });
  return success(await reportPdf(report, swissDay(dayInZurich(services.clock.now()))));
}

const COLUMNS = [
  { share: 0.29 },
  { title: "Nom", share: 0.37 },
  { title: "Téléphone", share: 0.23 },
  { title: "Là", share: 0.11, box: true },
] as const;

const sectionsByEvening = (evenings: readonly EveningWithPeople[]) =>
  evenings.map(({ title, slots }) =>
    sheetOf(capitalise(title), "Heures, poste", slots, (slot) => `${slotTimesInFrench(slot.hours)}, ${slot.post}`),
  );

function sectionsByPost(evenings: readonly EveningWithPeople[]) {
  const slots = evenings.flatMap(({ title, slots }) => slots.map((slot) => ({ ...slot, title })));
  return [...Map.groupBy(slots, ({ post }) => post)]
    .toSorted(([a], [b]) => compareFrench(a, b))
    .map(([post, ofPost]) =>
      sheetOf(post, "Heures", ofPost, ({ title, hours }) => `${capitalise(title)}, ${slotTimesInFrench(hours)}`),
    );
}

function sheetOf<One extends SlotWithPeople>(
  title: string,
  head: string,
  slots: readonly One[],
  labelOf: (slot: One) => string,
) {
  const [first, ...others] = COLUMNS;
  const columns = [{ ...first, title: head }, ...others];
  const rows = slots.flatMap((slot) => rowsOf(slot, `${labelOf(slot)}\n${slotStaffingInFrench(slot.state, slot)}`));
  return { title, columns, rows, rowHeight: 26, onOwnPage: true };
}

/** A row for each person, and an empty row for each place that is free. */
function rowsOf({ people, state }: SlotWithPeople, label: string): string[][] {
  const coming = people.filter(({ reply }) => isComing(reply));
  const rows = coming.map(({ name, phones, reply }) => [
    state.toConfirm.includes(reply) ? `${name}\nà confirmer` : name,
    phones
      // With the word before it, a number does not fit on one line.
      .map(({ phone, ofGuardian }) => (ofGuardian ? "Parent\u00a0:\n" : "") + onOneLine(formatPhone(phone)))
      .join("\n"),
    "",
  ]);
  const free = Array.from({ length: state.missing }, () => ["", "", ""]);
  return [...rows, ...free].map((row, i) => [i === 0 ? label : "", ...row]);
}

const onOneLine = (phone: string): string => phone.replaceAll(" ", "\u00a0");
