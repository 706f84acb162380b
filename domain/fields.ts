/** Rules for form fields. Functions create the schemas, so that the bundler can omit unused schemas. */
import * as z from "zod/mini";
import { type Result, refusal, success } from "./result.ts";
import { normaliseUnicode, toWellFormed, typedLengthMax } from "./text/normal-form.ts";

export const FIELD_LIMITS = {
  text: 500,
  nom: 120,
  email: 254,
  link: 2000,
  message: 10_000,
} as const;

/** Formats a number with Swiss apostrophes: 10’000. Some systems use a straight apostrophe for `de-CH`. */
export const groupThousands = (count: number): string => count.toLocaleString("de-CH").replaceAll("'", "’");

export const FIELD_SENTENCES = {
  required: "Ce champ est obligatoire.",
  incomplete: "Complétez ce champ, ou videz-le.",
  email: "Indiquez une adresse e-mail complète.",
  emailName: "Avant le @, écrivez l’adresse sans accent.",
  emailEnding: "Il manque la fin de l’adresse, par exemple «\u00a0.ch\u00a0».",
  phone: "Indiquez un numéro suisse à dix chiffres.",
  anyPhone: "Indiquez dix chiffres, ou un numéro étranger avec son indicatif, par exemple +33.",
  link: "Indiquez une adresse web complète, par exemple https://exemple.ch.",
  links: "Il y a plusieurs liens\u00a0: gardez-en un.",
  tooLong: (max: number) => `Ce texte est trop long\u00a0: ${groupThousands(max)} caractères au maximum.`,
} as const;

/** Form values as typed, by field name. A field that was not sent is absent. */
export type TypedValues = Readonly<Record<string, string>>;

/** A French sentence for each invalid field, by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/**
 * Bidirectional controls reorder text: `Léa\u202etxt.exe` appears as `Léaexe.txt`. U+FEFF has no width, but `\s` matches
 * it.
 */
const DIRECTION_CONTROLS = /[\p{Bidi_Control}\ufeff]/gu;
/** Characters without width that copied text contains: zero-width spaces, direction marks, soft hyphens, BOM. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Turns a text into one line: no control characters, single spaces, NFC. */
export const toSingleLine = (text: string): string =>
  normaliseUnicode(
    toWellFormed(text).replace(CONTROL_CHARACTERS, "").replace(DIRECTION_CONTROLS, "").replace(/\s+/g, " ").trim(),
    "NFC",
  );

/** Cleans a text of several lines: no control characters, LF as line end, NFC. */
export const toMultiline = (text: string): string =>
  normaliseUnicode(toWellFormed(text).replace(/\r\n?/g, "\n").replace(CONTROL_CHARACTERS, "").trim(), "NFC");

/** Ten digits. No Swiss number begins with 00. */
const SWISS_PHONE = /^0[1-9]\d{8}$/;
const FOREIGN_PHONE = /^\+(?!41)[1-9]\d{7,14}$/;
/** Maximum length of a typed phone number in characters, longer than any number that a person writes. */
const PHONE_MAX = 100;
const OPTIONAL_PHONE_MAX = 40;

/** The digits of a phone number, after `+` if it names a country. Null if the text has other characters. */
function compactPhone(typed: string): string | null {
  if (typed.length > PHONE_MAX) return null;
  const text = normaliseUnicode(typed, "NFKC")
    .replace(INVISIBLE, "")
    .trim()
    .replace(/^t[eé]l[\s.:]*/iu, "");
  // In Italy, the leading zero is dialled from abroad, too.
  const hasTrunkZero = /^\(?\s?(?:\+|00)(?!\s?39)/.test(text);
  const withoutTrunk = hasTrunkZero ? text.replace(/\(\s?0\s?\)/, "") : text;
  const compact = withoutTrunk.replace(/[\s.()/’'_·|\p{Pd}\u2212]/gu, "").replace(/^00/, "+");
  return /^\+?\d+$/.test(compact) ? compact : null;
}

/** Turns a Swiss number such as `+41 79 …` into ten digits (docs/specification.md section 5). Null if invalid. */
export function normalisePhone(typed: string): string | null {
  const digits = compactPhone(typed)?.replace(/^(?:\+410?|410?(?=[1-9]\d{8}$))/, "0") ?? "";
  return SWISS_PHONE.test(digits) ? digits : null;
}

/** Turns a phone number into ten digits, or into `+` and digits if foreign. Accepts "". Null if invalid. */
export function readPhone(typed: string): string | null {
  if (toSingleLine(typed) === "") return "";
  // Country codes after which the leading zero of the number is not dialled from abroad.
  const foreign = compactPhone(typed)?.replace(/^(\+(?:31|32|33|43|44|49))0/, "$1") ?? "";
  return normalisePhone(typed) ?? (FOREIGN_PHONE.test(foreign) ? foreign : null);
}

/** Formats ten digits as `079 123 45 67`. */
export const formatPhone = (phone: string): string => phone.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, "$1 $2 $3 $4");

/** Link `tel:+41791234567` of a phone number. Null if invalid. */
export function telLink(phone: string): string | null {
  const number = readPhone(phone);
  return number && `tel:${number.replace(/^0/, "+41")}`;
}

/** Schema of a text before cleaning, which may shorten the text to `max`. `absent`: error for a missing field. */
export const typedTextSchema = (max: number, absent?: string) =>
  z.string(absent).check(z.maxLength(typedLengthMax(max), FIELD_SENTENCES.tooLong(max)));

const optionalText = (max: number, clean: (text: string) => string) =>
  z.pipe(
    z.pipe(z._default(typedTextSchema(max), ""), z.transform(clean)),
    z.string().check(z.maxLength(max, FIELD_SENTENCES.tooLong(max))),
  );

/** Excludes spaces, zero-width characters and the blank Braille cell. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

const requiredText = (max: number, clean: (text: string) => string) =>
  z.pipe(
    z.pipe(typedTextSchema(max, FIELD_SENTENCES.required), z.transform(clean)),
    z.string().check(z.regex(VISIBLE, FIELD_SENTENCES.required), z.maxLength(max, FIELD_SENTENCES.tooLong(max))),
  );

/** Schema that transforms a text with `read`. A refusal is the error sentence. */
export const schemaOfResult = <Value>(read: (text: string) => Result<Value, string>) =>
  z.transform((text: string, context): Value => {
    const outcome = read(text);
    if (outcome.ok) return outcome.value;
    context.issues.push({ code: "custom", message: outcome.reason, input: text });
    return z.NEVER;
  });

/** Schema that transforms a text with `read`. If `read` returns null, the error is `sentence`. */
export const schemaOfNullable = <Value>(read: (text: string) => Value | null, sentence: string) =>
  schemaOfResult((text) => {
    const value = read(text);
    return value === null ? refusal(sentence) : success(value);
  });

/** Schema check. `refusalOf` returns an error sentence, or null for a valid text. */
export const refusalCheck = (refusalOf: (text: string) => string | null) =>
  z.superRefine((text: string, context) => {
    const message = refusalOf(text);
    if (message) context.addIssue({ code: "custom", message });
  });

/** Schema of a required line of at most `max` characters. */
export const requiredLineSchema = (max: number = FIELD_LIMITS.text) => requiredText(max, toSingleLine);

/** Schema of an optional line of at most `max` characters. Accepts an empty text. */
export const optionalLineSchema = (max: number) => optionalText(max, toSingleLine);

export const CHECKBOX_VALUE = "on";

/** Schema of a checkbox. True only for `CHECKBOX_VALUE`. */
export const checkboxSchema = () =>
  z.pipe(
    z.optional(z.string()),
    z.transform((value) => value === CHECKBOX_VALUE),
  );

/** Schema of an optional text of several lines. Accepts an empty text. */
export const optionalMultilineSchema = (max: number) => optionalText(max, toMultiline);

/** Schema of a required text of several lines. */
export const requiredMultilineSchema = (max: number = FIELD_LIMITS.message) => requiredText(max, toMultiline);

/** Whether the domain of an e-mail address has no dot. Browsers accept `ginette@bluewin`. */
const lacksTopLevelDomain = (email: string): boolean => !email.includes(".", email.lastIndexOf("@"));

/**
 * Reads an e-mail address as people type and paste it. Returns it with the domain in lower case and in ASCII (IDNA), so
 * that every mail server accepts it. A refusal is a French sentence.
 */
export function readEmail(typed: string): Result<string, string> {
  if (typed.length > typedLengthMax(FIELD_LIMITS.email)) return refusal(FIELD_SENTENCES.tooLong(FIELD_LIMITS.email));
  const text = normaliseUnicode(typed, "NFKC").replace(INVISIBLE, "").trim();
  const email = text
    .replace(/^[^<>@]*<([^<>]*)>$/, "$1")
    .replace(/^mailto:/i, "")
    .replace(/[.,;]$/, "");
  const at = email.lastIndexOf("@");
  const [name, domain] = [email.slice(0, Math.max(0, at)), email.slice(at + 1)];
  if (/[^ -~]/.test(name)) return refusal(FIELD_SENTENCES.emailName);
  const ascii = `${name}@${asciiDomain(domain)}`;
  if (!z.regexes.html5Email.test(ascii) || /^\.|\.\.|\.@/.test(ascii)) return refusal(FIELD_SENTENCES.email);
  if (lacksTopLevelDomain(ascii)) return refusal(FIELD_SENTENCES.emailEnding);
  return ascii.length > FIELD_LIMITS.email ? refusal(FIELD_SENTENCES.tooLong(FIELD_LIMITS.email)) : success(ascii);
}

/**
 * The domain in ASCII; empty if it is invalid. The patterns exclude `/` and other characters that `URL` would read as
 * the end of the domain.
 */
function asciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\d.-]+$/u.test(domain) || !/\p{L}[\p{L}\p{M}\d-]*$/u.test(domain)) return "";
  if (/(?:^|\.)-|-(?:\.|$)/.test(domain)) return "";
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return "";
  }
}

/**
 * Comparison key of an address. Also accepts addresses that `readEmail` refuses, because an existing account may have
 * one.
 */
export function emailKey(typed: string): string {
  const read = readEmail(typed);
  return (read.ok ? read.value : typed.trim()).toLowerCase();
}

/** Link `mailto:` with one recipient: `?`, `&` and `,` in an address would add others. */
export function mailtoLink(email: string): string {
  const [name, domain] = [email.slice(0, Math.max(0, email.lastIndexOf("@"))), email.slice(email.lastIndexOf("@") + 1)];
  return `mailto:${encodeURIComponent(name)}@${encodeURIComponent(domain)}`;
}

/** Schema of a required e-mail address (docs/specification.md section 5). */
export const requiredEmailSchema = () => z.pipe(requiredLineSchema(FIELD_LIMITS.email), schemaOfResult(readEmail));

/** Schema of an optional e-mail address. Accepts an empty text. */
export const optionalEmailSchema = () =>
  z.pipe(
    optionalLineSchema(FIELD_LIMITS.email),
    schemaOfResult((text) => (text === "" ? success("") : readEmail(text))),
  );

/** Schema of a required phone number. Returns ten digits (docs/specification.md section 5). */
export const requiredPhoneSchema = () =>
  z.pipe(requiredLineSchema(), schemaOfNullable(normalisePhone, FIELD_SENTENCES.phone));

/** Schema of an optional phone number (`readPhone`). Accepts an empty text. */
export const optionalPhoneSchema = () =>
  z.pipe(optionalLineSchema(OPTIONAL_PHONE_MAX), schemaOfNullable(readPhone, FIELD_SENTENCES.anyPhone));

/** The first error of each invalid field, by field name. */
export function errorsByField(error: z.core.$ZodError): FieldErrors {
  const byField: Record<string, string> = {};
  for (const { path, message } of error.issues) byField[String(path[0])] ??= message;
  return byField;
}

export type FormSchema = z.ZodMiniObject | z.ZodMiniPipe<z.ZodMiniObject>;

const shapeOf = (schema: FormSchema) => ("shape" in schema ? schema.shape : schema.def.in.shape);

/** Field names of a form's schema, in the order of the schema. */
export const fieldNames = (schema: FormSchema): string[] => Object.keys(shapeOf(schema));

/** Names of the fields that refuse an empty text. */
export const requiredFields = (schema: FormSchema): ReadonlySet<string> =>
  new Set(Object.entries(shapeOf(schema)).flatMap(([name, field]) => (z.safeParse(field, "").success ? [] : [name])));

/** Errors of typed values, by field name. Empty if all values are valid. */
export function fieldErrorsOf(schema: FormSchema, typed: unknown): FieldErrors {
  const { error } = schema.safeParse(typed);
  return error ? errorsByField(error) : {};
}
