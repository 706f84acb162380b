import type { Reglages } from "#domain/reglages.ts";

/** Where the committee's settings are kept. Throws when the store does not answer. */
export interface ReglagesStore {
  /** @returns the settings; the examples of a first start until something was saved */
  get(): Promise<Reglages>;

  /** Replaces all settings. */
  save(reglages: Reglages): Promise<void>;
}
