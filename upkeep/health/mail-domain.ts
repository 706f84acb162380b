import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { isDmarcRecord, isSpfRecord } from "#domain/site-health/mail-domain.ts";
import type { MailDomainCheck } from "#domain/site-health/measurements.ts";

/** The part of `Resolver` (node:dns/promises) that the check uses. */
export type MailDomainResolver = Pick<Resolver, "resolveTxt" | "resolveMx" | "resolveNs" | "cancel">;

/** `sender`: e-mail address. `url`: that of the mail server (adapters/smtp). */
type Mail = { readonly sender: string; readonly url: string };

/** Milliseconds for a query, and number of queries to each DNS server. */
const QUERY = { timeout: 2000, tries: 2 };

/** Never throws. Records without an answer in time are null. */
export async function checkMailDomain(
  { sender, url }: Mail,
  timeoutMs: number,
  resolver: MailDomainResolver = new Resolver(QUERY),
): Promise<MailDomainCheck> {
  const domain = sender.slice(sender.lastIndexOf("@") + 1);
  const dueAt = wait(timeoutMs, null, { ref: false });
  const inTime = (records: Promise<string[] | null>) => Promise.race([records, dueAt]);
  const found = await Promise.all([
    inTime(readTxt(resolver, domain, isSpfRecord)),
    inTime(readDmarc(resolver, domain)),
    inTime(readMx(resolver, domain)),
    inTime(readTopLevel(resolver, domain)),
  ]);
  // Open queries would keep a command running.
  resolver.cancel();
  const [spf, dmarc, mx, topLevel] = found;
  const unlessIsolated = (records: string[] | null) => (records?.length === 0 && !topLevel?.length ? null : records);
  return {
    domain,
    mailHost: publicHost(url),
    spf: unlessIsolated(spf),
    dmarc: unlessIsolated(dmarc),
    mx: unlessIsolated(mx),
  };
}

/** A DNS server of an isolated network says of each name that it does not exist, also of the top-level domain. */
const readTopLevel = (resolver: MailDomainResolver, domain: string) =>
  unlessSilent(() => resolver.resolveNs(domain.slice(domain.lastIndexOf(".") + 1)));

/** More records than that are as wrong as that many. */
const RECORDS_MAX = 10;
/** The strings of a TXT record have at most 255 bytes each, and at most 64 KB together. */
const TXT_MAX = 4096;

/** @returns null if the DNS did not answer */
const readTxt = (resolver: MailDomainResolver, name: string, isWanted: (text: string) => boolean) =>
  unlessSilent(async () =>
    (await resolver.resolveTxt(name))
      .map((strings) => strings.join("").slice(0, TXT_MAX))
      .filter(isWanted)
      .slice(0, RECORDS_MAX),
  );

const readMx = (resolver: MailDomainResolver, name: string) =>
  unlessSilent(async () => (await resolver.resolveMx(name)).slice(0, RECORDS_MAX).map(({ exchange }) => exchange));

/** Which parent is the organisational domain depends on the registry, so ask each parent, but no top-level domain. */
async function readDmarc(resolver: MailDomainResolver, domain: string): Promise<string[] | null> {
  const labels = domain.split(".");
  // A name has at most 127 labels. Mail servers also stop after eight names.
  const parents = labels.slice(1, -1).map((_, i) => labels.slice(i + 1).join("."));
  for (const name of [domain, ...parents.slice(-7)]) {
    const records = await readTxt(resolver, `_dmarc.${name}`, isDmarcRecord);
    if (records === null || records.length > 0) return records;
  }
  return [];
}

/** Codes of an answer that says that there is no such record. Any other error is none. */
const ABSENT = new Set(["ENODATA", "ENOTFOUND"]);

async function unlessSilent(read: () => Promise<string[]>): Promise<string[] | null> {
  try {
    return await read();
  } catch (error) {
    return ABSENT.has(String((error as NodeJS.ErrnoException | null)?.code)) ? [] : null;
  }
}

function publicHost(url: string): string | null {
  const { hostname } = new URL(url);
  const isName = isIP(hostname.replaceAll(/[[\]]/g, "")) === 0 && /^[a-z0-9.-]+\.[a-z][a-z0-9-]*$/i.test(hostname);
  return isName ? hostname.toLowerCase() : null;
}
