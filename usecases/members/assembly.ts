import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { type Day, dayInFrench, dayInZurich, swissDay } from "#domain/dates.ts";
import { hasLeft, joinedOn, memberAge, memberName, memberSortKey } from "#domain/members/member.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";
import { reportPdf } from "#print/report.ts";
import type { Member } from "#stores/members/member-document.ts";
import { type JournalServices, recordAction } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";

/** @returns false if there is no such member, or the assembly is not yet */
export const recordPresence = async (
  { attendance, clock }: Pick<Services, "attendance" | "clock">,
  { day, member, isPresent }: { day: Day; member: string; isPresent: boolean },
  by: Person | null,
): Promise<boolean> => day <= dayInZurich(clock.now()) && attendance.set(day, member, isPresent, by);

/** A list to sign, of all members or of those who are present, as PDF. */
export async function printAttendance(
  services: JournalServices & Pick<Services, "register" | "attendance">,
  { day, onlyPresent }: { day: Day; onlyPresent: boolean },
  by: Person | null,
): Promise<Uint8Array> {
  const all = await services.register.list();
  const placeOf = (id: string) => all.find((member) => member.id === id)?.place ?? "";
  const rows = onlyPresent
    ? (await services.attendance.list(day)).map(({ name, member }) => [name, placeOf(member), ""])
    : all
        .filter((member) => !hasLeft(member))
        .sort((a, b) => (memberSortKey(a) < memberSortKey(b) ? -1 : 1))
        .map((member) => [memberName(member), member.place, ""]);
  const columns = [
    { title: "Nom", share: 0.38 },
    { title: "Lieu", share: 0.22 },
    { title: "Signature", share: 0.4 },
  ];
  const title = `${rows.length} ${rows.length === 1 ? "personne" : "personnes"}`;
  await recordAction(services, by, { action: "exported", subject: "register" });
  return reportPdf(
    {
      title: onlyPresent ? "Membres présents" : "Membres",
      intro: [`Assemblée du ${dayInFrench(day)}`],
      sections: [{ title, columns, rows, rowHeight: 30 }],
    },
    swissDay(dayInZurich(services.clock.now())),
  );
}

/** The figures of a year, without names, as PDF. The year may not be over yet. */
export async function printSummary(
  { register, fees, clock }: Pick<Services, "register" | "fees" | "clock">,
  year: string,
): Promise<Uint8Array> {
  const today = dayInZurich(clock.now());
  const lastDay = `${year}-12-31`;
  const end = lastDay < today ? lastDay : today;
  const [all, totals] = [await register.list(), await fees.totals(year)];
  const present = all.filter(({ since, leftOn }) => since <= end && (leftOn === "" || leftOn > end));
  const section = (title: string, rows: readonly (readonly [string, number | string])[]) => ({
    title,
    columns: [{ share: 0.6 }, { share: 0.4 }],
    rows: rows.map(([label, value]) => [label, String(value)]),
  });
  const sections = [
    section("Membres", [
      ["Membres", present.length],
      ["Entrées", all.filter((member) => joinedOn(member).startsWith(year)).length],
      ["Départs", all.filter(({ leftOn }) => leftOn.startsWith(year)).length],
    ]),
    section("Âges", agesOf(present, end)),
    section("Cotisation", [
      ["Payées", totals.paid],
      ["Ouvertes", totals.open],
      ["Remises", totals.waived],
      ["Encaissé", `${formatAmount(totals.sumPaid)} sur ${formatAmount(totals.sumDue)}`],
    ]),
  ];
  return reportPdf({ title: `Bilan ${year}`, intro: [`État au ${dayInFrench(end)}`], sections }, swissDay(today));
}

/** Years of age at which the bands end. */
const BANDS = [AGE_OF_MAJORITY, 21, 26, 31, Number.POSITIVE_INFINITY];

function agesOf(members: readonly Member[], day: Day): [string, number][] {
  const bandOf = (age: number | null) => (age === null ? -1 : BANDS.findIndex((end) => age < end));
  const counts = Map.groupBy(members, (member) => bandOf(memberAge(member, day)));
  return [
    "Moins de 18\u00a0ans",
    "18 à 20\u00a0ans",
    "21 à 25\u00a0ans",
    "26 à 30\u00a0ans",
    "Dès 31\u00a0ans",
    "Date de naissance inconnue",
  ].map((label, i, { length }) => [label, counts.get(i === length - 1 ? -1 : i)?.length ?? 0]);
}
