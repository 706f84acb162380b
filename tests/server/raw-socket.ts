/** Sends raw bytes to the site, which no browser would send. */
import { connect, type Socket } from "node:net";

/** Time in milliseconds after which a connection hangs: longer than each time limit of the site under test. */
const HANGS_MS = 20_000;

export type ReceivedResponse = { status: number; headers: string };

/**
 * Opens a connection, sends bytes, and waits until the site ends the connection.
 * @param next called after the first bytes, to send more
 * @param hangsMs maximum time in milliseconds
 * @returns all responses in their order, and the whole text
 */
export function talk(
  port: number,
  bytes: string | Uint8Array,
  next: (socket: Socket) => void = () => {},
  hangsMs = HANGS_MS,
): Promise<{ responses: ReceivedResponse[]; text: string }> {
  return new Promise((done, fail) => {
    const pieces: Buffer[] = [];
    // Half open, so that only the site ends the connection.
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const timer = setTimeout(() => {
      fail(new Error(`the connection hangs: ${Buffer.concat(pieces).toString("latin1").slice(0, 200)}`));
      socket.destroy();
    }, hangsMs);
    socket.on("data", (piece) => pieces.push(piece));
    socket.on("end", () => socket.destroy());
    // The site may well end the connection while something is still being sent.
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      const text = Buffer.concat(pieces).toString("latin1");
      done({ responses: responsesIn(text), text });
    });
    socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    next(socket);
  });
}

const responsesIn = (text: string): ReceivedResponse[] =>
  [
    ...text.replaceAll("HTTP/1.1 100 Continue\r\n\r\n", "").matchAll(/HTTP\/1\.1 (\d{3})[^\r\n]*\r\n(.*?)\r\n\r\n/gs),
  ].map(([, status, headers = ""]) => ({ status: Number(status), headers: headers.toLowerCase() }));
