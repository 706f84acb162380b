/** Limits HTTP pipelining: how many requests of one connection are answered at once. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Browsers and proxies wait for each response. */
const MAX = 9;
/** Ignored requests of all connections together, kept until their connection ends; 3 KB each. */
const IGNORED_MAX = 10_000;

type Connection = { inProgress: number; ignored: number; refused: boolean };

/**
 * Node dispatches all requests of one read (64 KB, up to 3,600) at once. Answers nine of them, rejects the tenth, which
 * closes the connection, and ignores the others. @returns whether to answer the request
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

/** Discards later bytes. Without a `data` listener, Node's parser would read the socket's handle directly. */
export function stopParsing(socket: Socket): void {
  socket.on("data", () => {});
  for (const listener of socket.listeners("data").slice(0, -1)) socket.off("data", listener as () => void);
}

/** Node aborts each request with its own error: the stack traces of 7,000 take 60 ms. */
function abortWithoutStacks(socket: Socket): void {
  const { stackTraceLimit } = Error;
  socket.prependOnceListener("close", () => {
    Error.stackTraceLimit = 0;
  });
  socket.once("close", () => {
    Error.stackTraceLimit = stackTraceLimit;
  });
}
