/** The kinds of documents that have a page with their history: one row per kind. */
import type { RouterContextProvider } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { requirePassword } from "#app/session/confirm-password.server.ts";
import type { CardFieldsResult } from "#app/ui/cards/card-actions.server.ts";
import { resultUrl, urlOfDossier } from "#app/ui/event-url.ts";
import { handoverItemUrl } from "#app/ui/handover-url.ts";
import {
  COMMITTEE_MEMBER_LABELS,
  type CommitteeMemberFields,
  committeeMemberAsTyped,
  committeeMemberFullName,
  committeeMemberSchema,
} from "#domain/committee-member.ts";
import { swissDay } from "#domain/dates.ts";
import { type ResultFields, resultAsTyped, resultLineInFrench } from "#domain/dossier/result.ts";
import { EVENT_FIELDS, eventHistoryFields } from "#domain/events/event-fields.ts";
import { eventAsTyped } from "#domain/events/event-form.ts";
import { EVENT_FIELD_NAMES, type EventFields } from "#domain/events/planned-event.ts";
import { PUBLICATION_SENTENCES } from "#domain/events/publication.ts";
import { errorsByField, type FieldErrors } from "#domain/fields.ts";
import { HANDOVER_ITEM_LABELS, type HandoverItemFields } from "#domain/handover/handover-item.ts";
import type { Revision, StoredRevision } from "#domain/history.ts";
import type { HistoryFieldText } from "#domain/history-lines.ts";
import type { Person } from "#domain/person.ts";
import type { PictureFolder } from "#domain/pictures/picture.ts";
import { MEMBER_FIELDS, MEMBER_LABELS, type MemberData, memberName } from "#domain/register/member.ts";
import { memberFieldInFrench } from "#domain/register/proposal.ts";
import { SETTINGS_LABELS, type Settings, settingsAsTyped, settingsInFrench } from "#domain/settings/settings.ts";
import type { Stored } from "#domain/stored.ts";
import { EDITABLE_TEXTS, type TextWords, textFields, textIdOfSlug } from "#domain/texts/texts.ts";
import type { NotesFields } from "#stores/kinds.ts";
import type { CommitteeAuthor } from "#stores/settings.ts";
import { type CardCollection, shownCardPicture } from "#usecases/cards/card.ts";
import { type CardChange, changeCard } from "#usecases/cards/change-card.ts";
import { validateEventForm } from "#usecases/cards/read-event.ts";
import { type DossierOwner, findDossier } from "#usecases/dossiers/find-dossier.ts";
import { changeHandoverItem } from "#usecases/handover/change-items.ts";
import { restoreMember } from "#usecases/register/change-register.ts";
import { saveSettingsAndPhoto } from "#usecases/save-settings.ts";
import { saveText } from "#usecases/save-text.ts";
import { addressOfPart } from "./dossier-part-id.ts";

type Context = Readonly<RouterContextProvider>;

/** A document with its revisions, newest first. */
export type DocumentHistory<Fields> = {
  readonly name: string;
  /** Path of the form that changes the document. */
  readonly form: string;
  readonly version: string;
  readonly current: Pick<Revision<Fields>, "content" | "picture" | "at" | "by">;
  readonly revisions: readonly StoredRevision<Fields>[];
  /** Folder of the current picture. Absent if the page shows no current picture. */
  readonly folder?: PictureFolder;
};

type Restoration<Fields> = {
  readonly id: string;
  readonly by: Person;
  /** The version that the page showed. */
  readonly version: string;
  readonly current: Fields;
  readonly revision: Revision<Fields>;
  /** Password, if the page has asked for it. */
  readonly confirmation: string | undefined;
};

/** `refused`: one sentence per refused field. `errors`: of the password, which the restoration needs. */
export type RestoreRefusal =
  | { readonly refused: readonly string[]; readonly status: number }
  | { readonly errors: FieldErrors; readonly status: number };

type Outcome = "restored" | "outdated" | "absent" | RestoreRefusal;

export type HistoryKind<Fields> = {
  /** @returns null if the document does not exist */
  readonly read: (context: Context, id: string) => Promise<DocumentHistory<Fields> | null>;
  readonly describe: (fields: Fields, id: string) => readonly HistoryFieldText[];
  readonly restore: (context: Context, restoration: Restoration<Fields>) => Promise<Outcome>;
  /** The fields that a restoration overwrites; by default all. */
  readonly restoredFields?: (fields: Fields) => unknown;
};

const refusalsByLabel = (errors: FieldErrors, labels: Readonly<Record<string, string>>) => ({
  refused: Object.entries(errors).map(([field, sentence]) => `${labels[field] ?? field}\u00a0: ${sentence}`),
  status: 400,
});

const MEMBER_FORM_LABELS = committeeMemberAsTyped(COMMITTEE_MEMBER_LABELS);

export const committeeMemberHistory: HistoryKind<CommitteeMemberFields> = {
  async read(context, id) {
    const { committee } = context.get(servicesContext);
    const [found, revisions] = await Promise.all([committee.get(id), committee.listRevisions(id)]);
    if (!found) return null;
    const { firstName, lastName, role, displayedRole } = found;
    const form = `/comite/modify/${encodeURIComponent(id)}`;
    const card = cardHistory({ firstName, lastName, role, displayedRole }, found, { collection: "membres", id });
    return { ...card, revisions, form, name: committeeMemberFullName(found) || "Sans nom" };
  },

  describe: ({ firstName, lastName, role, displayedRole }) => [
    { label: MEMBER_FORM_LABELS.Prenom, value: firstName },
    { label: MEMBER_FORM_LABELS.Nom, value: lastName },
    { label: MEMBER_FORM_LABELS.Poste, value: role },
    { label: MEMBER_FORM_LABELS.PosteAffiche, value: displayedRole },
  ],

  restore(context, restoration) {
    const { current, revision } = restoration;
    const read = committeeMemberSchema(current.role).safeParse(committeeMemberAsTyped(revision.content));
    return restoreCard(context, restoration, { collection: "membres", read, labels: MEMBER_FORM_LABELS });
  },
};

const EVENT_LABELS = {
  ...Object.fromEntries(Object.values(EVENT_FIELDS).map(({ wire, label }) => [wire, label])),
  mois: "Mois",
  annee: "Année",
};

export const eventHistory: HistoryKind<EventFields> = {
  async read(context, id) {
    const { events } = context.get(servicesContext);
    const [found, revisions] = await Promise.all([events.get(id), events.listRevisions(id)]);
    if (!found) return null;
    const content = Object.fromEntries(EVENT_FIELD_NAMES.map((field) => [field, found[field]])) as EventFields;
    const form = `/evenement/modify/${encodeURIComponent(id)}`;
    const card = cardHistory(content, found, { collection: "evenements", id });
    return { ...card, revisions, form, name: found.name || "Sans nom" };
  },

  describe: eventHistoryFields,

  async restore(context, restoration) {
    const { id, current, revision } = restoration;
    const { publication, ...stored } = current;
    const typed = eventAsTyped({ ...revision.content, publication }, "");
    const { isReserved } = context.get(siteContext).routes;
    const parsed = await validateEventForm({ ...context.get(servicesContext), isReserved }, typed, { ...stored, id });
    const { previousDates } = revision.content;
    const read = parsed.success ? { ...parsed, data: { ...parsed.data, previousDates } } : parsed;
    return restoreCard(context, restoration, { collection: "evenements", read, labels: EVENT_LABELS });
  },

  /** Restoring a revision does not change whether the event is public. */
  restoredFields: ({ publication: _, ...fields }) => fields,
};

const cardHistory = <Fields>(
  content: Fields,
  { version, updatedAt: at, updatedBy: by, picture }: Stored<unknown>,
  folder: PictureFolder,
) => ({ version, folder, current: { content, ...(picture !== undefined && { picture }), at, by } });

type ReadCard<Fields> = {
  readonly collection: CardCollection;
  readonly read: CardFieldsResult<Fields>;
  readonly labels: Readonly<Record<string, string>>;
};

async function restoreCard<Fields>(
  context: Context,
  { id, version, revision: { picture }, by }: Restoration<Fields>,
  { collection, read, labels }: ReadCard<Fields>,
): Promise<Outcome> {
  if (!read.success) return refusalsByLabel(errorsByField(read.error), labels);
  const services = context.get(servicesContext);
  const isKnown = picture === null || (picture !== undefined && (await services.pictures.get(picture)) !== null);
  const change = isKnown && { picture: { was: await shownCardPicture(services, { collection, id }), is: picture } };
  const outcome = await changeCard(
    services,
    { collection, id, fields: read.data, version, ...change } as CardChange,
    by,
  );
  if (outcome === "no-poster") return { refused: [PUBLICATION_SENTENCES.poster], status: 400 };
  return outcome === "updated" ? "restored" : outcome;
}

const describeMember = (data: MemberData) =>
  MEMBER_FIELDS.map((field) => ({ label: MEMBER_LABELS[field], value: memberFieldInFrench(field, data[field]) }));

export const registerMemberHistory: HistoryKind<MemberData> = {
  async read(context, id) {
    const services = context.get(servicesContext);
    const [found, revisions] = await Promise.all([services.register.get(id), services.register.listRevisions(id)]);
    if (!found) return null;
    const { version, updatedAt, updatedBy: by } = found;
    const current = { content: found, at: updatedAt.toISOString(), by };
    return { name: memberName(found), form: `/registre/modify/${id}`, version, current, revisions };
  },

  describe: describeMember,

  async restore(context, { id, version, revision, by }) {
    const outcome = await restoreMember(context.get(servicesContext), { id, version, data: revision.content }, by);
    if (outcome.ok) return "restored";
    if (outcome.reason.is === "same")
      return { refused: ["Une autre fiche a ce nom et cette date de naissance."], status: 409 };
    return outcome.reason.is === "absent" ? "absent" : "outdated";
  },

  restoredFields: describeMember,
};

export const handoverItemHistory: HistoryKind<HandoverItemFields> = {
  async read(context, id) {
    const { handoverItems } = context.get(servicesContext);
    const [found, revisions] = await Promise.all([handoverItems.get(id), handoverItems.listRevisions(id)]);
    if (!found) return null;
    const { what, where, who, version, updatedAt: at, updatedBy: by } = found;
    const current = { content: { what, where, who }, at, by };
    return { name: what, form: handoverItemUrl(id), version, current, revisions };
  },

  describe: ({ what, where, who }) => [
    { label: HANDOVER_ITEM_LABELS.what, value: what },
    { label: HANDOVER_ITEM_LABELS.where, value: where },
    { label: HANDOVER_ITEM_LABELS.who, value: who },
  ],

  async restore(context, { id, version, revision, by }) {
    const change = { id, version, typed: revision.content };
    const outcome = await changeHandoverItem(context.get(servicesContext), change, by);
    if (outcome.is === "form") return refusalsByLabel(outcome.errors, HANDOVER_ITEM_LABELS);
    if (outcome.is === "gone") return "absent";
    return outcome.is === "updated" ? "restored" : "outdated";
  },
};

export const settingsHistory: HistoryKind<Settings> = {
  async read(context) {
    const store = context.get(servicesContext).settings;
    const [{ version, lastSave, picture, ...content }, revisions] = await Promise.all([
      store.get(),
      store.listRevisions(),
    ]);
    const current = { content, ...(picture !== undefined && { picture }), ...authorOf(lastSave) };
    return { name: "Réglages", form: "/reglages", version, current, revisions };
  },

  describe(fields) {
    const words = settingsInFrench(fields);
    const names = Object.keys(SETTINGS_LABELS) as (keyof Settings)[];
    return names.map((name) => ({ label: SETTINGS_LABELS[name], value: words[name] }));
  },

  async restore(context, { version, revision, confirmation }) {
    const account = context.get(accountContext);
    if (!account) return "absent";
    const typed = settingsAsTyped(revision.content);
    const form = { typed, version, photo: null, removePhoto: false, formerPhoto: revision.picture };
    const outcome = await saveSettingsAndPhoto(context.get(servicesContext), form, account, () =>
      requirePassword(context, confirmation),
    );
    if (outcome.ok) {
      recordSensitive(context, account.id, outcome.value.notified);
      return "restored";
    }
    const { reason } = outcome;
    if ("conflict" in reason) return "outdated";
    if ("missing" in reason) return reason.missing;
    return refusalsByLabel(reason.errors, SETTINGS_LABELS);
  },
};

function recordSensitive(context: Context, account: string, changes: readonly string[]): void {
  const { logSecurity: recordEvent } = context.get(siteContext);
  if (changes.includes("bank") || changes.includes("twint")) recordEvent("bank-details-changed", account);
  if (changes.includes("recipients")) recordEvent("recipients-changed", account);
}

const authorOf = (lastSave: CommitteeAuthor | null) => ({
  at: lastSave?.at.toISOString() ?? "",
  by: lastSave?.by ?? null,
});

const findDossierOf = (context: Context, id: string): Promise<DossierOwner | null> =>
  findDossier(context.get(servicesContext), addressOfPart(id));

export const notesHistory: HistoryKind<NotesFields> = {
  async read(context, id) {
    const { dossiers } = context.get(servicesContext);
    const owner = await findDossierOf(context, id);
    if (!owner) return null;
    const [found, revisions] = await Promise.all([
      dossiers.getNotes(owner.subject),
      dossiers.listNotesRevisions(owner.subject),
    ]);
    const { notes, copiedFrom, version, updatedAt: at, updatedBy: by } = found;
    const current = { content: { notes, copiedFrom }, at, by };
    return { name: `Notes, ${owner.name}`, form: urlOfDossier(owner), version, current, revisions };
  },

  describe: ({ notes }) => [{ label: "Notes", value: notes }],

  async restore(context, { id, version, current, revision, by }) {
    const owner = await findDossierOf(context, id);
    if (!owner) return "absent";
    const fields = { ...current, notes: revision.content.notes };
    const outcome = await context.get(servicesContext).dossiers.saveNotes(owner.subject, fields, version, by);
    return outcome === "updated" ? "restored" : outcome;
  },

  restoredFields: ({ notes }) => notes,
};

export const resultHistory: HistoryKind<ResultFields> = {
  async read(context, id) {
    const { dossiers } = context.get(servicesContext);
    const owner = await findDossierOf(context, id);
    if (!owner?.event) return null;
    const [found, revisions] = await Promise.all([
      dossiers.getResult(owner.subject),
      dossiers.listResultRevisions(owner.subject),
    ]);
    const { lines, closedOn, version, updatedAt: at, updatedBy: by } = found;
    const current = { content: { lines, closedOn }, at, by };
    return { name: `Résultat, ${owner.name}`, form: resultUrl(urlOfDossier(owner)), version, current, revisions };
  },

  describe: ({ lines, closedOn }) => [
    { label: "Lignes", value: lines.map(resultLineInFrench).join("\n") },
    { label: "Bouclé le", value: closedOn && swissDay(closedOn) },
  ],

  async restore(context, { id, version, current, revision, by }) {
    const owner = await findDossierOf(context, id);
    if (!owner) return "absent";
    if (current.closedOn !== "")
      return { refused: ["Ce résultat est bouclé\u00a0: ajoutez plutôt une correction."], status: 409 };
    const fields = { lines: revision.content.lines.filter(({ day }) => day === ""), closedOn: "" } as const;
    const outcome = await context.get(servicesContext).dossiers.saveResult(owner.subject, fields, version, by);
    return outcome === "updated" ? "restored" : outcome;
  },

  restoredFields: ({ lines }) => resultAsTyped(lines),
};

/** The id is the slug of the text. */
export const textHistory: HistoryKind<TextWords> = {
  async read(context, slug) {
    const id = textIdOfSlug(slug);
    if (!id) return null;
    const { texts } = context.get(servicesContext);
    const [{ content, version, lastSave }, revisions] = await Promise.all([texts.get(id), texts.listRevisions(id)]);
    const current = { content, ...authorOf(lastSave) };
    return { name: EDITABLE_TEXTS[id].name, form: `/textes/${slug}`, version, current, revisions };
  },

  describe: (words, slug) =>
    Object.entries(labelsOf(slug)).map(([name, label]) => ({ label, value: words[name] ?? "" })),

  async restore(context, { id: slug, version, revision, by }) {
    const id = textIdOfSlug(slug);
    if (!id) return "absent";
    const form = { typed: revision.content, version };
    const outcome = await saveText(context.get(servicesContext), id, form, by, () => true);
    if (outcome.ok) return "restored";
    return "conflict" in outcome.reason ? "outdated" : refusalsByLabel(outcome.reason.errors, labelsOf(slug));
  },
};

function labelsOf(slug: string): Readonly<Record<string, string>> {
  const id = textIdOfSlug(slug);
  return id ? Object.fromEntries(Object.entries(textFields(id)).map(([name, { label }]) => [name, label])) : {};
}
