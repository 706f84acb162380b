/**
 * The text of the privacy page: `privacy.md`, with the site's facts in place of `{placeholders}`. A paragraph with a
 * placeholder whose value is null is left out. Placeholders alone in a paragraph are lists, which the page draws.
 */
import { CONSENT_LINK_DAYS } from "#domain/consent-form.ts";
import { NAME_RETENTION_MONTHS } from "#domain/dossier/retention.ts";
import { ACCOUNTS_RETENTION_YEARS } from "#domain/fees/fee.ts";
import { REVISION_RETENTION_MONTHS } from "#domain/history.ts";
import { JOURNAL_RETENTION_MONTHS } from "#domain/journal.ts";
import { MAILING_RETENTION_MONTHS, MAILING_SHOWN_MONTHS } from "#domain/mailings/mailing.ts";
import { BIN_RETENTION_DAYS } from "#domain/recycle-bin.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { REPLY_RETENTION_MONTHS } from "#domain/slots/retention.ts";
import { withFrenchSpaces } from "#domain/text/french-spaces.ts";
import { readMarkdown } from "#domain/text/markdown.server.ts";
import type { RichTextBlock } from "#domain/text/rich-text.ts";
import source from "./privacy.md?raw";

/** `list`: name of a placeholder for a list of facts. */
export type PrivacyPart = RichTextBlock | { readonly heading: string } | { readonly list: string };

export type PrivacySection = { readonly id: string; readonly title: string; readonly parts: readonly PrivacyPart[] };

export type PrivacyFacts = Pick<
  Settings,
  "postcode" | "place" | "email" | "inscriptionRetentionMonths" | "messageRetentionMonths" | "leftRetentionMonths"
> & {
  /** Number of nightly backups that are kept. Null if a provider makes the backups. Undefined if unknown. */
  readonly backups: number | null | undefined;
  /** Whether a reverse proxy is in front of the site; the proxy may have a log of its own. */
  readonly behindProxy: boolean;
};

const SECTION = /^## (\w+): (.+)$/;
const HEADING = /^### (.+)$/;
const LIST = /^\{([^{}]+)\}$/;

export function composePrivacySections(facts: PrivacyFacts): PrivacySection[] {
  const values = valuesOf(facts);
  const sections: { id: string; title: string; parts: PrivacyPart[] }[] = [];
  for (const paragraph of source.trim().split(/\n{2,}/)) {
    const [, id, title] = SECTION.exec(paragraph) ?? [];
    if (id && title) sections.push({ id, title, parts: [] });
    else sections.at(-1)?.parts.push(...partsOf(paragraph, values));
  }
  return sections;
}

type Values = Readonly<Record<string, string | number | null>>;

const valuesOf = (facts: PrivacyFacts): Values => ({
  npa: facts.postcode,
  lieu: facts.place,
  "e-mail": facts.email,
  "avec e-mail": facts.email ? "" : null,
  "sans e-mail": facts.email ? null : "",
  "avec proxy": facts.behindProxy ? "" : null,
  "mois d’une inscription": facts.inscriptionRetentionMonths,
  "mois d’un message": facts.messageRetentionMonths,
  "mois après un départ": facts.leftRetentionMonths,
  "mois d’un coup de main": REPLY_RETENTION_MONTHS.other,
  "mois d’un coup de main de membre": REPLY_RETENTION_MONTHS.member,
  "mois d’une info": MAILING_RETENTION_MONTHS.info,
  "mois d’un message sur un événement": MAILING_RETENTION_MONTHS.event,
  "mois d’une convocation": MAILING_RETENTION_MONTHS.convocation,
  "mois de lecture": MAILING_SHOWN_MONTHS,
  "mois d’un prénom": NAME_RETENTION_MONTHS,
  "jours du lien": CONSENT_LINK_DAYS,
  "jours de corbeille": BIN_RETENTION_DAYS,
  "années de comptes": ACCOUNTS_RETENTION_YEARS,
  "mois de journal": JOURNAL_RETENTION_MONTHS,
  "mois de versions": REVISION_RETENTION_MONTHS,
  "durée des sauvegardes": backupSentence(facts.backups),
});

/** @returns an empty text without backups, or if their number is unknown */
function backupSentence(backups: PrivacyFacts["backups"]): string {
  if (backups === null)
    return "Le prestataire qui conserve ces données en fait des sauvegardes\u00a0: elles le gardent encore pendant le temps que nous y avons fixé. Demandez-le-nous.";
  if (!backups) return "";
  return `Les sauvegardes du site, une par nuit, le gardent encore ${backups}\u00a0${backups > 1 ? "jours" : "jour"}, puis s’effacent à leur tour.`;
}

function partsOf(paragraph: string, values: Values): PrivacyPart[] {
  const [, heading] = HEADING.exec(paragraph) ?? [];
  if (heading) return [{ heading }];
  const [, list] = LIST.exec(paragraph) ?? [];
  if (list) return [{ list }];
  const names = [...paragraph.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const unknown = names.find((name) => values[name] === undefined);
  if (unknown) throw new Error(`privacy.md: {${unknown}} has no value`);
  if (names.some((name) => values[name] === null)) return [];
  const filled = paragraph.replace(/\{([^{}]+)\}/g, (_, name) => escapeMarkdown(String(values[name])));
  const read = readMarkdown(withFrenchSpaces(filled), () => true);
  if (!read.ok) throw new Error(`privacy.md: ${read.reason}`);
  return read.value;
}

const escapeMarkdown = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
