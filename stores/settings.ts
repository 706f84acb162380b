import { type Announcement, NO_ANNOUNCEMENT } from "#domain/announcement.ts";
import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import type { PictureChange } from "#domain/stored.ts";
import type { Content, Documents, Json } from "#ports/documents.ts";
import type { NewLetter } from "./mail-document.ts";
import { type Current, createRevised, type KnownAuthor } from "./revised/revised-document.ts";

export type SettingsStore = ReturnType<typeof createSettingsStore>;
export type AnnouncementStore = ReturnType<typeof createAnnouncementStore>;

/** A document of the collection `settings`. */
type Kind<Fields> = {
  readonly id: string;
  readonly subject: JournalSubject;
  /** Values of the fields until the first save. */
  readonly initial: Fields;
  /** Values of fields that an older document lacks. Other missing fields get `initial`. */
  readonly older?: Partial<Fields>;
};

/** Returns `INITIAL_SETTINGS` until the first save. In older documents, the planning year is not automatic. */
export const createSettingsStore = (documents: Documents) =>
  createSingle<Settings>(documents, {
    id: "current",
    subject: "settings",
    initial: INITIAL_SETTINGS,
    older: { planningYearAutomatic: false },
  });

export const createAnnouncementStore = (documents: Documents) =>
  createSingle<Announcement>(documents, { id: "announcement", subject: "announcement", initial: NO_ANNOUNCEMENT });

/** A single document with fields. Methods throw if the store is unavailable. */
function createSingle<Fields extends Content>(documents: Documents, { id, subject, initial, older }: Kind<Fields>) {
  const names = Object.keys(initial) as (keyof Fields & string)[];
  const only = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name]])) as Content as Fields;

  /** A missing or wrong field gets its value in `older`, else in `initial`. */
  const read = (value: Json | undefined): Fields => {
    const content = (value ?? {}) as Content;
    const saved = names.filter((name) => fits(initial[name], content[name]));
    const missing = { ...structuredClone(initial), ...(value !== undefined && older) };
    return { ...missing, ...Object.fromEntries(saved.map((name) => [name, content[name]])) };
  };

  const store = createRevised(documents, { collection: "settings", subject, read }, { id, subjectId: "" });
  return {
    ...store,

    async get(): Promise<Fields & Omit<Current<Fields>, "content">> {
      const { content, ...rest } = await store.get();
      return { ...content, ...rest };
    },

    /** Ignores unknown properties. */
    save: (
      fields: Fields,
      version: string,
      author: KnownAuthor,
      photo?: PictureChange,
      actions: readonly JournalAction[] = [],
      letters: readonly NewLetter[] = [],
    ) => store.save(only(fields), version, author, { photo, actions, letters }),
  };
}

const fits = (initial: unknown, value: Json | undefined): boolean =>
  Array.isArray(initial)
    ? Array.isArray(value) && value.every((item) => typeof item === "string")
    : typeof value === typeof initial;
