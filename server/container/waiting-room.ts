/** Where requests wait, their bodies still on the wire: so many at most, and none for ever. */
import type { IncomingMessage, ServerResponse } from "node:http";

/** Which requests wait, and how long: an update takes a second, a large migration some more. */
export type Patience = { waitMs: number; most: number };

export type WaitingRoom = {
  /** Has a request wait; turns it away when the room is full. */
  enter(req: IncomingMessage, res: ServerResponse): void;
  /** Ends the wait of all. */
  release(): void;
};

type Ends = {
  /** Takes who has waited until the release. */
  admit: (req: IncomingMessage, res: ServerResponse) => void;
  /** Takes who has waited for too long, or could not. */
  turnAway: (res: ServerResponse) => void;
};

export function createWaitingRoom({ waitMs, most }: Patience, { admit, turnAway }: Ends): WaitingRoom {
  const waiting = new Map<ServerResponse, () => void>();
  return {
    enter(req, res) {
      if (waiting.size >= most) return turnAway(res);
      const { socket } = req;
      // Gone while it was looked at.
      if (socket.destroyed) return;
      const silence = socket.timeout ?? 0;
      // Nothing is said on it as long as it waits.
      socket.setTimeout(0);
      const leave = () => {
        waiting.delete(res);
        clearTimeout(timer);
        res.off("close", leave);
        socket.setTimeout(silence);
      };
      const timer = setTimeout(() => {
        leave();
        turnAway(res);
      }, waitMs).unref();
      res.once("close", leave);
      waiting.set(res, () => {
        leave();
        admit(req, res);
      });
    },
    release() {
      for (const go of [...waiting.values()]) go();
    },
  };
}
