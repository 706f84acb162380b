/** Files under names. What a file means, and who may see it, is in documents. */

export type StoredFile = {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly createdAt: Date;
  /** Opaque; another one after each `put`, also under the same name. */
  readonly generation: string;
};

/** Every method throws `StoreUnavailable` when there is no answer within the deadline. */
export interface Files {
  /**
   * Writes a file whole or not at all, in place of one of the same name; once this returns, it survives a crash.
   * @param name as `isFileName` takes it @param type its media type, which a bucket keeps
   */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;

  /** @returns its bytes; null when there is none */
  get(name: string): Promise<Uint8Array | null>;

  /** @returns all files whose name begins so, by name */
  list(prefix: string): Promise<StoredFile[]>;

  /** No error when there is none. A deleted file does not come back after a crash. */
  delete(name: string): Promise<void>;
}

const NAME_BYTES_MAX = 1024;

/** @returns whether a file can have this name: segments between slashes, none of which is empty, `.` or `..` */
export const isFileName = (name: string): boolean =>
  name.length <= NAME_BYTES_MAX &&
  name.isWellFormed() &&
  new TextEncoder().encode(name).length <= NAME_BYTES_MAX &&
  // Cloud Storage takes neither of the two.
  !/[\r\n]/.test(name) &&
  name.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
