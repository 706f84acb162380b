/** What the site finds to do, one function per source (docs/specification.md section 23). */
import { addDays, type Day, dayInZurich, type Moment } from "#domain/dates.ts";
import { dueDayOfTask } from "#domain/dossier/task.ts";
import { daysBetween, exactEventDays } from "#domain/events/days.ts";
import { type EventFields, hasEventName, isAnnounced, isEventOver } from "#domain/events/planned-event.ts";
import { isPublished } from "#domain/events/publication.ts";
import type { FeeYear } from "#domain/fees/fee.ts";
import { REMINDER_DUE_DAYS } from "#domain/fees/sending.ts";
import type { Mailing } from "#domain/mailings/mailing.ts";
import { missingPeopleInFrench } from "#domain/sharing/group-messages.ts";
import type { HealthFinding } from "#domain/site-health/findings.ts";
import { PLAN_LIMITS } from "#domain/slots/plan.ts";
import { eveningOfSlot, hoursOfSlot, isSlotOver, type Slot } from "#domain/slots/slot.ts";
import { currentTerms, missingPeople } from "#domain/slots/slot-state.ts";
import type { Stored } from "#domain/stored.ts";
import type { SubmissionType } from "#domain/submission.ts";
import { pluralise } from "#domain/text/pluralise.ts";
import { type FoundToDo, SOON_DAYS } from "./to-do.ts";

type Event = Stored<EventFields>;

const DAY_MS = 86_400_000;

/** From this number of days before a year begins, its fees are to be opened. */
const YEAR_AHEAD_DAYS = 31;

/**
 * The year whose fees are to be opened: the present one, or the next one shortly before it begins. Null if it is opened, or
 * a later one.
 */
export function feeYearToOpen(years: readonly Pick<FeeYear, "year">[], today: Day): string | null {
  const wanted = addDays(today, YEAR_AHEAD_DAYS).slice(0, 4);
  return years.every(({ year }) => year < wanted) ? wanted : null;
}

/**
 * @param payers number of members who would owe the fee
 * @param isFirst whether no year was ever opened: then nothing says that this one is late
 */
export function findFeeYear(year: string, payers: number, isFirst: boolean): FoundToDo | null {
  if (payers === 0) return null;
  const text = `Ouvrir la cotisation ${year}\u00a0: ${pluralise(payers, "membre")}`;
  const due = isFirst ? null : { day: `${year}-01-01`, isApproximate: false };
  return { id: `fees-${year}`, text, href: `/cotisations/ouvrir?annee=${year}`, due };
}

/** @param count of the fees of a year without a bill */
export const findBills = (year: string, count: number): FoundToDo | null =>
  undated(count, `bills-${year}`, `Envoyer ${pluralise(count, "facture")} ${year}`, billsUrl(year));

/** @param count of the fees of a year that nobody has paid `REMINDER_DUE_DAYS` after the last bill or reminder */
export const findReminders = (year: string, count: number): FoundToDo | null =>
  undated(
    count,
    `reminders-${year}`,
    `Envoyer ${pluralise(count, "rappel")} ${year}`,
    `${billsUrl(year)}?rappel=${REMINDER_DUE_DAYS}`,
  );

const billsUrl = (year: string): string => `/cotisations/${year}/envoyer`;

/** @param count of the minors whose parents are to be asked (`awaitsConsent`) */
export const findConsents = (count: number): FoundToDo | null =>
  undated(
    count,
    "consents",
    `Demander ${pluralise(count, "autorisation")} ${count > 1 ? "parentales" : "parentale"}`,
    "/registre/autorisations",
  );

/** @param count of the members who wait for the link of their own page */
export const findLostLinks = (count: number): FoundToDo | null =>
  undated(count, "lost-links", `Renvoyer ${pluralise(count, "lien")} de ${membersOf(count)}`, "/registre/liens");

const INBOX: Readonly<Record<SubmissionType, { path: string; noun: string }>> = {
  inscription: { path: "/inscriptions", noun: "inscription" },
  message: { path: "/messages", noun: "message" },
};

/** @param count of the entries that nobody has handled */
export function findInboxEntries(type: SubmissionType, count: number): FoundToDo | null {
  const { path, noun } = INBOX[type];
  return undated(count, `inbox-${type}`, `Traiter ${pluralise(count, noun)}`, `${path}?filtre=nouveau`);
}

/** @param count of the entries whose mail to the committee was refused for good */
export function findRefusedMails(type: SubmissionType, count: number): FoundToDo | null {
  const { path, noun } = INBOX[type];
  const text = `Renvoyer ${pluralise(count, "e-mail")} en échec (${noun}${count > 1 ? "s" : ""})`;
  return undated(count, `refused-${type}`, text, `${path}?filtre=echec`);
}

/** @param count of the bank payments about which the committee has to decide */
export const findBankPayments = (count: number): FoundToDo | null =>
  undated(
    count,
    "bank-payments",
    `Vérifier ${pluralise(count, "paiement")} de la banque`,
    "/cotisations/banque#a-verifier",
  );

/** @param count of the members' proposals that nobody has decided */
export const findProposals = (count: number): FoundToDo | null =>
  undated(
    count,
    "proposals",
    `Vérifier ${pluralise(count, "proposition")} de ${membersOf(count)}`,
    "/registre/a-verifier",
  );

/** From this number of days, a mailing that has not reached everybody is to be finished; later it no longer matters. */
const UNFINISHED_DAYS = { from: 2, until: 30 } as const;

/** The mailings that may still be unfinished: not stopped, not corrected by another one, neither new nor old. */
export function mayBeUnfinished(mailings: readonly Mailing[], today: Day): Mailing[] {
  const corrected = new Set(mailings.map(({ corrects }) => corrects));
  return mailings.filter(({ id, at, stoppedAt }) => {
    const age = daysBetween(dayInZurich(at), today);
    return !stoppedAt && !corrected.has(id) && age >= UNFINISHED_DAYS.from && age <= UNFINISHED_DAYS.until;
  });
}

/** @param count of the people who have not got the mailing yet, and whom a way reaches */
export const findUnfinishedMailing = ({ id, subject }: Pick<Mailing, "id" | "subject">, count: number) =>
  undated(
    count,
    `mailing-${id}`,
    `Finir d’envoyer «\u00a0${subject}\u00a0»\u00a0: ${pluralise(count, "personne")}`,
    `/ecrire/${id}`,
  );

/** The oldest mailing that may be unfinished was written after this time. @param now in Zurich */
export const unfinishedMailingsSince = (now: Date): Date =>
  new Date(now.getTime() - (UNFINISHED_DAYS.until + 1) * DAY_MS);

/** The errors of the health report. What the site always lacks, such as a mail server, is no error and stays there. */
export const findFailures = (findings: readonly HealthFinding[]): FoundToDo[] =>
  findings
    .filter(({ state }) => state === "error")
    .map(({ subject, text }) => ({
      id: `health-${subject}`,
      text: text.replace(/\.$/, ""),
      href: `/reglages#sante-${subject}`,
      due: null,
    }));

/** From the event. The night belongs to the evening before, and may end on the next day. */
const SLOT_DISTANCE_DAYS = PLAN_LIMITS.distance + 1;

/** Whether slots of the event may take place in the next `SOON_DAYS`. People reply only to an announced event. */
export function mayHaveSlotsSoon(event: Event, { day: today }: Moment): boolean {
  const { firstDay, lastDay } = exactEventDays(event);
  if (firstDay === "" || event.status === "annule" || !isAnnounced(event)) return false;
  return (
    daysBetween(today, firstDay) <= SOON_DAYS + SLOT_DISTANCE_DAYS &&
    daysBetween(lastDay || firstDay, today) <= SLOT_DISTANCE_DAYS
  );
}

/**
 * The slots of an event that lack people, if one of them is in the next `SOON_DAYS`. The number is that of the page, which
 * lists later evenings, too.
 * @param coming number of people by slot @param now in Zurich
 */
export function findShortSlots(
  event: Event,
  slots: readonly Slot[],
  coming: ReadonlyMap<string, number>,
  now: Moment,
): FoundToDo | null {
  const short = slotsAhead(event, slots, now)
    .map(({ slot, evening }) => ({ evening, missing: missingPeople(slot, coming.get(slot.id) ?? 0) }))
    .filter(({ missing }) => missing > 0);
  const [first] = short.map(({ evening }) => evening).sort();
  if (first === undefined || first > addDays(now.day, SOON_DAYS)) return null;
  const missing = short.reduce((sum, slot) => sum + slot.missing, 0);
  return {
    id: `slots-${event.subject}`,
    text: `${nameOf(event)}\u00a0: ${missingPeopleInFrench(missing).toLowerCase()}`,
    href: `${eventPath(event)}/coups-de-main/qui-vient`,
    due: { day: first, isApproximate: false },
  };
}

/** The slots that have not ended, with their evening. */
export const slotsAhead = <One extends Slot>(event: Event, slots: readonly One[], now: Moment) =>
  slots.flatMap((slot) => {
    const hours = currentTerms(slot, event) && hoursOfSlot(slot, event);
    const evening = hours && eveningOfSlot(hours);
    return evening && !isSlotOver(hours, now) ? [{ slot, evening }] : [];
  });

/** In days before the event. A draft needs its poster before it can be published, and the starting list of a party says J−60. */
const POSTER_DAYS = { wanted: 60, due: 30 } as const;

/** A draft that cannot be published because it has no poster, when its event comes near. @param now in Zurich */
export function findMissingPoster(event: Event, now: Moment): FoundToDo | null {
  if (isPublished(event) || event.picture || event.status === "annule" || isEventOver(event, now)) return null;
  const [wanted, due] = [POSTER_DAYS.wanted, POSTER_DAYS.due].map((days) =>
    dueDayOfTask({ due: { days: -days } }, event),
  );
  if (!wanted || !due || wanted.day > now.day) return null;
  const text = `${nameOf(event)}\u00a0: ajouter l’affiche au brouillon`;
  return { id: `poster-${event.subject}`, text, href: `${eventPath(event)}/affiche`, due };
}

const nameOf = (event: Event): string => (hasEventName(event) ? event.name.trim() : "Sans nom");

const eventPath = ({ id }: Event): string => `/evenement/modify/${encodeURIComponent(id)}`;

const membersOf = (count: number): string => (count > 1 ? "membres" : "membre");

/** Stands for the sources that could not be read. */
export const UNREADABLE_SOURCES: FoundToDo = {
  id: "unreadable",
  text: "La liste n’est pas complète\u00a0: le site n’a pas pu tout lire. Rouvrez-la dans un instant",
  href: "/a-faire",
  due: null,
};

/** An item without a date. Null if there is nothing to do. */
const undated = (count: number, id: string, text: string, href: string): FoundToDo | null =>
  count === 0 ? null : { id, text, href, due: null };
