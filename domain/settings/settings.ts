import * as z from "zod/mini";
import { YEARS } from "#domain/dates.ts";
import {
  CHECKED,
  LIMITS,
  optionalLine,
  requiredEmail,
  requiredLine,
  type TypedValues,
  tickedBox,
} from "#domain/fields.ts";
import { formatIban } from "#domain/money/iban.ts";
import { BILL_LENGTHS } from "#domain/money/qr-bill-text.ts";
import {
  addresses,
  billText,
  excerpt,
  httpsLink,
  iban,
  instagram,
  optionalBillText,
  RETENTION_MONTHS,
  requiredHttpsLink,
  SETTINGS_SENTENCES,
  wholeNumber,
} from "./setting-fields.ts";

/** Settings of the committee; docs/specification.md does not reproduce the real values. */
export type Settings = {
  /** Year in the planning's title (docs/specification.md section 9). */
  planningYear: number;
  /** Whether the planning advances by itself (domain/events/years.ts) and ignores `planningYear`. */
  planningYearAutomatic: boolean;
  /** Alternative text of the group photo. */
  photoDescription: string;
  holder: string;
  /** Without spaces. */
  iban: string;
  /** Street and number are separate on a QR-bill; empty: none. */
  street: string;
  buildingNumber: string;
  postcode: string;
  place: string;
  /** https; empty: bank donations only. */
  twint: string;
  instagram: string;
  facebook: string;
  email: string;
  /** Recipients of sign-ups and messages; empty: `MAIL_TO` of the configuration. */
  recipients: string[];
  /** Months until handled entries are deleted. */
  messageRetentionMonths: number;
  inscriptionRetentionMonths: number;
  /** Provider and place of the server, for the privacy page; empty: not stated. */
  hosting: string;
  /** Provider and place of the committee's mail server. */
  mailHosting: string;
};

/** Examples for a first start, marked as such (docs/specification.md section 3). */
export const INITIAL_SETTINGS: Settings = {
  planningYear: 2025,
  planningYearAutomatic: true,
  photoDescription: "Les membres de la Jeunesse de Savièse réunis pour la photo de groupe.",
  holder: "La Jeunesse de Savièse",
  iban: "CH9300762011623852957",
  street: "",
  buildingNumber: "",
  postcode: "1965",
  place: "Savièse",
  twint: "https://exemple.ch/twint",
  instagram: "https://exemple.ch/instagram",
  facebook: "https://exemple.ch/facebook",
  email: "contact@exemple.ch",
  recipients: [],
  messageRetentionMonths: 12,
  inscriptionRetentionMonths: 24,
  hosting: "",
  mailHosting: "",
};

export const SETTINGS_LENGTHS = {
  photoDescription: 300,
  ...BILL_LENGTHS,
  twint: LIMITS.link,
  instagram: LIMITS.link,
  facebook: LIMITS.link,
  email: LIMITS.email,
  hosting: 120,
  mailHosting: 120,
} as const;

/** Schema of the settings form; gives `Settings`. */
export const settingsSchema = () =>
  z.object({
    planningYear: wholeNumber(YEARS, SETTINGS_SENTENCES.planningYear),
    planningYearAutomatic: tickedBox(),
    photoDescription: requiredLine(SETTINGS_LENGTHS.photoDescription),
    holder: billText(SETTINGS_LENGTHS.holder),
    iban: iban(),
    street: optionalBillText(SETTINGS_LENGTHS.street),
    buildingNumber: optionalBillText(SETTINGS_LENGTHS.buildingNumber),
    postcode: requiredLine().check(z.regex(/^[1-9]\d{3}$/, SETTINGS_SENTENCES.postcode)),
    place: billText(SETTINGS_LENGTHS.place),
    twint: httpsLink(),
    instagram: instagram(),
    facebook: requiredHttpsLink(),
    email: requiredEmail(),
    recipients: addresses(),
    messageRetentionMonths: wholeNumber(RETENTION_MONTHS, SETTINGS_SENTENCES.month),
    inscriptionRetentionMonths: wholeNumber(RETENTION_MONTHS, SETTINGS_SENTENCES.month),
    hosting: optionalLine(SETTINGS_LENGTHS.hosting),
    mailHosting: optionalLine(SETTINGS_LENGTHS.mailHosting),
  });

export const SETTINGS_LABELS: Record<keyof Settings, string> = {
  planningYear: "Année du planning",
  planningYearAutomatic: "Passer tout seul à l’année suivante",
  photoDescription: "Description de la photo",
  holder: "Titulaire",
  iban: "IBAN",
  street: "Rue",
  buildingNumber: "Numéro",
  postcode: "NPA",
  place: "Lieu",
  twint: "Lien Twint",
  instagram: "Instagram",
  facebook: "Facebook",
  email: "E-mail du site",
  recipients: "Destinataires",
  messageRetentionMonths: "Messages traités",
  inscriptionRetentionMonths: "Inscriptions traitées",
  hosting: "Hébergement",
  mailHosting: "Messagerie",
};

/** Form values: the IBAN in groups, one address per line. */
export function settingsAsTyped(settings: Settings): TypedValues & Record<keyof Settings, string> {
  return {
    ...settings,
    planningYear: String(settings.planningYear),
    planningYearAutomatic: settings.planningYearAutomatic ? CHECKED : "",
    iban: formatIban(settings.iban),
    recipients: settings.recipients.join("\n"),
    messageRetentionMonths: String(settings.messageRetentionMonths),
    inscriptionRetentionMonths: String(settings.inscriptionRetentionMonths),
  };
}

/** Values for a sentence: `Oui` or `Non` for a box, addresses on one line. */
export function settingsInWords(settings: Settings): Record<keyof Settings, string> {
  const { recipients, ...typed } = settingsAsTyped(settings);
  return {
    ...typed,
    planningYearAutomatic: settings.planningYearAutomatic ? "Oui" : "Non",
    recipients: recipients.replaceAll("\n", ", "),
  };
}

/** One line per changed field, with its label and the value in `kept`. */
export function differences(kept: Settings, typed: Settings): string[] {
  const [before, after] = [settingsInWords(kept), settingsInWords(typed)];
  return (Object.keys(SETTINGS_LABELS) as (keyof Settings)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => `${SETTINGS_LABELS[field]}\u00a0: ${excerpt(before[field]) || "(vide)"}`);
}
