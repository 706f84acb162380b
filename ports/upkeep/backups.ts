import type { BackupsState } from "#domain/backup-schedule.ts";

/** Copies of everything the site holds, that it makes by itself while it goes on. */
export interface Backups {
  /** @throws when the place of the backups cannot be read */
  readState(): Promise<BackupsState>;

  /**
   * Makes one, and deletes the oldest beyond those that are kept: none with content as long as the site has none.
   * Called while one is being made, it is that one.
   * @param options `rotate: false` deletes none
   * @returns when it was made
   * @throws when there is none; all earlier ones stay, and `state` tells until one goes well
   */
  make(options?: { rotate?: boolean }): Promise<Date>;
}
