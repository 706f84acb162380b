import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Concurrent requests per connection. Browsers and proxies wait for each response. */
const MAX = 9;
/** Maximum of ignored requests on all connections. Each ignored request takes 3 KB until the connection closes. */
const IGNORED_MAX = 10_000;

type Connection = { inProgress: number; ignored: number; refused: boolean };

/**
 * One network read can contain 3,600 requests, and Node dispatches all requests together. The returned function accepts
 * nine concurrent requests per connection. It refuses the tenth, ignores later ones and closes the connection.
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
    reject(res);
    return false;
  };
}

/**
 * Discards all later bytes of a connection. A new `data` listener stops Node's parser from reading the socket directly.
 * Node's own `data` listener would still pass the bytes to the parser, so remove Node's listener.
 */
export function stopParsing(socket: Socket): void {
  socket.on("data", () => {});
  for (const listener of socket.listeners("data").slice(0, -1)) socket.off("data", listener as () => void);
}
