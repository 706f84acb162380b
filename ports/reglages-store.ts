import type { Reglages } from "#domain/reglages.ts";

/** Who saved the settings, and when. */
export type Auteur = { readonly email: string; readonly le: Date };

/** The settings as they were read. */
type ReglagesLus = Reglages & {
  /** What a save must name; opaque, changes with every save. */
  readonly version: string;
  /** The last save; null until there was one. */
  readonly modifies: Auteur | null;
};

/** Where the committee's settings are kept. Throws when the store does not answer. */
export interface ReglagesStore {
  /** @returns the settings; the examples of a first start until something was saved */
  get(): Promise<ReglagesLus>;

  /**
   * Replaces all settings, if they are still as they were read. A save that has returned survives a crash.
   * @param version the version that was read
   * @returns 'depasse' when somebody else has saved since; nothing is written then
   */
  save(reglages: Reglages, version: string, auteur: Auteur): Promise<"enregistre" | "depasse">;
}
