/** Rules for form fields. Functions create the schemas, so that the bundler can omit unused schemas. */
import * as z from "zod/mini";
import { normalForm, typedMax } from "./text/normal-form.ts";
import { parseUrl } from "./text/parse-url.ts";
import { toWellFormed } from "./text/well-formed.ts";

export const LIMITS = {
  text: 500,
  nom: 120,
  email: 254,
  link: 2000,
  message: 10_000,
} as const;

/** The Swiss way: 10’000. Some systems group the thousands of `de-CH` with '. */
export const groupThousands = (count: number): string => count.toLocaleString("de-CH").replaceAll("'", "’");

export const SENTENCES = {
  required: "Ce champ est obligatoire.",
  incomplete: "Complétez ce champ, ou videz-le.",
  email: "Indiquez une adresse e-mail complète.",
  emailEnding: "Il manque la fin de l’adresse, par exemple «\u00a0.ch\u00a0».",
  phone: "Indiquez un numéro suisse à dix chiffres.",
  link: "Indiquez une adresse web complète, par exemple https://exemple.ch.",
  tooLong: (max: number) => `Ce texte est trop long\u00a0: ${groupThousands(max)} caractères au maximum.`,
} as const;

/** Form values as typed, by field name. A field that was not sent is absent. */
export type TypedValues = Readonly<Record<string, string>>;

/** A French sentence for each invalid field, by field name. */
export type FieldErrors = Readonly<Record<string, string>>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
/** Bidirectional controls reorder text: `Léa\u202etxt.exe` appears as `Léaexe.txt`. */
const DIRECTION_CONTROLS = /\p{Bidi_Control}/gu;
const TEN_DIGITS = /^\d{10}$/;

/** Turns a text into one line: no control characters, single spaces, NFC. */
export const toSingleLine = (text: string): string =>
  normalForm(
    toWellFormed(text).replace(CONTROL_CHARACTERS, "").replace(DIRECTION_CONTROLS, "").replace(/\s+/g, " ").trim(),
    "NFC",
  );

/** Cleans a text of several lines: no control characters, LF as line end, NFC. */
export const toLines = (text: string): string =>
  normalForm(toWellFormed(text).replace(/\r\n?/g, "\n").replace(CONTROL_CHARACTERS, "").trim(), "NFC");

/** Turns a Swiss number such as `+41 79 …` into ten digits (docs/specification.md section 5). Null if invalid. */
export function normalisePhone(typed: string): string | null {
  const digits = typed.replace(/[\s.\p{Pd}]/gu, "").replace(/^(?:\+|00)41(?:\(0\))?/, "0");
  return TEN_DIGITS.test(digits) ? digits : null;
}

/** Formats ten digits as `079 123 45 67`. */
export const formatPhone = (phone: string): string => phone.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, "$1 $2 $3 $4");

/** Link `tel:+41791234567` of a phone number. Null if invalid. */
export function phoneLink(phone: string): string | null {
  const digits = normalisePhone(phone);
  return digits && `tel:${digits.replace(/^0(?=[1-9])/, "+41")}`;
}

/** Schema of a text before cleaning, which may shorten the text to `max`. `absent`: error for a missing field. */
export const typedText = (max: number, absent?: string) =>
  z.string(absent).check(z.maxLength(typedMax(max), SENTENCES.tooLong(max)));

const optionalText = (max: number, clean: (text: string) => string) =>
  z.pipe(
    z.pipe(z._default(typedText(max), ""), z.transform(clean)),
    z.string().check(z.maxLength(max, SENTENCES.tooLong(max))),
  );

/** Excludes spaces, zero-width characters and the blank Braille cell. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

const requiredText = (max: number, clean: (text: string) => string) =>
  z.pipe(
    z.pipe(typedText(max, SENTENCES.required), z.transform(clean)),
    z.string().check(z.regex(VISIBLE, SENTENCES.required), z.maxLength(max, SENTENCES.tooLong(max))),
  );

/** Schema that transforms a text with `read`. If `read` returns null, the error is `refusal`. */
export const parseWith = <Value>(read: (text: string) => Value | null, refusal: string) =>
  z.transform((text: string, context): Value => {
    const value = read(text);
    if (value !== null) return value;
    context.issues.push({ code: "custom", message: refusal, input: text });
    return z.NEVER;
  });

/** Schema check. `refusalOf` returns an error sentence, or null for a valid text. */
export const refusedBy = (refusalOf: (text: string) => string | null) =>
  z.superRefine((text: string, context) => {
    const message = refusalOf(text);
    if (message) context.addIssue({ code: "custom", message });
  });

/** Schema of a required line of at most `max` characters. */
export const requiredLine = (max: number = LIMITS.text) => requiredText(max, toSingleLine);

/** Schema of an optional line of at most `max` characters. Accepts an empty text. */
export const optionalLine = (max: number) => optionalText(max, toSingleLine);

export const CHECKBOX_VALUE = "on";

/** Schema of a checkbox. True only for `CHECKBOX_VALUE`. */
export const tickedBox = () =>
  z.pipe(
    z.optional(z.string()),
    z.transform((value) => value === CHECKBOX_VALUE),
  );

/** Schema of an optional text of several lines. Accepts an empty text. */
export const optionalMessage = (max: number) => optionalText(max, toLines);

/** Schema of a required text of several lines. */
export const requiredMessage = (max: number = LIMITS.message) => requiredText(max, toLines);

/** Whether the domain of an e-mail address has no dot. Browsers accept `ginette@bluewin`. */
export const lacksTopLevelDomain = (email: string): boolean => {
  const at = email.lastIndexOf("@");
  return at >= 0 && !email.includes(".", at);
};

/** Schema of a required e-mail address (docs/specification.md section 5). */
export const requiredEmail = () =>
  z.pipe(
    requiredLine(LIMITS.email),
    z.string().check(
      z.regex(z.regexes.html5Email, SENTENCES.email),
      z.refine((email) => !lacksTopLevelDomain(email), SENTENCES.emailEnding),
    ),
  );

/** Schema of a required phone number. Returns ten digits (docs/specification.md section 5). */
export const requiredPhone = () => z.pipe(requiredLine(), parseWith(normalisePhone, SENTENCES.phone));

/** The http(s) URL of a link. Adds a missing `https://`. Null if invalid or too long. */
export function webAddress(text: string): string | null {
  if (text.length > LIMITS.link) return null;
  const address = parseUrl(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  return address && /^https?:$/.test(address.protocol) && address.hostname.includes(".") ? address.href : null;
}

/** Schema of an optional link. Returns an http(s) URL or an empty text. */
export const optionalLink = () =>
  z.pipe(
    optionalLine(LIMITS.link),
    parseWith((text) => (text === "" ? "" : webAddress(text)), SENTENCES.link),
  );

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
export function refusalsOf(schema: FormSchema, typed: unknown): FieldErrors {
  const { error } = schema.safeParse(typed);
  return error ? errorsByField(error) : {};
}
