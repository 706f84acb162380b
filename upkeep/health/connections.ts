import { createSocket } from "node:dgram";
import { resolve as resolveRecords } from "node:dns/promises";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { get as getByHttp } from "node:http";
import { get as getByHttps } from "node:https";
import { isIP, isIPv6 } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import ipaddr from "ipaddr.js";
import type { CertificateCheck, DnsCheck, DnsRecord, PublicUrlCheck } from "#domain/site-health/measurements.ts";

const BYTES_MAX = 10_000;

/** Does not follow redirects and does not verify the certificate. Null: no readable response in time. */
export async function fetchText(url: string, timeoutMs: number): Promise<{ status: number; text: string } | null> {
  const get = url.startsWith("https:") ? getByHttps : getByHttp;
  const signal = AbortSignal.timeout(timeoutMs);
  const options = { signal, rejectUnauthorized: false, agent: false, headers: { "accept-encoding": "identity" } };
  return new Promise((resolve) => {
    const request = get(url, options, async (response) => {
      let text = "";
      try {
        for await (const piece of response.setEncoding("utf8")) {
          text += piece;
          if (text.length >= BYTES_MAX) break;
        }
        resolve({ status: response.statusCode ?? 0, text: text.slice(0, BYTES_MAX) });
      } catch {
        resolve(null);
      }
    });
    request.once("error", () => resolve(null));
  });
}

/** @param hosted true on Google Cloud, which reserves `/healthz`: check robots.txt instead */
export async function checkPublicUrl(publicUrl: string, timeoutMs: number, hosted: boolean): Promise<PublicUrlCheck> {
  const answer = await fetchText(`${publicUrl}/healthz`, timeoutMs);
  if (!answer) return { outcome: "silent" };
  const version = versionIn(answer.text);
  if (version !== null) return { outcome: "site", version, healthy: answer.status === 200 };
  const robots = hosted ? await fetchText(`${publicUrl}/robots.txt`, timeoutMs) : null;
  if (robots?.text.includes(`${publicUrl}/sitemap.xml`)) return { outcome: "site-unnamed" };
  return { outcome: "other", status: answer.status };
}

function versionIn(text: string): string | null {
  try {
    const { version, health } = JSON.parse(text) as { version?: unknown; health?: unknown };
    return typeof version === "string" && typeof health === "string" ? version.slice(0, 20) : null;
  } catch {
    return null;
  }
}

const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export async function checkCertificate(publicUrl: string, timeoutMs: number, ca?: string): Promise<CertificateCheck> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== "https:") return { outcome: LOCAL.test(hostname) ? "local" : "http" };
  const host = hostname.replaceAll(/[[\]]/g, "");
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    // Connect in any case, to report an untrusted certificate. No data is sent.
    rejectUnauthorized: false,
    ...(ca && { ca }),
  });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(timeoutMs) });
    return certificateOf(socket);
  } catch {
    return { outcome: "silent" };
  } finally {
    socket.destroy();
  }
}

function certificateOf(socket: TLSSocket): CertificateCheck {
  const { valid_from, valid_to } = socket.getPeerCertificate();
  const [from, until] = [new Date(valid_from), new Date(valid_to)];
  if (Number.isNaN(from.getTime()) || Number.isNaN(until.getTime())) return { outcome: "silent" };
  return { outcome: "shown", from, until, trusted: socket.authorized };
}

/** Written by deploy/install.sh. If this file exists, the machine also serves `www.`. */
const CADDY = "/etc/caddy/jeunesse.caddy";
const TYPES = ["A", "AAAA"] as const;

type Resolve = (name: string, type: (typeof TYPES)[number]) => Promise<string[]>;

/** Null: the URL has no domain name, or the DNS does not answer. */
export async function checkDns(
  publicUrl: string,
  resolve: Resolve = resolveRecords,
  hasWww = existsSync(CADDY),
): Promise<DnsCheck> {
  const { hostname } = new URL(publicUrl);
  if (!/\.[a-z][a-z0-9-]*$/.test(hostname)) return null;
  const names = hasWww ? [hostname, `www.${hostname}`] : [hostname];
  try {
    const found = await Promise.all(names.flatMap((name) => TYPES.map((type) => recordsOf(resolve, name, type))));
    const records = await Promise.all(
      found
        .flat()
        .map(async (record) => ({ ...record, here: (await addressOfSocket("bind", record.address)) !== null })),
    );
    return { names, records, isPublic: await hasPublicAddress(records) };
  } catch {
    return null;
  }
}

async function recordsOf(resolve: Resolve, name: string, type: DnsRecord["type"]): Promise<DnsRecord[]> {
  try {
    return (await resolve(name, type)).map((address) => ({ name, type, address }));
  } catch (error) {
    if (["ENODATA", "ENOTFOUND"].includes(String((error as NodeJS.ErrnoException).code))) return [];
    throw error;
  }
}

/** False behind a router and in a container. */
async function hasPublicAddress(records: readonly DnsRecord[]): Promise<boolean> {
  const sources = await Promise.all(records.map(({ address }) => addressOfSocket("connect", address)));
  return sources.some((source) => source !== null && ipaddr.parse(source).range() === "unicast");
}

/**
 * `bind` succeeds only for an address of this machine. `connect` finds the address of this machine that would send to
 * `address`, and sends nothing. The service's sandbox forbids netlink, which could list all addresses of the machine.
 */
async function addressOfSocket(how: "bind" | "connect", address: string): Promise<string | null> {
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4");
  try {
    const done = once(socket, how === "bind" ? "listening" : "connect");
    if (how === "bind") socket.bind(0, address);
    else socket.connect(9, address);
    await done;
    return socket.address().address;
  } catch {
    return null;
  } finally {
    socket.close();
  }
}
