/** A Firestore server that refuses every call with a status and a message, as Google's does with a wrong setting. */
import { once } from "node:events";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Codes of google.rpc.Code, with Google's messages. */
const REFUSALS = {
  NOT_FOUND: [5, "The database (default) does not exist for project demo."],
  PERMISSION_DENIED: [7, "Missing or insufficient permissions."],
  FAILED_PRECONDITION: [9, "The Cloud Firestore API is not available for Firestore in Datastore Mode."],
  UNAVAILABLE: [14, "The service is currently unavailable."],
  UNAUTHENTICATED: [16, "Request had invalid authentication credentials."],
} as const;

/**
 * Listens until the test ends.
 * @returns `host:port`, and the names of the calls
 */
export async function refusingFirestore(refusal: keyof typeof REFUSALS): Promise<{ address: string; calls: string[] }> {
  const [code, message] = REFUSALS[refusal];
  const calls: string[] = [];
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer().on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) => {
    calls.push(String(headers[":path"]).split("/").at(-1) ?? "");
    stream.on("error", () => {});
    stream.respond(
      {
        ":status": 200,
        "content-type": "application/grpc",
        "grpc-status": String(code),
        "grpc-message": encodeURIComponent(message),
      },
      { endStream: true },
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const session of sessions) session.destroy();
    server.close();
  });
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}
