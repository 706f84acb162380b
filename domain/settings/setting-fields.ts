import * as z from "zod/mini";
import { isDay, YEAR_RANGE } from "#domain/dates.ts";
import {
  FIELD_LIMITS,
  FIELD_SENTENCES,
  optionalLineSchema,
  readEmail,
  refusalCheck,
  requiredLineSchema,
  schemaOfNullable,
  toMultiline,
  toSingleLine,
  typedTextSchema,
} from "#domain/fields.ts";
import { optionalLinkSchema, sharedLinks } from "#domain/links.ts";
import { AMOUNT_MAX, AMOUNT_SENTENCES, type Centimes, formatAmount, readAmount } from "#domain/money/amount.ts";
import { IBAN_SENTENCES, ibanRefusal, normaliseIban } from "#domain/money/iban.ts";
import { BILL_CHARACTERS_SENTENCE, billTextRefusal } from "#domain/money/qr-bill-text.ts";
import { type Result, refusal, success } from "#domain/result.ts";

export const RETENTION_MONTHS = { min: 1, max: 120 } as const;
export const RECIPIENTS_MAX = 20;

export const SETTINGS_SENTENCES = {
  planningYear: `Indiquez une année entre ${YEAR_RANGE.min} et ${YEAR_RANGE.max}.`,
  day: "Indiquez un jour qui existe, par exemple 30.06.2026.",
  postcode: "Indiquez un code postal à quatre chiffres.",
  https: "Indiquez une adresse qui commence par https://.",
  instagram:
    "Un nom Instagram n’a que des lettres sans accent, des chiffres, des points et des tirets bas, par exemple @jeunesse.",
  memberAddress: "Choisissez «\u00a0tu\u00a0» ou «\u00a0vous\u00a0».",
  feeEntryMonth: "Choisissez un mois de la liste.",
  month: `Indiquez un nombre de mois entre ${RETENTION_MONTHS.min} et ${RETENTION_MONTHS.max}.`,
  recipient: (address: string) => `«\u00a0${address}\u00a0» n’est pas une adresse e-mail complète.`,
  /** The sentence without the advice to donors to contact the committee. */
  amount: `Indiquez ${formatAmount(AMOUNT_MAX)} au plus.`,
  recipients: `Il y a trop d’adresses\u00a0: ${RECIPIENTS_MAX} au maximum.`,
} as const;

/** Schema of an integer from `min` to `max`. The error is `sentence`. */
export const wholeNumberSchema = ({ min, max }: { min: number; max: number }, sentence: string) =>
  z.pipe(
    requiredLineSchema(),
    schemaOfNullable((text) => {
      const count = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
      return count >= min && count <= max ? count : null;
    }, sentence),
  );

/** Schema of an optional day. Accepts an empty text. */
export const optionalDaySchema = () =>
  optionalLineSchema(FIELD_LIMITS.text).check(z.refine((day) => day === "" || isDay(day), SETTINGS_SENTENCES.day));

/** Schema of an optional https URL. Accepts an empty text. */
export const optionalHttpsLinkSchema = () =>
  optionalLinkSchema().check(z.refine((link) => link === "" || link.startsWith("https://"), SETTINGS_SENTENCES.https));

/** Schema of a required https URL. */
export const requiredHttpsLinkSchema = () =>
  optionalHttpsLinkSchema().check(z.refine((link) => link !== "", FIELD_SENTENCES.required));

/** Schema of a required amount in francs. Returns centimes. */
export const amountSchema = () =>
  z.pipe(
    requiredLineSchema(),
    z.transform((typed, context): Centimes => {
      const read = readAmount(typed);
      if (read.ok && read.value !== null) return read.value;
      const reason = read.ok ? "form" : read.reason;
      const message = reason === "excess" ? SETTINGS_SENTENCES.amount : AMOUNT_SENTENCES[reason];
      context.issues.push({ code: "custom", message, input: typed });
      return z.NEVER;
    }),
  );

const INSTAGRAM_NAME = /^@([a-z0-9._]{1,30})$/i;

/** Turns `@account` into a link. Returns any other text unchanged. Null for an invalid account name. */
function instagramLink(typed: string): string | null {
  const name = toSingleLine(typed);
  if (!name.startsWith("@") || sharedLinks(name).length > 0) return typed;
  const account = INSTAGRAM_NAME.exec(name)?.[1];
  return account === undefined ? null : `https://www.instagram.com/${account}/`;
}

/** Schema of the Instagram link. Turns `@account` into a link. */
export const instagramSchema = () =>
  z.pipe(
    z.pipe(
      z._default(typedTextSchema(FIELD_LIMITS.link), ""),
      schemaOfNullable<string | undefined>(instagramLink, SETTINGS_SENTENCES.instagram),
    ),
    requiredHttpsLinkSchema(),
  );

/** Schema of a required IBAN for a QR-bill. Returns capitals without spaces. */
export const ibanSchema = () =>
  z.pipe(
    requiredLineSchema(),
    z.transform((typed, context) => {
      const normal = normaliseIban(typed);
      const reason = ibanRefusal(normal);
      if (reason === null) return normal;
      context.issues.push({ code: "custom", message: IBAN_SENTENCES[reason], input: typed });
      return z.NEVER;
    }),
  );

const onBill = (max: number) =>
  refusalCheck((text) => {
    const reason = text === "" ? null : billTextRefusal(text, max);
    return reason && (reason === "characters" ? BILL_CHARACTERS_SENTENCE : FIELD_SENTENCES.tooLong(max));
  });

/** Schema of a required line with only the characters of a QR-bill. */
export const billTextSchema = (max: number) => requiredLineSchema(max).check(onBill(max));

/** Schema of an optional line with only the characters of a QR-bill. Accepts an empty text. */
export const optionalBillTextSchema = (max: number) => optionalLineSchema(max).check(onBill(max));

/** The first 80 characters of a text, with an ellipsis if the text is longer. */
export const shortenSettingText = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Reads at most `RECIPIENTS_MAX` + 1 addresses: one too many is enough for the schema to refuse the list. */
function readAddresses(typed: string): Result<string[], string> {
  const byKey = new Map<string, string>();
  for (const address of typed.split(/[ \t\n\u00a0\u202f,;]+/).filter(Boolean)) {
    const read = readEmail(address);
    if (!read.ok) return refusal(address);
    const key = read.value.toLowerCase();
    if (byKey.has(key)) continue;
    byKey.set(key, read.value);
    if (byKey.size > RECIPIENTS_MAX) break;
  }
  return success([...byKey.values()]);
}

/** Schema of a list of e-mail addresses. Removes duplicates. */
export const emailListSchema = () =>
  z
    .pipe(
      z._default(typedTextSchema(RECIPIENTS_MAX * FIELD_LIMITS.email), ""),
      z.transform((typed, context) => {
        const read = readAddresses(toMultiline(typed));
        if (read.ok) return read.value;
        const message = SETTINGS_SENTENCES.recipient(shortenSettingText(read.reason));
        context.issues.push({ code: "custom", message, input: typed });
        return z.NEVER;
      }),
    )
    .check(z.refine((list) => list.length <= RECIPIENTS_MAX, SETTINGS_SENTENCES.recipients));
