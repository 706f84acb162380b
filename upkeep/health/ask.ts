/** One question to another server, within limits, and without following it elsewhere. */
import { get as getByHttp } from "node:http";
import { get as getByHttps } from "node:https";

export type Answer = { readonly status: number; readonly date: Date | null; readonly text: string };

type Limits = {
  timeoutMs: number;
  /** Bytes of the answer; what is beyond is not read. */
  bytesMax: number;
  /** Whether who answers has to prove to be who it says. */
  verify: boolean;
  /** Whom to believe besides those that everybody does. */
  ca?: string;
};

/** @returns null when nobody answers in time, or not in a way that can be read */
export function ask(url: string, { timeoutMs, bytesMax, verify, ca }: Limits): Promise<Answer | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { signal, rejectUnauthorized: verify, agent: false, headers: { "accept-encoding": "identity" } };
  return new Promise((resolve) => {
    const onFault = () => resolve(null);
    const get = url.startsWith("https:") ? getByHttps : getByHttp;
    const request = get(url, { ...options, ...(ca && { ca }) }, (response) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      const end = () => {
        const date = new Date(response.headers.date ?? "");
        resolve({
          status: response.statusCode ?? 0,
          date: Number.isNaN(date.getTime()) ? null : date,
          text: Buffer.concat(pieces).subarray(0, bytesMax).toString("utf8"),
        });
      };
      response.on("data", (piece: Buffer) => {
        pieces.push(piece);
        bytes += piece.length;
        if (bytes < bytesMax) return;
        end();
        request.destroy();
      });
      response.on("end", end);
      response.on("error", onFault);
    });
    request.on("error", onFault);
  });
}
