/** One GET request without redirects and without verifying the certificate. */
import { get as getByHttp } from "node:http";
import { get as getByHttps } from "node:https";

const BYTES_MAX = 10_000;

export type BackupAnswer = { readonly status: number; readonly text: string };

/** @returns status and first bytes of the answer; null when there is none in time, or not one that can be read */
export function fetchText(url: string, timeoutMs: number): Promise<BackupAnswer | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { signal, rejectUnauthorized: false, agent: false, headers: { "accept-encoding": "identity" } };
  return new Promise((resolve) => {
    const onError = () => resolve(null);
    const get = url.startsWith("https:") ? getByHttps : getByHttp;
    const request = get(url, options, (response) => {
      let text = "";
      const end = () => resolve({ status: response.statusCode ?? 0, text: text.slice(0, BYTES_MAX) });
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text += piece;
        if (text.length < BYTES_MAX) return;
        end();
        request.destroy();
      });
      response.on("end", end);
      response.on("error", onError);
    });
    request.on("error", onError);
  });
}
