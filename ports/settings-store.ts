import type { State } from "#domain/history.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { Settings } from "#domain/settings/settings.ts";

/** Who saved the settings, and when. */
export type Author = { readonly by: Person; readonly at: Date };

/** The settings as they were read. */
export type ReadSettings = Settings & {
  /** What a save must name; opaque, changes with every save. */
  readonly version: string;
  /** The last save; null until there was one. */
  readonly lastSave: Author | null;
  /** Path of the group photo; null: none. Undefined: an earlier version saved last, and it is the one added last. */
  readonly photo: string | null | undefined;
};

/** Where the committee's settings are kept. Throws when the store does not answer. */
export interface SettingsStore {
  /** @returns the settings; the examples of a first start until something was saved */
  get(): Promise<ReadSettings>;

  /**
   * Replaces all settings, if they are still as they were read, keeps what they were (`statesAfter`), and writes the line
   * of the journal. A save that has returned survives a crash.
   * @param version the version that was read
   * @param photo path of the group photo until now and from now on; null: none. Absent: it stays as it is
   * @param actions what else the journal is to say was done to the settings
   * @returns 'outdated' when somebody else has saved since; nothing is written then
   */
  save(
    settings: Settings,
    version: string,
    author: Author,
    photo?: { readonly was: string | null; readonly is: string | null },
    actions?: readonly JournalAction[],
  ): Promise<"saved" | "outdated">;

  /** @returns what the settings were before, with the path of the group photo of then, newest first */
  listStates(): Promise<State<Settings>[]>;

  /** Forgets the earlier states whose time is over (`keptStates`), for good. */
  pruneStates(now: Date): Promise<void>;
}
