import { dayInZurich, swissDay } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { reportPdf } from "#print/report.ts";
import { type JournalServices, recordAction } from "#usecases/journal.ts";
import { readPersonData } from "./person-data.ts";

/** Exports all data about a member. @param by `member`: the member's own export @returns null for an unknown member */
export async function exportPerson(
  services: Parameters<typeof readPersonData>[0] & JournalServices,
  id: string,
  format: "pdf" | "json",
  by: Person | null | "member",
): Promise<Uint8Array | string | null> {
  const person = await readPersonData(services, id, by === "member");
  if (!person) return null;
  const { name, sections } = person;
  const day = dayInZurich(services.clock.now());
  if (by !== "member") await recordAction(services, by, { action: "exported", subject: "register", subjectId: id });
  if (format === "json") return JSON.stringify({ name, day, sections }, null, 2);
  const report = {
    title: "Tout ce que nous avons sur vous",
    intro: [name, "Vos droits\u00a0: voir, faire corriger et faire effacer vos données (art. 25 et 32 LPD)."],
    sections: sections.map(({ title, items }) => ({
      title,
      columns: [{ share: 0.3 }, { share: 0.7 }],
      rows: items.flatMap((item, i) => [...(i === 0 ? [] : [["", ""]]), ...item]),
    })),
  };
  return reportPdf(report, swissDay(day));
}
