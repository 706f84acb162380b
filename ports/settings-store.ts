import type { Settings } from "#domain/settings/settings.ts";

/** Who saved the settings, and when. */
export type Author = { readonly email: string; readonly at: Date };

/** The settings as they were read. */
type ReadSettings = Settings & {
  /** What a save must name; opaque, changes with every save. */
  readonly version: string;
  /** The last save; null until there was one. */
  readonly lastSave: Author | null;
};

/** Where the committee's settings are kept. Throws when the store does not answer. */
export interface SettingsStore {
  /** @returns the settings; the examples of a first start until something was saved */
  get(): Promise<ReadSettings>;

  /**
   * Replaces all settings, if they are still as they were read. A save that has returned survives a crash.
   * @param version the version that was read
   * @returns 'depasse' when somebody else has saved since; nothing is written then
   */
  save(settings: Settings, version: string, author: Author): Promise<"saved" | "outdated">;
}
