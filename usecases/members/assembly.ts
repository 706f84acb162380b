import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { ageInYears, type Day, dayInFrench, dayInZurich, swissDay } from "#domain/dates.ts";
import { hasLeft, joinedOn, memberName, memberSortKey } from "#domain/members/member.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";
import { type Report, reportPdf } from "#print/report.ts";
import type { Member } from "#stores/members/member-document.ts";
import { type JournalServices, recordAction } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "register" | "attendance" | "clock">;

/** @returns false if there is no such member, or the assembly is not yet */
export const recordPresence = async (
  { attendance, clock }: Pick<Needs, "attendance" | "clock">,
  { day, member, isPresent }: { day: Day; member: string; isPresent: boolean },
  by: Person | null,
): Promise<boolean> => day <= dayInZurich(clock.now()) && attendance.set(day, member, isPresent, by);

/** A list to sign, of all members or of those who are present, as PDF. */
export async function printAttendance(
  services: Needs & JournalServices,
  { day, onlyPresent }: { day: Day; onlyPresent: boolean },
  by: Person | null,
): Promise<Uint8Array> {
  const members = (await services.register.list()).filter((member) => !hasLeft(member)).sort(byName);
  const present = await services.attendance.list(day);
  const rows = onlyPresent
    ? present.map(({ name, member }) => [name, members.find(({ id }) => id === member)?.place ?? "", ""])
    : members.map((member) => [memberName(member), member.place, ""]);
  const columns = [
    { title: "Nom", share: 0.38 },
    { title: "Lieu", share: 0.22 },
    { title: "Signature", share: 0.4 },
  ];
  const title = onlyPresent ? "Membres présents" : "Membres";
  const section = { title: `${rows.length} ${rows.length === 1 ? "personne" : "personnes"}`, columns, rows };
  await recordAction(services, by, { action: "exported", subject: "register" });
  return reportPdf(
    { title, intro: [`Assemblée du ${dayInFrench(day)}`], sections: [{ ...section, rowHeight: 30 }] },
    swissDay(dayInZurich(services.clock.now())),
  );
}

const byName = (a: Member, b: Member): number => (memberSortKey(a) < memberSortKey(b) ? -1 : 1);

/** The figures of a year, without names, as PDF. The year may not be over yet. */
export async function printSummary(
  { register, fees, attendance, clock }: Needs & Pick<Services, "fees">,
  year: string,
): Promise<Uint8Array> {
  const today = dayInZurich(clock.now());
  const end = [`${year}-12-31`, today].sort()[0] ?? today;
  const [all, totals, days] = [await register.list(), await fees.totals(year), await attendance.listDays()];
  const present = all.filter(({ since, leftOn }) => since <= end && (leftOn === "" || leftOn > end));
  const entries = all.filter((member) => joinedOn(member).startsWith(year));
  const exits = all.filter(({ leftOn }) => leftOn.startsWith(year));
  const section = (title: string, rows: readonly [string, number | string][]): Report["sections"][number] => ({
    title,
    columns: [{ share: 0.6 }, { share: 0.4 }],
    rows: rows.map(([label, value]) => [label, String(value)]),
  });
  return reportPdf(
    {
      title: `Bilan ${year}`,
      intro: [`État au ${dayInFrench(end)}`],
      sections: [
        section("Membres", [
          ["Membres", present.length],
          ["Entrées", entries.length],
          ["Départs", exits.length],
        ]),
        section("Âges", agesOf(present, end)),
        section("Cotisation", [
          ["Payées", totals.paid],
          ["Ouvertes", totals.open],
          ["Remises", totals.waived],
          ["Encaissé", `${formatAmount(totals.sumPaid)} sur ${formatAmount(totals.sumDue)}`],
        ]),
        section(
          "Assemblées",
          days
            .filter(({ day }) => day.startsWith(year))
            .map(({ day, count }) => [dayInFrench(day), `${count} ${count === 1 ? "présence" : "présences"}`]),
        ),
      ].filter(({ rows }) => rows.length > 0),
    },
    swissDay(today),
  );
}

/** Years of age at which the bands begin. */
const BANDS = [0, AGE_OF_MAJORITY, 21, 26, 31];

function agesOf(members: readonly Member[], day: Day): [string, number][] {
  const ages = members.map(({ birthDate }) => (birthDate === "" ? null : ageInYears(birthDate, day)));
  const bands = BANDS.map((from, i): [string, number] => {
    const to = BANDS[i + 1];
    const count = ages.filter((age) => age !== null && age >= from && (to === undefined || age < to)).length;
    const label = from === 0 ? `Moins de ${to}\u00a0ans` : to ? `${from} à ${to - 1}\u00a0ans` : `Dès ${from}\u00a0ans`;
    return [label, count];
  });
  return [...bands, ["Date de naissance inconnue", ages.filter((age) => age === null).length]];
}
