import { dossierUrl, slotPlanUrl } from "#app/ui/event-url.ts";
import { COMMITTEE_MEMBER_LABELS } from "#domain/committee-member.ts";
import { dayInFrench, dayInZurich, timeInZurich } from "#domain/dates.ts";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { TASK_FIELD_LABELS } from "#domain/dossier/task-form.ts";
import { EVENT_FIELDS } from "#domain/events/event-fields.ts";
import type { JournalSubject } from "#domain/journal.ts";
import { journalSentence } from "#domain/journal-sentence.ts";
import { MEMBER_LABELS as REGISTER_LABELS } from "#domain/register/member.ts";
import { SETTINGS_LABELS } from "#domain/settings/settings.ts";
import { SLOT_FIELD_LABELS } from "#domain/slots/plan.ts";
import { TEXT_IDS, textFields } from "#domain/texts/texts.ts";
import type { JournalEntryWithSubject, JournalPerson } from "#usecases/journal.ts";

const SUBJECT_URLS: Record<JournalSubject, { single: (id: string) => string; all: string }> = {
  membre: { single: (id) => `/comite/modify/${encodeURIComponent(id)}`, all: "/comite" },
  evenement: { single: (id) => `/evenement/modify/${encodeURIComponent(id)}`, all: "/planning" },
  inscription: { single: (id) => `/inscriptions?courrier=${id}`, all: "/inscriptions" },
  message: { single: (id) => `/messages?courrier=${id}`, all: "/messages" },
  settings: { single: () => "/reglages/historique", all: "/reglages/historique" },
  announcement: { single: () => "/annonce", all: "/annonce" },
  text: { single: (slug) => `/textes/${slug}/historique`, all: "/reglages#s-textes" },
  account: { single: () => "/comptes", all: "/comptes" },
  register: { single: (id) => `/registre/${encodeURIComponent(id)}`, all: "/registre" },
  fee: { single: (id) => `/registre/${encodeURIComponent(id)}`, all: "/cotisations" },
  presence: { single: (id) => `/registre/${encodeURIComponent(id)}`, all: "/assemblees" },
  proposal: { single: (id) => `/registre/${encodeURIComponent(id)}`, all: "/registre/a-verifier" },
  session: { single: () => "/comptes", all: "/comptes" },
  passkey: { single: () => "/comptes", all: "/comptes" },
  "calendar-link": { single: () => "/comptes", all: "/comptes" },
  welcome: { single: (id) => `/registre/${encodeURIComponent(id)}`, all: "/registre/bienvenue" },
  consent: { single: (id) => `/registre/${encodeURIComponent(id)}`, all: "/registre/autorisations" },
  "slot-request": { single: (id) => `${slotPlanUrl(id)}/demander`, all: "/planning" },
  "slot-change": { single: (id) => `${slotPlanUrl(id)}/a-confirmer`, all: "/planning" },
  "slot-reminder": { single: (id) => `${slotPlanUrl(id)}/rappel`, all: "/planning" },
  slot: { single: slotPlanUrl, all: "/planning" },
  reply: { single: slotPlanUrl, all: "/planning" },
  task: { single: dossierUrl, all: "/a-faire" },
  dossier: { single: dossierUrl, all: "/dossiers" },
  result: { single: dossierUrl, all: "/dossiers" },
  "handover-item": { single: dossierUrl, all: dossierUrl(ASSOCIATION) },
  mailing: { single: (id) => `/ecrire/${id}`, all: "/ecrire/envoyes" },
  "lost-link": { single: (id) => `/registre/${encodeURIComponent(id)}`, all: "/registre/liens" },
};

const EVENT_LABELS = Object.fromEntries(Object.entries(EVENT_FIELDS).map(([name, { label }]) => [name, label]));

const FIELD_LABELS: { readonly [Which in JournalSubject]?: Readonly<Record<string, string>> } = {
  membre: { ...COMMITTEE_MEMBER_LABELS, picture: "Photo" },
  evenement: { ...EVENT_LABELS, picture: "Affiche" },
  settings: { ...SETTINGS_LABELS, picture: "Photo de groupe" },
  announcement: { text: "Annonce", link: "Lien", until: "Jusqu’au" },
  register: REGISTER_LABELS,
  account: { firstName: "Prénom", password: "Mot de passe" },
  slot: SLOT_FIELD_LABELS,
  task: TASK_FIELD_LABELS,
  dossier: { notes: "Notes" },
  result: { lines: "Lignes", closedOn: "Bouclé le" },
  "handover-item": { what: "Quoi", where: "Où", who: "Qui sait" },
};

export type JournalDayView = ReturnType<typeof viewJournalDays>[number];
export type JournalEntryView = ReturnType<typeof viewEntry>;

/**
 * @param entries newest first
 * @param people the authors of all entries
 * @returns the entries by day in Zurich
 */
export function viewJournalDays(entries: readonly JournalEntryWithSubject[], people: readonly JournalPerson[]) {
  const emails = new Map(people.map(({ id, email }) => [id, email]));
  const days = Map.groupBy(entries, ({ at }) => dayInZurich(at));
  return [...days].map(([day, dayEntries]) => ({
    day,
    title: dayInFrench(day),
    entries: dayEntries.map((entry) => viewEntry(entry, emails)),
  }));
}

/** @returns the texts of an entry; `account.email` is null after the account was removed */
function viewEntry(entry: JournalEntryWithSubject, emails: ReadonlyMap<string, string | null>) {
  const { at, by, action, subject, subjectId, reference } = entry;
  const isOwnAccount = by !== null && by.id !== "" && by.id === subjectId;
  const sentence = journalSentence({ who: by?.name ?? null, action, subject, reference, own: isOwnAccount });
  const email = emails.get(by?.id ?? "") ?? null;
  // Old entries have no account id. A name that is the email address must not be repeated.
  const account = by && by.id !== "" && by.name !== email ? { email } : null;
  const text = TEXT_IDS.find((each) => subject === "text" && each === subjectId);
  const labelOf = (name: string) => (text ? textFields(text)[name]?.label : FIELD_LABELS[subject]?.[name]);
  const fields = (entry.fields ?? []).flatMap((name) => labelOf(name) ?? []).join(", ");
  return { ...sentence, fields, account, time: timeInZurich(at), iso: at.toISOString(), href: hrefOf(entry) };
}

function hrefOf({ action, subject, reference, id, inBin }: JournalEntryWithSubject): string | null {
  if (inBin) return "/corbeille";
  if (reference.is === "none") return SUBJECT_URLS[subject].all;
  // After a permanent deletion, a new document may have the same id.
  if (reference.is !== "known" || id === null || action === "erased") return null;
  return action === "slots-added" ? slotPlanUrl(id) : SUBJECT_URLS[subject].single(id);
}
