/** The certificate that visitors are shown. */
import { isIP } from "node:net";
import { connect } from "node:tls";
import type { CertificateLook } from "#domain/site-health/measurements.ts";

const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @param ca whom to believe besides those that everybody does */
export function lookAtCertificate(publicUrl: string, timeoutMs: number, ca?: string): Promise<CertificateLook> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:") return Promise.resolve({ outcome: LOCAL.test(hostname) ? "local" : "http" });
  const host = hostname.replaceAll(/[[\]]/g, "");
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      ...(isIP(host) === 0 && { servername: host }),
      // One that nobody trusts is to be looked at as well; nothing is sent to it.
      rejectUnauthorized: false,
      ...(ca && { ca }),
    });
    const timer = setTimeout(() => end({ outcome: "silent" }), timeoutMs);
    function end(look: CertificateLook) {
      clearTimeout(timer);
      socket.destroy();
      resolve(look);
    }
    socket.once("error", () => end({ outcome: "silent" }));
    socket.once("secureConnect", () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      const [from, until] = [new Date(valid_from), new Date(valid_to)];
      const readable = !Number.isNaN(from.getTime()) && !Number.isNaN(until.getTime());
      end(readable ? { outcome: "shown", from, until, trusted: socket.authorized } : { outcome: "silent" });
    });
  });
}
