import * as z from "zod/mini";
import { YEARS } from "#domain/dates.ts";
import {
  LIMITS,
  optionalLine,
  requiredEmail,
  requiredLine,
  TICKED,
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

/** What the committee may set; SPEC.md does not reproduce the real values. */
export type Settings = {
  /** Year in the planning's title (SPEC.md section 9). */
  planningYear: number;
  /** The planning goes on to the next year by itself (domain/events/years.ts), whatever `planningYear` says. */
  planningYearAutomatic: boolean;
  /** What the group photo shows, for people who do not see it. */
  photoDescription: string;
  /** Account holder. */
  holder: string;
  /** Without spaces. */
  iban: string;
  /** Street and number of the account holder, apart as a QR-bill has them; empty: none. */
  street: string;
  buildingNumber: string;
  postcode: string;
  place: string;
  /** https link of the Twint page; empty: donations go to the bank only. */
  twint: string;
  /** https link of the photo-sharing network. */
  instagram: string;
  /** https link of the social network page. */
  facebook: string;
  /** Shown to visitors. */
  email: string;
  /** Addresses that receive sign-ups and messages; empty: `MAIL_TO` of the configuration. */
  recipients: string[];
  /** Months after which treated messages are deleted. */
  messageRetentionMonths: number;
  /** Months after which treated sign-ups are deleted. */
  inscriptionRetentionMonths: number;
  /** Who hosts the server and where, for the privacy page; empty: not said yet. */
  hosting: string;
  /** Who carries and keeps the committee's mail and where, for the privacy page; empty: not said yet. */
  mailHosting: string;
};

/** A first start: sensible examples, marked as such (PRODUCT.md, "values not reproduced"). */
export const INITIAL_SETTINGS: Settings = {
  planningYear: 2025,
  planningYearAutomatic: false,
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

/** Holder and place are as long as a QR-bill can carry. */
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

/** @returns the schema of the settings form; its fields have the names of `Settings` */
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

/** What each setting is called, on the screen and where two versions are compared; in the order of the screen. */
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

/** @returns the settings as the form shows them: the IBAN in groups, one address per line */
export function settingsAsTyped(settings: Settings): TypedValues & Record<keyof Settings, string> {
  const {
    planningYear,
    planningYearAutomatic,
    iban: number,
    recipients,
    messageRetentionMonths,
    inscriptionRetentionMonths,
    ...texts
  } = settings;
  return {
    ...texts,
    planningYear: String(planningYear),
    planningYearAutomatic: planningYearAutomatic ? TICKED : "",
    iban: formatIban(number),
    recipients: recipients.join("\n"),
    messageRetentionMonths: String(messageRetentionMonths),
    inscriptionRetentionMonths: String(inscriptionRetentionMonths),
  };
}

/** @returns the settings as a sentence about them has them: a box is ticked or not, several addresses stand on one line */
export function settingsInWords(settings: Settings): Record<keyof Settings, string> {
  const { recipients, ...typed } = settingsAsTyped(settings);
  return {
    ...typed,
    planningYearAutomatic: settings.planningYearAutomatic ? "Oui" : "Non",
    recipients: recipients.replaceAll("\n", ", "),
  };
}

/** @returns one line for each setting whose kept value is another one than in the form */
export function differences(kept: Settings, typed: Settings): string[] {
  const [before, after] = [settingsInWords(kept), settingsInWords(typed)];
  return (Object.keys(SETTINGS_LABELS) as (keyof Settings)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => `${SETTINGS_LABELS[field]}\u00a0: ${excerpt(before[field]) || "(vide)"}`);
}
