import type { Checked, Measured } from "#domain/site-health/measurements.ts";
import type { Release } from "#domain/site-health/release-news.ts";

/** What is asked of the machine, of the last backup and of the servers around to know whether the site is well. */
export interface SiteHealth {
  /** Looks at what costs milliseconds. Never throws: what cannot be measured is said so. */
  measure(): Promise<Measured>;

  /**
   * Looks at the rest, each look within its limit of time; called while one is under way, it is that one. Never throws.
   * @param waitMs resolves after so long at the latest; the check goes on, and is read later
   */
  check(waitMs?: number): Promise<void>;

  /** What the last check of this process found; null: none is over yet. */
  readChecked(): { readonly last: Checked | null; readonly underWay: boolean };

  /** Reads the news of releases where the site was told of a place for them. Never throws. */
  askNews(): Promise<void>;

  /** A release newer than this one, as far as was asked; null otherwise. */
  newerRelease(): Release | null;
}
