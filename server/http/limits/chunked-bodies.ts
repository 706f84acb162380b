/**
 * Node takes 2 µs to parse a chunk, however short it is and also when nobody reads it: a connection that sends chunks of
 * one byte for ever would hold the process. Browsers send no chunks.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { isInPieces } from "../request-body.ts";
import { stopParsing } from "./pipelining.ts";

/**
 * Reads a body in chunks only once it is asked for, and nothing of the connection after the answer.
 * @returns false where there is no use for one; the answer has to end the connection
 */
export function holdChunks(req: IncomingMessage, res: ServerResponse): boolean {
  const { headers, method, socket } = req;
  if (headers["transfer-encoding"] === undefined) return true;
  dropPieces(req);
  socket.pause();
  res.setHeader("connection", "close");
  res.once("finish", () => stopParsing(socket));
  return method === "POST";
}

/** The first read of the network is parsed to its end, up to 10,900 pieces: those after the one too many are not kept. */
function dropPieces(req: IncomingMessage): void {
  let [pieces, bytes] = [0, 0];
  const push = req.push.bind(req);
  req.push = (piece: Uint8Array | null) => {
    if (piece === null) return push(piece);
    if (isInPieces(pieces, bytes)) return false;
    pieces++;
    bytes += piece.length;
    return push(piece);
  };
}
