/** @returns the same work's result for every call; a failure is not kept */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= work().catch((fault: unknown) => {
      pending = undefined;
      throw fault;
    });
    return pending;
  };
}
