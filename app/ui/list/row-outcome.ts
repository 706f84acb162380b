/** What was done to a row since its list was opened, with the undo. `change`: identifies the last change, to undo it. */
type RowOutcome = {
  readonly outcome: string | null;
  readonly undo: "restore" | "undo-change" | null;
  readonly change: { readonly version: string; readonly at: string };
};

/** `deletedAt`: absent or null if the row was not deleted. */
type ChangedRow = {
  readonly id: string;
  readonly version: string;
  readonly updatedAt: string;
  readonly deletedAt?: Date | null | undefined;
};

/** @param acted ids of the rows on which the user has acted @param time an instant in French */
export function rowOutcome(
  { id, deletedAt, version, updatedAt }: ChangedRow,
  acted: readonly string[],
  time: (at: Date) => string,
): RowOutcome {
  const change = { version, at: updatedAt };
  if (deletedAt) return { outcome: `Supprimé, ${time(deletedAt)}`, undo: "restore", change };
  if (!acted.includes(id)) return { outcome: null, undo: null, change };
  return { outcome: `Modifié, ${time(new Date(updatedAt))}`, undo: "undo-change", change };
}
