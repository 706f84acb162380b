/**
 * Fields that several forms share. A form is its schema: what its fields are called, which have to be filled in and how
 * much they may hold is read from there, on the server and in the browser alike. Schemas are made by functions, never at
 * the top level of a module: a page that needs a single rule then does not carry the validation library along.
 */
import * as z from "zod/mini";
import { normalForm, typedMax } from "./text/normal-form.ts";

/** The most characters a field may hold, after clean-up. */
export const LIMITS = {
  text: 500,
  nom: 120,
  email: 254,
  link: 2000,
  message: 10_000,
} as const;

/** Sentences that are shown beside a field, on the server and in the browser alike. */
export const SENTENCES = {
  required: "Ce champ est obligatoire.",
  incomplete: "Complétez ce champ, ou videz-le.",
  email: "Indiquez une adresse e-mail complète.",
  emailEnding: "Il manque la fin de l’adresse, par exemple «\u00a0.ch\u00a0».",
  phone: "Indiquez un numéro à dix chiffres.",
  link: "Indiquez une adresse web complète, par exemple https://exemple.ch/film.",
  tooLong: (max: number) => `Ce texte est trop long\u00a0: ${max.toLocaleString("fr-CH")} caractères au maximum.`,
} as const;

/** Values of a form as typed, by field name. A field that was not sent is absent. */
export type TypedValues = Readonly<Record<string, string>>;

/** One French sentence per refused field, by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** They reorder the text after them, in mails and tables too: `Léa\u202etxt.exe` is shown as `Léaexe.txt`. */
const DIRECTION_CONTROLS = /\p{Bidi_Control}/gu;
const TEN_DIGITS = /^\d{10}$/;

/**
 * @param text what was typed into a one-line field
 * @returns the same text without control characters, those of writing direction included, with single spaces, composed (NFC)
 */
export const asOneLine = (text: string): string =>
  normalForm(
    text.toWellFormed().replace(CONTROL_CHARACTERS, "").replace(DIRECTION_CONTROLS, "").replace(/\s+/g, " ").trim(),
    "NFC",
  );

/**
 * @param text what was typed into a field of several lines
 * @returns the same text without control characters, with `\n` as line end
 */
export const asLines = (text: string): string =>
  normalForm(text.toWellFormed().replace(/\r\n?/g, "\n").replace(CONTROL_CHARACTERS, "").trim(), "NFC");

/**
 * Brings a Swiss phone number to its ten digits (PRODUCT.md, "phone").
 * @param typed as typed or pasted: spaces, dots and dashes are dropped, `+41` or `0041` becomes `0`
 * @returns ten digits, or null when it is not such a number
 */
export function normalisePhone(typed: string): string | null {
  const digits = typed.replace(/[\s.\p{Pd}]/gu, "").replace(/^(?:\+|00)41(?:\(0\))?/, "0");
  return TEN_DIGITS.test(digits) ? digits : null;
}

/**
 * @param phone ten digits
 * @returns the number in the groups that people read here: `079 123 45 67`
 */
export const formatPhone = (phone: string): string => phone.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, "$1 $2 $3 $4");

/** @returns where a tap on a phone number leads, as `tel:+41791234567`; null when it is not such a number */
export function phoneLink(phone: string): string | null {
  const digits = normalisePhone(phone);
  return digits && `tel:${digits.replace(/^0(?=[1-9])/, "+41")}`;
}

/**
 * What somebody typed, before anything is done with it.
 * @param max the most characters it may hold after clean-up
 * @param absent what is said when there is no such field
 */
export const typedText = (max: number, absent?: string) =>
  z.string(absent).check(z.maxLength(typedMax(max), SENTENCES.tooLong(max)));

/** @returns the schema of a text that may be absent, of at most `max` characters after `clean` */
const optionalText = (max: number, clean: (text: string) => string) =>
  z.pipe(
    z.pipe(z._default(typedText(max), ""), z.transform(clean)),
    z.string().check(z.maxLength(max, SENTENCES.tooLong(max))),
  );

/** @returns the schema of a text that is neither absent nor empty, of at most `max` characters after `clean` */
const requiredText = (max: number, clean: (text: string) => string) =>
  z.pipe(
    z.pipe(typedText(max, SENTENCES.required), z.transform(clean)),
    z.string().check(z.minLength(1, SENTENCES.required), z.maxLength(max, SENTENCES.tooLong(max))),
  );

/**
 * @param read makes the value of a text; null when it says no such value
 * @param refusal the sentence for that
 */
export const readAs = <Value>(read: (text: string) => Value | null, refusal: string) =>
  z.transform((text: string, context): Value => {
    const value = read(text);
    if (value !== null) return value;
    context.issues.push({ code: "custom", message: refusal, input: text });
    return z.NEVER;
  });

/** @returns the schema of a required one-line text of at most `max` characters */
export const requiredLine = (max: number = LIMITS.text) => requiredText(max, asOneLine);

/** @returns the schema of a one-line text of at most `max` characters that may be empty */
export const optionalLine = (max: number) => optionalText(max, asOneLine);

/** What a browser sends of a ticked box. */
export const TICKED = "on";

/** @returns the schema of a box to tick; anything else than `TICKED` counts as not ticked */
export const tickedBox = () =>
  z.pipe(
    z.optional(z.string()),
    z.transform((value) => value === TICKED),
  );

/** @returns the schema of a text of several lines, of at most `max` characters, that may be empty */
export const optionalMessage = (max: number) => optionalText(max, asLines);

/** @returns the schema of a required text of several lines */
export const requiredMessage = (max: number = LIMITS.message) => requiredText(max, asLines);

/** @returns whether an e-mail address ends without a point after its @, as browsers let it: `ginette@bluewin` */
export const lacksEnding = (email: string): boolean => {
  const at = email.lastIndexOf("@");
  return at >= 0 && !email.includes(".", at);
};

/** @returns the schema of a required e-mail address, by the rule browsers use; its domain has a point in it */
export const requiredEmail = () =>
  z.pipe(
    requiredLine(LIMITS.email),
    z.string().check(
      z.regex(z.regexes.html5Email, SENTENCES.email),
      z.refine((email) => !lacksEnding(email), SENTENCES.emailEnding),
    ),
  );

/** @returns the schema of a required phone number; gives ten digits (SPEC.md section 5) */
export const requiredPhone = () => z.pipe(requiredLine(), readAs(normalisePhone, SENTENCES.phone));

/**
 * @param text a link as somebody wrote it, with or without its scheme (`www.youtube.com/…`)
 * @returns the http(s) address that it means; null for any other scheme, for what is too long and for what is no address
 */
export function webAddress(text: string): string | null {
  if (text.length > LIMITS.link) return null;
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  return address && /^https?:$/.test(address.protocol) && address.hostname.includes(".") ? address.href : null;
}

/**
 * @returns the schema of an optional link; gives an http(s) address, or an empty text for none.
 * An address typed without its scheme (`youtu.be/…`) gets `https://`.
 */
export const optionalLink = () =>
  z.pipe(
    optionalLine(LIMITS.link),
    readAs((text) => (text === "" ? "" : webAddress(text)), SENTENCES.link),
  );

/**
 * @param error what a schema of this folder refused
 * @returns the first sentence of each refused field, by field name
 */
export function errorsByField(error: z.core.$ZodError): FieldErrors {
  const byField: Record<string, string> = {};
  for (const { path, message } of error.issues) byField[String(path[0])] ??= message;
  return byField;
}

/** What a form is; the schema of its fields alone, or of what is made of them together. */
export type FormSchema = z.ZodMiniObject | z.ZodMiniPipe<z.ZodMiniObject>;

const shapeOf = (schema: FormSchema) => ("shape" in schema ? schema.shape : schema.def.in.shape);

/** @returns the names of the fields of a form */
export const fieldNames = (schema: FormSchema): string[] => Object.keys(shapeOf(schema));

/** @returns the names of the fields that have to be filled in, whatever stands in the others */
export const requiredFields = (schema: FormSchema): ReadonlySet<string> =>
  new Set(Object.entries(shapeOf(schema)).flatMap(([name, field]) => (z.safeParse(field, "").success ? [] : [name])));

/** @returns one sentence per field of a form that its schema refuses */
export function refusalsOf(schema: FormSchema, typed: unknown): FieldErrors {
  const { error } = schema.safeParse(typed);
  return error ? errorsByField(error) : {};
}
