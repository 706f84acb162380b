/** A line to an emulator that a test can cut: everything on it breaks off, and nobody answers until it is back. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type CuttableLine = {
  /** Where the line begins, as `host:port`. */
  address: string;
  /** Breaks off what is open, and refuses everybody. */
  cut(): void;
  /** Keeps what is open and takes everybody in, but passes nothing on: a provider that never answers. */
  freeze(): void;
  /** From now on an answer arrives so many milliseconds late: time to break off what was asked, but not answered. */
  delay(ms: number): void;
  /** Leads somebody else's answers here: breaks off what is open, and has the line end at another `host:port`. */
  divert(to: string): void;
  restore(): void;
};

/**
 * Opens a line, which ends with the test.
 * @param to where it leads, as `host:port`
 */
export async function openLine(to: string): Promise<CuttableLine> {
  let end = to;
  const lines = new Set<Socket>();
  let delayMs = 0;
  let state: "open" | "cut" | "frozen" = "open";
  const breakOff = () => {
    for (const line of lines) line.destroy();
  };

  const server = createServer((incoming) => {
    if (state === "cut") return void incoming.destroy();
    const [host = "", port] = end.split(":");
    const outgoing = connect(Number(port), host);
    incoming.on("data", (question) => {
      if (state === "open") outgoing.write(question);
    });
    outgoing.on("data", (response) => {
      const pass = () => {
        if (state === "open" && !incoming.destroyed) incoming.write(response);
      };
      if (delayMs === 0) pass();
      else setTimeout(pass, delayMs);
    });
    for (const [here, there] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      lines.add(here);
      here.on("error", () => here.destroy());
      here.on("close", () => {
        lines.delete(here);
        there.destroy();
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    breakOff();
    server.close();
    await once(server, "close");
  });

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      state = "cut";
      breakOff();
    },
    freeze() {
      state = "frozen";
    },
    delay(ms) {
      delayMs = ms;
    },
    divert(elsewhere) {
      end = elsewhere;
      breakOff();
    },
    restore() {
      // What went by meanwhile is lost: a line that was still open would carry half a conversation.
      breakOff();
      end = to;
      delayMs = 0;
      state = "open";
    },
  };
}
