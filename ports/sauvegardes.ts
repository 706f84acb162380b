import type { EtatDesSauvegardes } from "#domain/sauvegarde.ts";

/** Copies of everything the site holds, that it makes by itself while it goes on. */
export interface Sauvegardes {
  /** @throws when the place of the backups cannot be read */
  etat(): Promise<EtatDesSauvegardes>;

  /**
   * Makes one, and deletes the oldest beyond those that are kept. Called while one is being made, it is that one.
   * @returns when it was made
   * @throws when there is none; all earlier ones stay, and `etat` tells until one goes well
   */
  faire(): Promise<Date>;
}
