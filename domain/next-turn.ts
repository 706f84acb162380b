/**
 * Lets whoever waits for this process be answered between two steps of longer work. One immediate is not enough: asked
 * for while arrivals are handled, it runs before the next of them are looked at.
 * @returns resolves once everything that has arrived by now has had its turn
 */
export const nextTurn = (): Promise<void> =>
  new Promise((go) => {
    setImmediate(() => setImmediate(go));
  });

/** How many bytes are copied or hashed between two turns: about half a millisecond of work. */
export const BOUCHEE = 1024 * 1024;
