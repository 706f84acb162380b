/** The DNS records of the sender's domain: SPF (RFC 7208), DMARC (RFC 7489) and MX (RFC 5321, RFC 7505). */
import { askWebmaster } from "#domain/webmaster.ts";
import type { FindingRemedy, HealthAssessment } from "./connections.ts";
import type { MailDomainCheck } from "./measurements.ts";

/** @param text the joined strings of a TXT record */
export const isSpfRecord = (text: string): boolean => /^v=spf1(?: |$)/i.test(text);
/** @param text the joined strings of a TXT record */
export const isDmarcRecord = (text: string): boolean => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(text);

type Assess = (check: MailDomainCheck) => HealthAssessment;

export const assessSpf: Assess = ({ domain, mailHost, spf }) => {
  if (spf === null) return unknownRecord(domain, "SPF");
  const [record, another] = spf;
  const line = spfLine(domain, mailHost);
  if (record === undefined)
    return [
      "attention",
      `${domain} n’a pas d’enregistrement SPF\u00a0: les e-mails du site risquent de finir dans les indésirables.`,
      toAdd(line),
    ];
  if (another !== undefined)
    return [
      "error",
      `${domain} a plusieurs enregistrements SPF\u00a0: les serveurs de messagerie n’en croient aucun.`,
      remedy("n’en garder qu’un, avec tous les services qui envoient pour le domaine"),
    ];
  const terms = termsOf(record);
  if (terms[0] === "-all")
    return [
      "error",
      `L’enregistrement SPF de ${domain} dit que personne n’envoie d’e-mails pour ce domaine.`,
      toReplace(line),
    ];
  if (mailHost === null || mayAllow(terms, mailHost)) return ["ok", `${domain} a un enregistrement SPF.`];
  return [
    "unknown",
    `${domain} a un enregistrement SPF, qui ne nomme pas ${mailHost}. C’est peut-être juste\u00a0: l’hébergeur de la messagerie sait s’il y est.`,
  ];
};

export const assessDmarc: Assess = ({ domain, dmarc }) => {
  if (dmarc === null) return unknownRecord(domain, "DMARC");
  const [record, another] = dmarc;
  const line: DnsLine = { text: `_dmarc.${domain}. TXT "v=DMARC1; p=none"`, isExact: true };
  if (record === undefined)
    return [
      "attention",
      `${domain} n’a pas d’enregistrement DMARC\u00a0: de grandes messageries refusent ou déclassent ses e-mails.`,
      toAdd(line),
    ];
  if (another !== undefined)
    return [
      "error",
      `${domain} a plusieurs enregistrements DMARC\u00a0: les serveurs de messagerie n’en croient aucun.`,
      remedy("n’en garder qu’un"),
    ];
  return /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(record)
    ? ["ok", `${domain} a un enregistrement DMARC.`]
    : ["attention", `L’enregistrement DMARC de ${domain} ne se lit pas.`, toReplace(line)];
};

export const assessMx: Assess = ({ domain, mailHost, mx }) => {
  if (mx === null) return unknownRecord(domain, "MX");
  const line = mxLine(domain, mailHost);
  if (mx.length === 0)
    return [
      "attention",
      `${domain} n’a pas d’enregistrement MX\u00a0: les réponses et les avis d’échec n’arrivent peut-être nulle part.`,
      line ? toAdd(line) : remedy("ajouter l’enregistrement MX que donne l’hébergeur de la messagerie"),
    ];
  if (mx.every(isNullMx))
    return [
      "error",
      `${domain} refuse tout courrier (MX vide)\u00a0: des serveurs de messagerie refusent donc aussi les e-mails du site.`,
      line ? toReplace(line) : remedy("mettre l’enregistrement MX que donne l’hébergeur de la messagerie"),
    ];
  return ["ok", `${domain} a un enregistrement MX.`];
};

const isNullMx = (host: string): boolean => host === "" || host === ".";

const unknownRecord = (domain: string, type: string): HealthAssessment => [
  "unknown",
  `L’enregistrement ${type} de ${domain} n’a pas pu être vérifié.`,
];

/** `isExact`: whether the line is right as it is. Otherwise, the mail provider may want another value. */
type DnsLine = { readonly text: string; readonly isExact: boolean };

/** @param task completes « Demandez à la personne qui s’occupe du serveur de … » */
const remedy = (task: string, line?: DnsLine): FindingRemedy => {
  const hint = line && !line.isExact ? " L’hébergeur de la messagerie donne la valeur exacte." : "";
  return {
    webmaster: `Chez l’hébergeur du domaine\u00a0: ${task}.${hint}`,
    committee: askWebmaster(task) + hint,
    ...(line && { line: line.text }),
  };
};
const toAdd = (line: DnsLine) => remedy("ajouter cette ligne au domaine", line);
const toReplace = (line: DnsLine) => remedy("remplacer cet enregistrement par cette ligne", line);

/** `owner`: second-level label of the names in the provider's SPF record. */
type MailProvider = { readonly owner: string; readonly spf: string; readonly mx?: string };

const GOOGLE: MailProvider = { owner: "google", spf: "include:_spf.google.com ~all", mx: "1 smtp.google.com." };

/** By the second-level label of the mail server's name. Source: the support pages of these providers. */
const PROVIDERS: ReadonlyMap<string, MailProvider> = new Map([
  ["infomaniak", { owner: "infomaniak", spf: "include:spf.infomaniak.ch -all", mx: "5 mta-gw.infomaniak.ch." }],
  ["hostpoint", { owner: "hostpoint", spf: "redirect=spf.mail.hostpoint.ch" }],
  ["gmail", GOOGLE],
  ["google", GOOGLE],
  ["office365", { owner: "outlook", spf: "include:spf.protection.outlook.com -all" }],
]);

const providerOf = (host: string | null): MailProvider | undefined =>
  host === null ? undefined : PROVIDERS.get(ownerLabel(host));

/** « infomaniak » of `mail.infomaniak.com` and of `spf.infomaniak.ch`. */
const ownerLabel = (host: string): string => host.toLowerCase().replace(/\.$/, "").split(".").at(-2) ?? "";

function spfLine(domain: string, mailHost: string | null): DnsLine {
  const provider = providerOf(mailHost);
  const terms = provider?.spf ?? (mailHost === null ? "mx ~all" : `mx a:${mailHost} ~all`);
  return { text: `${domain}. TXT "v=spf1 ${terms}"`, isExact: provider !== undefined };
}

function mxLine(domain: string, mailHost: string | null): DnsLine | null {
  const mx = providerOf(mailHost)?.mx;
  if (mx) return { text: `${domain}. MX ${mx}`, isExact: true };
  return mailHost === null ? null : { text: `${domain}. MX 10 ${mailHost}.`, isExact: false };
}

const termsOf = (record: string): string[] => record.toLowerCase().split(/ +/).slice(1).filter(Boolean);

/**
 * False if no term can stand for the mail server, as far as names tell. Addresses, the domain's own servers and macros
 * can stand for any server. A provider's mail leaves from other servers than those that accept it, so only the owners
 * of the names are compared.
 */
function mayAllow(terms: readonly string[], mailHost: string): boolean {
  const owners = [ownerLabel(mailHost), providerOf(mailHost)?.owner];
  return terms.some((term) => {
    if (/^[-?~]/.test(term)) return false;
    const [, mechanism = "", name = ""] = /^\+?([a-z0-9]+)(?:[:=]([^/]*))?/.exec(term) ?? [];
    if (mechanism === "all") return true;
    if (!["include", "redirect", "a", "mx"].includes(mechanism))
      return ["ip4", "ip6", "exists", "ptr"].includes(mechanism);
    return name === "" || name.includes("%") || owners.includes(ownerLabel(name));
  });
}
