/** Runs `work` once for all calls; a failure is retried. */
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
