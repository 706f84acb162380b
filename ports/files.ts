export type StoredFile = {
  readonly name: string;
  /** Size of the file in bytes. */
  readonly size: number;
  readonly createdAt: Date;
  /** Version of the file: an opaque text that changes with each `put`, even if the content stays the same. */
  readonly generation: string;
};

/** A store of files. Every method throws `StoreUnavailable` after its deadline. */
export interface Files {
  /** Creates or replaces a file atomically and durably. `name` must satisfy `isFileName`. `type`: media type. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  /** All files whose name starts with the prefix, sorted by name. */
  list(prefix: string): Promise<StoredFile[]>;
  /** Deletes a file durably. Idempotent. */
  delete(name: string): Promise<void>;
}

const NAME_BYTES_MAX = 1024;

/** Whether Cloud Storage allows this file name: no empty segment, no `.` or `..`, no line break. */
export const isFileName = (name: string): boolean =>
  name.length <= NAME_BYTES_MAX &&
  name.isWellFormed() &&
  new TextEncoder().encode(name).length <= NAME_BYTES_MAX &&
  !/[\r\n]/.test(name) &&
  name.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
