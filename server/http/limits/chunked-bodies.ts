/**
 * Node takes 2 µs to parse a chunk, however short it is and also when nobody reads it: a connection that sends chunks of
 * one byte for ever would hold the process. Browsers send no chunks.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { stopParsing } from "./pipelining.ts";

/**
 * Reads a body in chunks only once it is asked for, and nothing of the connection after the answer.
 * @returns false where there is no use for one; the answer has to end the connection
 */
export function holdChunks({ headers, method, socket }: IncomingMessage, res: ServerResponse): boolean {
  if (headers["transfer-encoding"] === undefined) return true;
  socket.pause();
  res.setHeader("connection", "close");
  res.once("finish", () => stopParsing(socket));
  return method === "POST";
}
