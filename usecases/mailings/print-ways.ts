/** The list of ways of a mailing: who got it by which way and when, as proof. */
import { dayInZurich, swissDateAndTime, swissDay } from "#domain/dates.ts";
import { answersInFrench, mailingKicker } from "#domain/mail/mailing-letter.ts";
import { deliveryInFrench, missingInFrench, wayCountsInFrench } from "#domain/mailings/delivery-words.ts";
import { countWaiting } from "#domain/mailings/ways.ts";
import type { Person } from "#domain/person.ts";
import { hasLeft } from "#domain/register/member.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { linkInWords, type RichTextBlock, type RichTextInline } from "#domain/text/rich-text.ts";
import { type ReportRefusal, reportPdf, reportRefusal } from "#print/report.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";
import { countMissing, type MailingRecipient, readMailingState } from "./recipients.ts";
import { readShownMailing } from "./send-mailing.ts";

type Needs = JournalServices &
  Pick<Services, "mailings" | "register" | "replies" | "touches" | "optOuts" | "events" | "mailer" | "clock">;

const COLUMNS = [
  { title: "Nom", share: 0.34 },
  { title: "Lieu", share: 0.2 },
  { title: "Envoi", share: 0.46 },
];

/** @param publicUrl origin of the links @returns `absent` if the mailing does not exist */
export async function printWays(
  services: Needs,
  id: string,
  publicUrl: string,
  by: Person | null,
): Promise<Result<Uint8Array, ReportRefusal | "absent">> {
  const mailing = await services.mailings.get(id);
  if (!mailing) return refusal("absent");
  const [{ people, counts }, shown] = await Promise.all([
    readMailingState(services, mailing),
    readShownMailing(services, mailing, publicUrl),
  ]);
  const rows = people.map((one) => [one.name, one.person?.place ?? "", stateOf(one)]);
  const sent = swissDateAndTime(mailing.at);
  const waiting = countWaiting(counts);
  const intro = [
    `Sujet\u00a0: ${shown.subject}`,
    `Envoyé le ${sent}${mailing.by ? ` par ${mailing.by.name}` : ""}.`,
    ...[wayCountsInFrench(counts)].filter(Boolean).map((words) => `${words}.`),
    ...(waiting > 0 ? [`Pas encore envoyé à ${countInFrench(waiting)}.`] : []),
    ...(counts.unreachable > 0 ? [`${countInFrench(counts.unreachable)} sans moyen de l’atteindre.`] : []),
    ...[missingInFrench(countMissing(mailing, people))].filter(Boolean),
    "",
    ...linesOf(shown.blocks),
    ...(shown.answersTo === "" ? [] : [answersInFrench(shown.answersTo)]),
  ];
  const section = { title: countInFrench(people.length), columns: COLUMNS, rows };
  const report = { title: mailingKicker(shown), intro, sections: [section] };
  const refused = reportRefusal(report);
  if (refused) return refusal(refused);
  const pdf = await reportPdf(report, swissDay(dayInZurich(services.clock.now())));
  await addJournalEntry(services, by, { action: "exported", subject: "mailing", subjectId: id });
  return success(pdf);
}

const countInFrench = (count: number): string => (count === 1 ? "1 personne" : `${count} personnes`);

const stateOf = ({ delivery, person }: MailingRecipient): string =>
  deliveryInFrench(delivery, person !== null && hasLeft(person), swissDateAndTime);

const linesOf = (blocks: readonly RichTextBlock[]): string[] =>
  blocks.flatMap(({ ordered, items }) =>
    items.flatMap((pieces, i) => {
      const label = ordered === null ? "" : ordered ? `${i + 1}. ` : "• ";
      return `${label}${pieces.map(inWords).join("")}`.split("\n");
    }),
  );

function inWords(piece: RichTextInline): string {
  if (typeof piece === "string") return piece;
  return "bold" in piece ? piece.bold.map(inWords).join("") : linkInWords(piece);
}
