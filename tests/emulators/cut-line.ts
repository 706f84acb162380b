/** A TCP proxy to an emulator, which a test can interrupt. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type CuttableLine = {
  /** Address of the proxy, as `host:port`. */
  address: string;
  /** Breaks all connections, and refuses new ones. */
  cut(): void;
  /** Accepts connections but forwards nothing, like a provider that never answers. */
  freeze(): void;
  /** Delays each answer by `ms` milliseconds, so that a test can break the connection between request and answer. */
  delay(ms: number): void;
  /** Breaks all connections, and forwards new ones to another `host:port`. */
  divert(to: string): void;
  restore(): void;
};

/**
 * Starts a proxy, which ends with the test.
 * @param to target, as `host:port`
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
      // Break all connections: some bytes of them were not forwarded.
      breakOff();
      end = to;
      delayMs = 0;
      state = "open";
    },
  };
}
