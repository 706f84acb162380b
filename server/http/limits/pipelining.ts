/** How many requests of one connection are answered at once. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Browsers and proxies send the next request after the answer to the one before. */
const MAX = 9;
/** Requests that wait unanswered for the end of their connection, over all connections; each takes 3 KB. */
const IGNORED_MAX = 10_000;

type Connection = { inProgress: number; ignored: number; refused: boolean };

/**
 * Node dispatches all requests of one read (64 KB, up to 3,600 of them) before anything else happens. The first nine are
 * answered, the tenth is refused and ends the connection, the others are ignored, and nothing more is read.
 * @param reject answers with an answer that ends the connection
 * @returns whether a request may be answered
 */
export function limitPipelining(reject: (res: ServerResponse) => void) {
  const connections = new WeakMap<Socket, Connection>();
  let ignored = 0;

  function open(socket: Socket): Connection {
    const connection = { inProgress: 0, ignored: 0, refused: false };
    connections.set(socket, connection);
    socket.once("close", () => {
      ignored -= connection.ignored;
    });
    return connection;
  }

  return ({ socket }: IncomingMessage, res: ServerResponse): boolean => {
    const connection = connections.get(socket) ?? open(socket);
    if (connection.refused) {
      connection.ignored++;
      if (++ignored > IGNORED_MAX) socket.destroy();
      return false;
    }
    if (connection.inProgress < MAX) {
      connection.inProgress++;
      res.once("close", () => connection.inProgress--);
      return true;
    }
    connection.refused = true;
    stopParsing(socket);
    abortWithoutStacks(socket);
    reject(res);
    return false;
  };
}

/**
 * What comes after the present read is thrown away; answers under way are still sent. A listener for data takes the bytes
 * away from Node's parser, which reads them past the stream otherwise.
 */
export function stopParsing(socket: Socket): void {
  socket.on("data", () => {});
  for (const listener of socket.listeners("data").slice(0, -1)) socket.off("data", listener as () => void);
}

/** Node aborts each request and each answer with an error of its own: the stacks of 7,000 of them take 60 ms. */
function abortWithoutStacks(socket: Socket): void {
  const { stackTraceLimit } = Error;
  socket.prependOnceListener("close", () => {
    Error.stackTraceLimit = 0;
  });
  socket.once("close", () => {
    Error.stackTraceLimit = stackTraceLimit;
  });
}
