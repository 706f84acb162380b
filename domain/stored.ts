/**
 * A document as it was read: its fields (one that an older site did not know is empty), its identifier, the version
 * that an update must name, and the instant of its last write (ISO 8601 in UTC: `2025-08-01T20:15:00.000Z`).
 * The version is opaque; it changes with every write.
 */
export type Stored<Fields> = Fields & {
  readonly id: string;
  readonly version: string;
  readonly updatedAt: string;
};

/** What became of a write over a version: 'depasse' when somebody else has written since, 'absent' when the document is gone. */
export type Updated = "updated" | "outdated" | "absent";
