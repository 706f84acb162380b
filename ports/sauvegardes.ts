/** How it stands with the backups. */
type EtatDesSauvegardes = {
  /** When the newest one was made; null: there is none. */
  readonly derniere: Date | null;
  /** When the last attempt failed; null: it went well, or there was none since the start. */
  readonly echecLe: Date | null;
  /** How many are kept; 0: none is made by itself; null: whoever keeps the data makes them, out of the site's sight. */
  readonly gardees: number | null;
};

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
