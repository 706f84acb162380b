import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { networksOfIpAddress, visitorIpAddress } from "./visitor-address.ts";

type Connection = { readonly networks: readonly string[]; readonly release: () => void; inProgress: number };

/**
 * Limits open connections, in total and without a proxy also per address. At a limit, closes the connection that has
 * been without a request for the longest time in favour of the new one. Behind a proxy, all connections have one address.
 * Destroys the socket of a tenth concurrent request of a connection. Call this function before adding other listeners:
 * they must ignore the requests of destroyed sockets.
 */
export function limitConnections(server: Server, max: number, proxies: number): void {
  const perAddress = proxies > 0 ? max : Math.max(PER_ADDRESS_MIN, max / 4);
  const limit = new ConcurrencyLimit({ max, perNetwork: [perAddress, perAddress, 2 * perAddress] });
  const connections = new WeakMap<Socket, Connection>();
  /** Connections without a request in progress; the first has been idle longest. */
  const idle = new Map<Socket, Connection>();

  function close(socket: Socket, { release }: Connection): void {
    idle.delete(socket);
    release();
    socket.destroy();
  }

  function makeRoom(networks: readonly string[]): void {
    const full = limit.fullNetwork(networks);
    const longest = [...idle].find(([, connection]) => full === undefined || connection.networks.includes(full));
    if (longest) close(...longest);
  }

  server.on("connection", (socket: Socket) => {
    const networks = networksOfIpAddress(visitorIpAddress(socket.remoteAddress, undefined, 0));
    let release = limit.take(networks);
    if (!release) {
      makeRoom(networks);
      release = limit.take(networks);
    }
    if (!release) return void socket.destroy();
    const connection = { networks, release, inProgress: 0 };
    connections.set(socket, connection);
    idle.set(socket, connection);
    socket.once("close", () => close(socket, connection));
  });

  function count({ socket }: IncomingMessage, res: ServerResponse): void {
    const connection = connections.get(socket);
    if (!connection || socket.destroyed) return;
    if (connection.inProgress === PIPELINED_MAX) return void close(socket, connection);
    connection.inProgress++;
    idle.delete(socket);
    res.once("close", () => {
      if (--connection.inProgress === 0 && !socket.destroyed) idle.set(socket, connection);
    });
  }
  server.on("request", count);
  server.on("checkExpectation", count);
}

/** Browsers open six connections to a site. */
const PER_ADDRESS_MIN = 8;
/** Browsers and proxies wait for each response. One network read can contain 3,600 requests, which Node emits together. */
const PIPELINED_MAX = 9;
