import { formatIBAN } from "swissqrbill/utils";
import * as z from "zod/mini";
import { monthFormat, swissDay, YEAR_RANGE } from "#domain/dates.ts";
import {
  CHECKBOX_VALUE,
  checkboxSchema,
  formatPhone,
  optionalLineSchema,
  optionalPhoneSchema,
  requiredEmailSchema,
  requiredLineSchema,
  schemaOfNullable,
  type TypedValues,
} from "#domain/fields.ts";
import { amountAsTyped, formatAmount } from "#domain/money/amount.ts";
import { BILL_LENGTHS } from "#domain/money/qr-bill-text.ts";
import { FORMS_OF_ADDRESS, type FormOfAddress } from "#domain/rounds/audience.ts";
import {
  amountSchema,
  billTextSchema,
  emailListSchema,
  ibanSchema,
  instagramSchema,
  optionalBillTextSchema,
  optionalDaySchema,
  optionalHttpsLinkSchema,
  RETENTION_MONTHS,
  requiredHttpsLinkSchema,
  SETTINGS_SENTENCES,
  shortenSettingText,
  wholeNumberSchema,
} from "./setting-fields.ts";

/** Maximum length of the description of the group photo, in characters. */
export const PHOTO_DESCRIPTION_MAX = 300;
const PROVIDER_MAX = 120;
const WEBMASTER_MAX = 60;

/** Schema of the settings form. Returns `Settings`. */
export const settingsSchema = () =>
  z.object({
    /** Year of the planning if `planningYearAutomatic` is false (docs/specification.md section 9). */
    planningYear: wholeNumberSchema(YEAR_RANGE, SETTINGS_SENTENCES.planningYear),
    /** Whether the site computes the year of the planning (`shownPlanningYear`). */
    planningYearAutomatic: checkboxSchema(),
    photoDescription: requiredLineSchema(PHOTO_DESCRIPTION_MAX),
    /** Last day on which the home page shows the thanks for the event RJV 2025. Empty for none. */
    rjvThanksUntil: optionalDaySchema(),
    /** Whether the footer omits the link to the page of RJV 2025. */
    rjvHidden: checkboxSchema(),
    holder: billTextSchema(BILL_LENGTHS.holder),
    iban: ibanSchema(),
    /** Street and number may be empty. A QR-bill has a field for each. */
    street: optionalBillTextSchema(BILL_LENGTHS.street),
    buildingNumber: optionalBillTextSchema(BILL_LENGTHS.buildingNumber),
    postcode: requiredLineSchema().check(z.regex(/^[1-9]\d{3}$/, SETTINGS_SENTENCES.postcode)),
    place: billTextSchema(BILL_LENGTHS.place),
    /** Month, 1 to 12. Members who join after the first day of this month pay from the next year on. */
    feeEntryMonth: wholeNumberSchema({ min: 1, max: 12 }, SETTINGS_SENTENCES.feeEntryMonth),
    /** Per year, in centimes (docs/specification.md section 9). */
    annualFee: amountSchema(),
    /** How the messages of the committee address members. Parents are always addressed with « vous ». */
    memberAddress: z.pipe(
      requiredLineSchema(),
      schemaOfNullable(
        (text) => FORMS_OF_ADDRESS.find((address) => address === text) ?? null,
        SETTINGS_SENTENCES.memberAddress,
      ),
    ),
    /** https URL for Twint donations. Empty if the site offers only bank donations. */
    twint: optionalHttpsLinkSchema(),
    instagram: instagramSchema(),
    facebook: requiredHttpsLinkSchema(),
    email: requiredEmailSchema(),
    /** Public number for urgent calls in the evening, as in `MemberData`. Empty for none. */
    eveningPhone: optionalPhoneSchema(),
    /** Recipients of sign-ups and messages. If empty, `MAIL_TO` of the configuration applies. */
    recipients: emailListSchema(),
    /** Months after which handled messages and sign-ups are deleted. */
    messageRetentionMonths: wholeNumberSchema(RETENTION_MONTHS, SETTINGS_SENTENCES.month),
    inscriptionRetentionMonths: wholeNumberSchema(RETENTION_MONTHS, SETTINGS_SENTENCES.month),
    /** Months after which the records of members who left are deleted. */
    leftRetentionMonths: wholeNumberSchema(RETENTION_MONTHS, SETTINGS_SENTENCES.month),
    /** Provider and country of the server, for the privacy page. Empty if unknown. */
    hosting: optionalLineSchema(PROVIDER_MAX),
    /** Provider and country of the mail server, for the privacy page. Empty if unknown. */
    mailHosting: optionalLineSchema(PROVIDER_MAX),
    /** Name of the person who looks after the server. Only the committee reads it. Empty if unknown. */
    webmaster: optionalLineSchema(WEBMASTER_MAX),
    /** Phone number of that person, in the format of `MemberData`. Empty if unknown. */
    webmasterPhone: optionalPhoneSchema(),
  });

/** Settings that the committee edits (docs/specification.md section 3). */
export type Settings = z.infer<ReturnType<typeof settingsSchema>>;

/** Settings of a new site. The site marks them as examples (docs/specification.md section 3). */
export const INITIAL_SETTINGS: Settings = {
  planningYear: 2025,
  planningYearAutomatic: true,
  photoDescription: "Les membres de la Jeunesse de Savièse réunis pour la photo de groupe.",
  rjvThanksUntil: "2026-06-30",
  rjvHidden: false,
  holder: "La Jeunesse de Savièse",
  iban: "CH9300762011623852957",
  street: "",
  buildingNumber: "",
  postcode: "1965",
  place: "Savièse",
  feeEntryMonth: 10,
  annualFee: 50_00,
  memberAddress: "tu",
  twint: "https://exemple.ch/twint",
  instagram: "https://exemple.ch/instagram",
  facebook: "https://exemple.ch/facebook",
  email: "contact@exemple.ch",
  eveningPhone: "",
  recipients: [],
  messageRetentionMonths: 12,
  inscriptionRetentionMonths: 24,
  leftRetentionMonths: 24,
  hosting: "",
  mailHosting: "",
  webmaster: "",
  webmasterPhone: "",
};

export const SETTINGS_LABELS: Record<keyof Settings, string> = {
  planningYear: "Année du planning",
  planningYearAutomatic: "Passer tout seul à l’année suivante",
  photoDescription: "Description de la photo",
  rjvThanksUntil: "Merci du RJV 2025, jusqu’au",
  rjvHidden: "Retirer RJV 2025 du pied de chaque page (la page garde son adresse)",
  holder: "Titulaire",
  iban: "IBAN",
  street: "Rue",
  buildingNumber: "Numéro",
  postcode: "NPA",
  place: "Lieu",
  feeEntryMonth: "Qui arrive après ce jour paie dès l’année suivante",
  annualFee: "Cotisation annuelle",
  memberAddress: "Les messages aux membres disent",
  twint: "Lien Twint",
  instagram: "Instagram",
  facebook: "Facebook",
  email: "E-mail du site",
  eveningPhone: "Téléphone du soir",
  recipients: "Destinataires",
  messageRetentionMonths: "Messages traités",
  inscriptionRetentionMonths: "Inscriptions traitées",
  leftRetentionMonths: "Membres partis",
  hosting: "Hébergement",
  mailHosting: "Messagerie",
  webmaster: "Qui s’occupe du serveur",
  webmasterPhone: "Son téléphone",
};

/** Form values of the settings. */
export function settingsAsTyped(settings: Settings): TypedValues & Record<keyof Settings, string> {
  return {
    ...settings,
    planningYear: String(settings.planningYear),
    planningYearAutomatic: settings.planningYearAutomatic ? CHECKBOX_VALUE : "",
    rjvHidden: settings.rjvHidden ? CHECKBOX_VALUE : "",
    iban: formatIBAN(settings.iban),
    feeEntryMonth: String(settings.feeEntryMonth),
    annualFee: amountAsTyped(settings.annualFee),
    eveningPhone: formatPhone(settings.eveningPhone),
    recipients: settings.recipients.join("\n"),
    messageRetentionMonths: String(settings.messageRetentionMonths),
    inscriptionRetentionMonths: String(settings.inscriptionRetentionMonths),
    leftRetentionMonths: String(settings.leftRetentionMonths),
    webmasterPhone: formatPhone(settings.webmasterPhone),
  };
}

export const FORM_OF_ADDRESS_LABELS: Record<FormOfAddress, string> = {
  tu: "«\u00a0tu\u00a0»",
  vous: "«\u00a0vous\u00a0»",
};

/** The first day of a month in French: `1er octobre`. `month`: 1 to 12. */
export const firstDayOfMonthInFrench = (month: number): string =>
  `1er\u00a0${monthFormat.format(new Date(Date.UTC(2025, month - 1, 1)))}`;

/** The settings as French texts. */
export function settingsInFrench(settings: Settings): Record<keyof Settings, string> {
  const { recipients, ...typed } = settingsAsTyped(settings);
  return {
    ...typed,
    planningYearAutomatic: settings.planningYearAutomatic ? "Oui" : "Non",
    feeEntryMonth: firstDayOfMonthInFrench(settings.feeEntryMonth),
    annualFee: formatAmount(settings.annualFee),
    memberAddress: FORM_OF_ADDRESS_LABELS[settings.memberAddress],
    rjvThanksUntil: swissDay(settings.rjvThanksUntil),
    rjvHidden: settings.rjvHidden ? "Oui" : "Non",
    recipients: recipients.replaceAll("\n", ", "),
  };
}

/** Label and stored value of each field that differs between `kept` and `typed`. */
export function settingDifferences(kept: Settings, typed: Settings): string[] {
  const [before, after] = [settingsInFrench(kept), settingsInFrench(typed)];
  return (Object.keys(SETTINGS_LABELS) as (keyof Settings)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => `${SETTINGS_LABELS[field]}\u00a0: ${shortenSettingText(before[field]) || "(vide)"}`);
}
