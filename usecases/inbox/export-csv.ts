import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { CONTACT_DETAIL_LABELS, CONTACT_DETAIL_NAMES } from "#domain/contact-details.ts";
import { ageInYears, type Day, dayInZurich, parseSwissDay, swissDateAndTime, swissDay } from "#domain/dates.ts";
import { formatPhone } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { MEMBER_LABELS } from "#domain/register/member.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { mailSavedAsFileNote } from "#domain/submission.ts";
import { writeCsv } from "#domain/text/csv.ts";
import { runInSlices } from "#ports/yield-to-event-loop.ts";
import { hasReachedSomeRecipients, type InboxSearch, type ListedEntry, type MailState } from "#stores/inbox-types.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import { consentRecordOf } from "#usecases/register/consent.ts";
import type { Services } from "#usecases/services.ts";

type Needs = JournalServices & Pick<Services, "inbox" | "register" | "mailer">;
type Entry<Type> = Extract<ListedEntry, { type: Type }>;
type Column<Type> = readonly [title: string, cell: (entry: Entry<Type>) => string];

const MAIL_STATES: Record<Exclude<MailState["state"], "garde">, string> = {
  "en-attente": "en attente",
  envoye: "envoyé",
  echec: "échec",
};

const inSwissForm = (day: Day | ""): string => day && swissDay(day);
const dayOf = (instant: Date | null): string => (instant ? swissDay(dayInZurich(instant)) : "");
// Date and time have separate columns, so that a spreadsheet recognises the date.
const dateOf = (instant: Date): string => swissDateAndTime(instant).split(", ")[0] ?? "";
const timeOf = (instant: Date): string => swissDateAndTime(instant).split(", ")[1] ?? "";

/** Phone numbers contain spaces, so that a spreadsheet keeps them as text. */
export async function exportSignUps(services: Needs, search: InboxSearch<"inscription">, by: Person | null) {
  const members = new Map((await services.register.list()).map((member) => [member.id, member]));
  return exportList(services, search, by, [
    ["Nom", ({ content }) => content.lastName],
    ["Prénom", ({ content }) => content.firstName],
    ["Date de naissance", ({ content }) => content.birthDate],
    [
      "Moins de 18 ans",
      ({ content }) => yesOrNo(ageInYears(parseSwissDay(content.birthDate), search.day) < AGE_OF_MAJORITY),
    ],
    ["Téléphone", ({ content }) => formatPhone(content.phone)],
    ["Adresse", ({ content }) => content.address],
    ...CONTACT_DETAIL_NAMES.map(
      (field): Column<"inscription"> => [
        CONTACT_DETAIL_LABELS[field],
        (entry) => (field === "guardianPhone" ? formatPhone(entry[field]) : entry[field]),
      ],
    ),
    ["Reçue le", ({ receivedAt }) => dateOf(receivedAt)],
    ["Heure", ({ receivedAt }) => timeOf(receivedAt)],
    ["État", ({ handledAt }) => (handledAt ? "traitée" : "nouvelle")],
    ["Traitée le", ({ handledAt }) => dayOf(handledAt)],
    ["E-mail", mailOf(services)],
    [MEMBER_LABELS.consentOn, (entry) => inSwissForm(consentRecordOf(entry, members).consentOn)],
    ["Charte", ({ content }) => content.charter],
    ["Charte mineur", ({ content }) => content.minorCharter],
    ["En double", ({ duplicate }) => yesOrNo(duplicate)],
    ["Date de naissance à vérifier", ({ birthDateToVerify }) => yesOrNo(birthDateToVerify)],
  ]);
}

export const exportMessages = (services: Needs, search: InboxSearch<"message">, by: Person | null) =>
  exportList(services, search, by, [
    ["Nom", ({ content }) => content.name],
    ["E-mail", ({ content }) => content.email],
    ["Sujet", ({ content }) => content.subject],
    ["Message", ({ content }) => content.message],
    ["Reçu le", ({ receivedAt }) => dateOf(receivedAt)],
    ["Heure", ({ receivedAt }) => timeOf(receivedAt)],
    ["État", ({ handledAt }) => (handledAt ? "traité" : "nouveau")],
    ["Traité le", ({ handledAt }) => dayOf(handledAt)],
    ["Transmis", mailOf(services)],
  ]);

const yesOrNo = (value: boolean): string => (value ? "oui" : "non");

const mailOf =
  ({ mailer }: Needs) =>
  ({ mail }: ListedEntry): string => {
    if (mail.state === "garde") return mailSavedAsFileNote(mailer.delivery !== "file");
    return hasReachedSomeRecipients(mail) ? "envoyé en partie" : MAIL_STATES[mail.state];
  };

async function exportList<Type extends SubmissionType>(
  services: Needs,
  search: InboxSearch<Type>,
  by: Person | null,
  columns: readonly Column<Type>[],
): Promise<string> {
  await addJournalEntry(services, by, { action: "exported", subject: search.type });
  const { entries } = await services.inbox.search(search);
  function* lines() {
    yield columns.map(([title]) => title);
    for (const entry of entries) yield columns.map(([, cell]) => cell(entry));
  }
  return runInSlices(writeCsv(lines()));
}
