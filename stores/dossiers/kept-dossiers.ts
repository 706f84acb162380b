/** Documents `kept-dossiers/{subject}`: the dossiers that outlive their event, with its name and days. */
import { EVENT_DAY_FIELDS, type EventDays } from "#domain/events/days.ts";
import { binCutoff } from "#domain/recycle-bin.ts";
import type { StoredDocument } from "#ports/documents.ts";

export const KEPT_DOSSIERS_COLLECTION = "kept-dossiers";

/** A dossier whose event was deleted. `deletedAt`: ISO 8601 in UTC; empty while the dossier is kept. */
export type KeptDossier = EventDays & {
  /** `subject` of the deleted event. */
  readonly subject: string;
  /** Name of the event. */
  readonly name: string;
  readonly deletedAt: string;
};

/** Whether the deletion of a kept dossier is final. */
export const isKeptDossierExpired = ({ deletedAt }: Pick<KeptDossier, "deletedAt">, now: Date): boolean =>
  deletedAt !== "" && deletedAt < binCutoff(now).toISOString();

export const daysIn = (of: Partial<Record<keyof EventDays, unknown>>): EventDays =>
  Object.fromEntries(EVENT_DAY_FIELDS.map((name) => [name, String(of[name] ?? "")])) as EventDays;

export const keptDossierFromDocument = ({ id, content }: StoredDocument): KeptDossier => ({
  ...daysIn(content),
  subject: id,
  name: String(content.name ?? ""),
  deletedAt: String(content.deletedAt ?? ""),
});
