/** What a list shows, as a table for a spreadsheet. */

import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { ageInYears, dateAndTime, dayFromSwiss, dayInZurich, swissDay } from "#domain/dates.ts";
import { formatPhone } from "#domain/fields.ts";
import { keptHere } from "#domain/mail/kept-here.ts";
import type { Person } from "#domain/person.ts";
import { csv } from "#domain/text/csv.ts";
import type { InboxEntry, InboxSearch, MailState } from "#stores/inbox-types.ts";
import { type Noting, note } from "#usecases/journal/note.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Noting & Pick<Services, "inbox" | "mailer">;

const MAIL_STATES: Record<Exclude<MailState["state"], "garde">, string> = {
  "en-attente": "en attente",
  envoye: "envoyé",
  echec: "échec",
};

const mailOf = ({ mail: { state } }: InboxEntry, mailLeaves: boolean): string =>
  state === "garde" ? keptHere(mailLeaves) : MAIL_STATES[state];
const dayOf = (instant: Date | null): string => (instant ? swissDay(dayInZurich(instant)) : "");
/** Two cells: a spreadsheet takes the first one for a date. */
const dayAndTime = (instant: Date): string[] => dateAndTime(instant).split(", ");
/** What became of an entry; the word agrees with what it is. */
const STATES = { inscription: ["nouvelle", "traitée"], message: ["nouveau", "traité"] } as const;
const stateOf = ({ type, handledAt }: InboxEntry): string => STATES[type][handledAt ? 1 : 0];

/**
 * The sign-ups that a list shows, newest first. The phone number is in the groups that people read, which a
 * spreadsheet keeps as text, its zero included.
 * @param search as the list has it
 * @param by who takes it away
 * @returns the file
 * @throws when the inbox does not answer
 */
export async function exportSignUps(
  services: Needs,
  search: InboxSearch<"inscription">,
  by: Person | null,
): Promise<string> {
  const { inbox, mailer } = services;
  await note(services, by, { action: "exported", subject: "inscription" });
  const mailLeaves = mailer.delivery !== "file";
  const { entries } = await inbox.search(search);
  return csv([
    [
      "Nom",
      "Prénom",
      "Date de naissance",
      "Mineur",
      "Téléphone",
      "Adresse",
      "Reçue le",
      "Heure",
      "État",
      "Traitée le",
      "E-mail",
      "Autorisation reçue le",
      "Charte",
      "Charte mineur",
      "En double",
      "Date de naissance à vérifier",
    ],
    ...entries.map((entry) => {
      const { lastName, firstName, address, phone, birthDate, charter, minorCharter } = entry.content;
      const minor = ageInYears(dayFromSwiss(birthDate), search.day) < AGE_OF_MAJORITY;
      return [
        lastName,
        firstName,
        birthDate,
        minor ? "oui" : "non",
        formatPhone(phone),
        address,
        ...dayAndTime(entry.receivedAt),
        stateOf(entry),
        dayOf(entry.handledAt),
        mailOf(entry, mailLeaves),
        dayOf(entry.consentFormReceivedAt),
        charter,
        minorCharter,
        entry.duplicate ? "oui" : "non",
        entry.birthDateToVerify ? "oui" : "non",
      ];
    }),
  ]);
}

/**
 * The messages that a list shows, newest first.
 * @param search as the list has it
 * @param by who takes it away
 * @returns the file
 * @throws when the inbox does not answer
 */
export async function exportMessages(
  services: Needs,
  search: InboxSearch<"message">,
  by: Person | null,
): Promise<string> {
  const { inbox, mailer } = services;
  await note(services, by, { action: "exported", subject: "message" });
  const mailLeaves = mailer.delivery !== "file";
  const { entries } = await inbox.search(search);
  return csv([
    ["Nom", "E-mail", "Sujet", "Message", "Reçu le", "Heure", "État", "Traité le", "Transmis"],
    ...entries.map((entry) => {
      const { name, email, subject, message } = entry.content;
      const { receivedAt, handledAt } = entry;
      return [
        name,
        email,
        subject,
        message,
        ...dayAndTime(receivedAt),
        stateOf(entry),
        dayOf(handledAt),
        mailOf(entry, mailLeaves),
      ];
    }),
  ]);
}
