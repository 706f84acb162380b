import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Concurrent requests per connection. Browsers and proxies wait for each response. */
const MAX = 9;
/** Ignored requests on all connections. Such a request takes 3 KB of memory until the connection closes. */
const IGNORED_MAX = 10_000;

type Connection = { inProgress: number; ignored: number; refused: boolean };

/**
 * Node dispatches all requests of a network read together, up to 3,600. The returned function accepts nine concurrent
 * requests and rejects the tenth. The rejection closes the connection, so later requests are ignored.
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
 * Discards all later bytes of a connection. Node's parser reads the socket directly, until a `data` listener is added.
 * Then Node's own listener feeds the parser, so remove Node's listener.
 */
export function stopParsing(socket: Socket): void {
  socket.on("data", () => {});
  for (const listener of socket.listeners("data").slice(0, -1)) socket.off("data", listener as () => void);
}

/** Node creates an error for each aborted request. 7,000 stack traces would take 60 ms. */
function abortWithoutStacks(socket: Socket): void {
  const { stackTraceLimit } = Error;
  socket.prependOnceListener("close", () => {
    Error.stackTraceLimit = 0;
  });
  socket.once("close", () => {
    Error.stackTraceLimit = stackTraceLimit;
  });
}
