import { type Day, dayInFrench, dayInZurich, swissDay } from "#domain/dates.ts";
import { sumFeeTotals } from "#domain/fees/fee-list.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";
import { joinedOn, memberAge, memberName, memberSortKey } from "#domain/register/member.ts";
import { filterMembers } from "#domain/register/member-list.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { runInSlices } from "#ports/yield-to-event-loop.ts";
import { type ReportRefusal, reportPdf, reportRefusal } from "#print/report.ts";
import type { Presence } from "#stores/assemblies/attendance.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";

export const recordPresence = async (
  { attendance, clock }: Pick<Services, "attendance" | "clock">,
  { day, member, isPresent }: { day: Day; member: string; isPresent: boolean },
  by: Person | null,
): Promise<boolean> => day <= dayInZurich(clock.now()) && attendance.set(day, member, isPresent, by);

/** @returns the given members whose presence was last removed, with the time of the removal */
export async function readRemovedPresences(
  { register, journal }: Pick<Services, "register" | "journal">,
  members: readonly string[],
): Promise<Presence[]> {
  const found = await Promise.all(
    members.map(async (id) => {
      const member = await register.get(id);
      const lines = member ? await journal.listAbout(id) : [];
      const line = lines.findLast(({ subject }) => subject === "presence");
      if (!member || line?.action !== "removed") return [];
      return [{ member: id, name: memberName(member), sortKey: memberSortKey(member), at: line.at }];
    }),
  );
  return found.flat();
}

export async function printAttendance(
  services: JournalServices & Pick<Services, "register" | "attendance">,
  { day, onlyPresent }: { day: Day; onlyPresent: boolean },
  by: Person | null,
): Promise<Result<Uint8Array, ReportRefusal>> {
  const all = await services.register.list();
  const places = new Map(all.map(({ id, place }) => [id, place]));
  const present = await runInSlices(filterMembers(all, { text: "", filter: "present", day }));
  const inOrder = present.map((member) => ({ name: memberName(member), member: member.id }));
  const listed = onlyPresent ? await services.attendance.list(day) : inOrder;
  const rows = listed.map(({ name, member }) => [name, places.get(member) ?? "", ""]);
  const columns = [
    { title: "Nom", share: 0.38 },
    { title: "Lieu", share: 0.22 },
    { title: "Signature", share: 0.4 },
  ];
  const section = {
    title: rows.length === 1 ? "1 personne" : `${rows.length} personnes`,
    columns,
    rows,
    rowHeight: 30,
  };
  const title = onlyPresent ? "Membres présents" : "Membres";
  const report = { title, intro: [`Assemblée du ${dayInFrench(day)}`], sections: [section] };
  const refused = reportRefusal(report);
  if (refused) return refusal(refused);
  await addJournalEntry(services, by, { action: "exported", subject: "register" });
  return success(await reportPdf(report, swissDay(dayInZurich(services.clock.now()))));
}

const BANDS: readonly (readonly [label: string, from: number, to: number])[] = [
  ["Moins de 18\u00a0ans", 0, 17],
  ["18 à 20\u00a0ans", 18, 20],
  ["21 à 25\u00a0ans", 21, 25],
  ["26 à 30\u00a0ans", 26, 30],
  ["Dès 31\u00a0ans", 31, 200],
];

export async function printAssemblySummary(
  { register, fees, clock }: Pick<Services, "register" | "fees" | "clock">,
  year: string,
): Promise<Uint8Array> {
  const today = dayInZurich(clock.now());
  const end = today.startsWith(year) ? today : `${year}-12-31`;
  const all = await register.list();
  const totals = await runInSlices(sumFeeTotals(await fees.listYear(year)));
  const present = all.filter(({ since, leftOn }) => since <= end && (leftOn === "" || leftOn > end));
  const ages = present.map((member) => memberAge(member, end) ?? -1);
  const rows = [
    ["Membres", present.length],
    ["Entrées", all.filter((member) => joinedOn(member).startsWith(year)).length],
    ["Départs", all.filter(({ leftOn }) => leftOn.startsWith(year)).length],
    ...BANDS.map(([label, from, to]) => [label, ages.filter((age) => age >= from && age <= to).length]),
    ["Date de naissance inconnue", ages.filter((age) => age < 0).length],
    ["Cotisations payées", totals.paid],
    ["Cotisations ouvertes", totals.open],
    ["Cotisations non demandées", totals.waived],
    ["Encaissé", `${formatAmount(totals.sumPaid)} sur ${formatAmount(totals.sumDue)}`],
  ].map((row) => row.map(String));
  const section = { title: "Chiffres", columns: [{ share: 0.6 }, { share: 0.4 }], rows };
  const intro = [`État au ${dayInFrench(end)}`];
  return reportPdf({ title: `Bilan ${year}`, intro, sections: [section] }, swissDay(today));
}
