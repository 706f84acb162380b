export type StoredFile = {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly createdAt: Date;
  /** Opaque; changes with every `put`, also under the same name. */
  readonly generation: string;
};

/** Every method throws `StoreUnavailable` after its deadline. Null: no such file. */
export interface Files {
  /** Creates or replaces a file, atomic and durable. @param name see `isFileName` @param type media type */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  get(name: string): Promise<Uint8Array | null>;
  /** @returns all files whose name starts with the prefix, by name */
  list(prefix: string): Promise<StoredFile[]>;
  /** Idempotent, durable. */
  delete(name: string): Promise<void>;
}

const NAME_BYTES_MAX = 1024;

/** @returns whether a file can have this name: no empty segment, no `.` or `..`, no line break (Cloud Storage) */
export const isFileName = (name: string): boolean =>
  name.length <= NAME_BYTES_MAX &&
  name.isWellFormed() &&
  new TextEncoder().encode(name).length <= NAME_BYTES_MAX &&
  !/[\r\n]/.test(name) &&
  name.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
