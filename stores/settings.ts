import type { JournalAction } from "#domain/journal.ts";
import { INITIAL_SETTINGS, type Settings } from "#domain/settings/settings.ts";
import type { PictureChange } from "#domain/stored.ts";
import type { Content, Documents, Json } from "#ports/documents.ts";
import { type Author, type Current, createRevised } from "./revised/revised-document.ts";

type ReadSettings = Settings & Omit<Current<Settings>, "content">;

export type SettingsStore = ReturnType<typeof createSettingsStore>;

const FIELDS = Object.keys(INITIAL_SETTINGS) as (keyof Settings)[];

/** The settings document; its `photo` is the group photo. Methods throw if the store is unavailable. */
export function createSettingsStore(documents: Documents) {
  const kind = { collection: "settings", subject: "settings", read: completed } as const;
  const store = createRevised(documents, kind, { id: "current", subjectId: "" });
  return {
    ...store,

    /** @returns the settings; until the first save, the examples of `INITIAL_SETTINGS` */
    async get(): Promise<ReadSettings> {
      const { content, ...rest } = await store.get();
      return { ...content, ...rest };
    },

    /** As in `createRevised`; ignores properties that are no settings. */
    save: (
      settings: Settings,
      version: string,
      author: Author,
      photo?: PictureChange,
      actions: readonly JournalAction[] = [],
    ) => store.save(only(settings), version, author, { photo, actions }),
  };
}

const only = (settings: Settings): Settings =>
  Object.fromEntries(FIELDS.map((field) => [field, settings[field]])) as Settings;

/**
 * @returns the saved settings. Missing fields, and fields with a wrong type, have the value of `INITIAL_SETTINGS`, but the
 * year that an older document names stays
 */
function completed(value: Json | undefined): Settings {
  const content = (value ?? {}) as Content;
  const saved = FIELDS.filter((field) => fits(field, content[field])).map((field) => [field, content[field]]);
  const year = value === undefined ? {} : { planningYearAutomatic: false };
  return { ...structuredClone(INITIAL_SETTINGS), ...year, ...Object.fromEntries(saved) };
}

const fits = (field: keyof Settings, value: Json | undefined): boolean =>
  Array.isArray(INITIAL_SETTINGS[field])
    ? Array.isArray(value) && value.every((item) => typeof item === "string")
    : typeof value === typeof INITIAL_SETTINGS[field];
