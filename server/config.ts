/** Reads and validates the environment variables once, at the start. */
import { join, resolve } from "node:path";
import { z } from "zod";
import { PASSWORD_LENGTHS, passwordLength } from "#domain/accounts/password.ts";
import { readEmail } from "#domain/fields.ts";
import { type EnvironmentVariables, translateContainerSettings } from "./container/settings.ts";

const { min, max } = PASSWORD_LENGTHS;

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const address = z.string().transform((text, context) => {
  const read = readEmail(text);
  if (read.ok) return read.value;
  context.addIssue("is no e-mail address");
  return z.NEVER;
});
const addresses = z
  .string()
  .transform((list) => list.split(",").map((address) => address.trim()))
  .pipe(z.array(address));
const origin = z
  .url("is no address")
  .refine((text) => /^https?:/i.test(text), "must start with http:// or https://")
  .transform((text) => new URL(text).origin);

const onOrOff = z
  .enum(["off", "on"], "must be off or on")
  .default("off")
  .transform((value) => value === "on");

const IDENTITY = "identitytoolkit.googleapis.com";

/** The site has no variable for Google's credentials: Google's libraries find them. */
const firebase = z
  .object({
    BACKEND: z.literal("firebase"),
    FIREBASE_PROJECT_ID: z.string("is needed when BACKEND=firebase"),
    FIREBASE_API_KEY: z.string("is needed when BACKEND=firebase"),
    FIREBASE_STORAGE_BUCKET: z
      .string("is needed when BACKEND=firebase")
      .regex(/^[^:/]+$/, "must be the name of a bucket, without gs://"),
    FIREBASE_ADMINS: addresses.default([]),
    FIREBASE_AUTH_EMULATOR_HOST: z.string().optional(),
  })
  .transform((e) => ({
    by: e.BACKEND,
    projectId: e.FIREBASE_PROJECT_ID,
    /** Not secret: the key only names the Google project. */
    apiKey: e.FIREBASE_API_KEY,
    /** Bucket name, without `gs://`. */
    bucket: e.FIREBASE_STORAGE_BUCKET,
    /** Base URL of Identity Platform, without `/v1/`. */
    signInUrl: e.FIREBASE_AUTH_EMULATOR_HOST
      ? `http://${e.FIREBASE_AUTH_EMULATOR_HOST}/${IDENTITY}`
      : `https://${IDENTITY}`,
    /** E-mail addresses in lower case. Accounts with these verified addresses need no claim `committee`. */
    admins: e.FIREBASE_ADMINS.map((email) => email.toLowerCase()),
  }));

const smtpUrl = z
  .url({ error: (issue) => (issue.input === undefined ? "is needed when MAIL=smtp" : "is no address") })
  .refine((text) => /^smtps?:\/\/[^/?#]/.test(text), "must start with smtp:// or smtps://, then name the mail server");

const smtp = z
  .object({
    MAIL: z.literal("smtp"),
    SMTP_URL: smtpUrl,
    MAIL_FROM: z.string("is needed when MAIL=smtp"),
  })
  .transform((e) => ({ by: e.MAIL, url: e.SMTP_URL }));

const emailJs = z
  .object({
    MAIL: z.literal("emailjs"),
    EMAILJS_URL: origin.default("https://api.emailjs.com"),
    EMAILJS_PUBLIC_KEY: z.string("is needed when MAIL=emailjs"),
    EMAILJS_PRIVATE_KEY: z.string().optional(),
    EMAILJS_SERVICE_ID: z.string("is needed when MAIL=emailjs"),
    EMAILJS_TEMPLATE_CONTACT: z.string("is needed when MAIL=emailjs"),
    EMAILJS_TEMPLATE_INSCRIPTION: z.string("is needed when MAIL=emailjs"),
  })
  .transform((e) => ({
    by: e.MAIL,
    /** Origin of the EmailJS API. */
    url: e.EMAILJS_URL,
    publicKey: e.EMAILJS_PUBLIC_KEY,
    privateKey: e.EMAILJS_PRIVATE_KEY ?? null,
    serviceId: e.EMAILJS_SERVICE_ID,
    templates: { message: e.EMAILJS_TEMPLATE_CONTACT, inscription: e.EMAILJS_TEMPLATE_INSCRIPTION },
  }));

const embedded = z.object({ BACKEND: z.literal("embedded") }).transform((e) => ({ by: e.BACKEND }));
const outbox = z.object({ MAIL: z.literal("outbox") }).transform((e) => ({ by: e.MAIL }));

const backends = z.discriminatedUnion("BACKEND", [embedded, firebase], "must be embedded or firebase");
const mails = z.discriminatedUnion("MAIL", [outbox, smtp, emailJs], "must be outbox, smtp or emailjs");

/** SMTP_URL, EMAILJS_URL and FIREBASE_ADMINS must be valid even if they are not used. */
const others = z
  .object({
    PORT: wholeNumber(1, 65535).default(3000),
    HOST: z.string().default("127.0.0.1"),
    PUBLIC_URL: origin.optional(),
    CONTAINER: onOrOff,
    DATA_DIR: z.string().default("./data"),
    MAIL_FROM: address.default("site@exemple.ch"),
    MAIL_TO: addresses.default([]),
    SMTP_URL: smtpUrl.optional(),
    EMAILJS_URL: origin.optional(),
    FIREBASE_ADMINS: addresses.optional(),
    ADMIN_EMAIL: address.optional(),
    ADMIN_PASSWORD: z
      .string()
      .refine((password) => passwordLength(password) >= min, `must have at least ${min} characters`)
      .refine((password) => passwordLength(password) <= max, `must have at most ${max} characters`)
      .optional(),
    BACKUP_KEEP: wholeNumber(0, 1000).default(7),
    BACKUP_DIR: z.string().optional(),
    TRUST_PROXY: z
      .string()
      .regex(/^(?:off|[1-9]|10)$/, "must be off, or the number of proxies before the site (1 to 10)")
      .default("off")
      .transform((value) => (value === "off" ? 0 : Number(value))),
    HSTS_SUBDOMAINS: onOrOff,
    REHEARSAL: onOrOff,
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .refine((e) => !e.ADMIN_PASSWORD || e.ADMIN_EMAIL, {
    path: ["ADMIN_EMAIL"],
    message: "is needed with ADMIN_PASSWORD",
  });

export type FirebaseConfig = Readonly<z.output<typeof firebase>>;

/** Reads the variables of docs/specification.md section 12. Throws one line with the variable and the problem. */
export function readConfig(env: EnvironmentVariables) {
  // An empty variable counts as unset.
  const set = translateContainerSettings(Object.fromEntries(Object.entries(env).filter(([, value]) => value)));
  const variables = { BACKEND: "embedded", MAIL: "outbox", ...set };
  const e = parse(others, variables);
  const backend = parse(backends, variables);
  const emulator = Object.keys(set).find((variable) => variable.endsWith("_EMULATOR_HOST"));
  if (backend.by === "firebase" && emulator && !TEST_PROJECT.test(backend.projectId))
    throw new Error(`Configuration: ${emulator} is for tests: the site of a real project must not start with it`);
  return Object.freeze({
    port: e.PORT,
    host: e.HOST,
    /** Public origin of the site, without a trailing slash. */
    publicUrl: e.PUBLIC_URL ?? new URL(`http://localhost:${e.PORT}`).origin,
    hstsSubdomains: e.HSTS_SUBDOMAINS,
    /** Absolute path of the data folder. */
    dataDir: resolve(e.DATA_DIR),
    backend,
    mail: parse(mails, variables),
    /** Sender of all mail. If unset, an example address. */
    mailFrom: e.MAIL_FROM,
    /** Recipients of sign-ups and messages. Recipients in the settings of the site take precedence. */
    mailTo: e.MAIL_TO,
    /** E-mail address of the first account. Null when unset. */
    adminEmail: e.ADMIN_EMAIL ?? null,
    adminPassword: e.ADMIN_PASSWORD ?? null,
    /** `dir`: absolute path. `keep`: number of nightly backups that stay. 0: no nightly backups. */
    backup: { dir: resolve(e.BACKUP_DIR ?? join(e.DATA_DIR, "sauvegardes")), keep: e.BACKUP_KEEP },
    /** Number of trusted proxies, which append to X-Forwarded-For. 0: visitors connect without a proxy. */
    trustProxy: e.TRUST_PROXY,
    logLevel: e.LOG_LEVEL,
    /** True when an upgrade tests this release on a copy of the data. No background jobs run. */
    rehearsal: e.REHEARSAL,
    /** True in a container. The server then listens before the data is open (decision 0053). */
    container: e.CONTAINER,
  });
}

export type Config = ReturnType<typeof readConfig>;

const TEST_PROJECT = /^demo-/;

function parse<Schema extends z.ZodType>(schema: Schema, variables: EnvironmentVariables): z.output<Schema> {
  const parsed = schema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const [problem] = parsed.error.issues;
  throw new Error(`Configuration: ${problem?.path[0]?.toString()} ${problem?.message}`);
}
