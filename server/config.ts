/** Reads and validates the environment variables once, at the start. No other file reads them. */
import { join, resolve } from "node:path";
import { z } from "zod";
import { PASSWORD_LENGTHS, passwordLength } from "#domain/accounts/password.ts";
import { withContainerSettings } from "./container/settings.ts";

const { min, max } = PASSWORD_LENGTHS;

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const address = z.email("is no e-mail address");
const addresses = z
  .string()
  .transform((list) => list.split(",").map((address) => address.trim()))
  .pipe(z.array(address));
const origin = z
  .url("is no address")
  .refine((text) => /^https?:/.test(text), "must start with http:// or https://")
  .transform((text) => new URL(text).origin);

const onOrOff = z
  .enum(["off", "on"], "must be off or on")
  .default("off")
  .transform((value) => value === "on");

/** Variables that are required, by value of BACKEND or MAIL. */
const REQUIRED = {
  embedded: [],
  firebase: ["FIREBASE_PROJECT_ID", "FIREBASE_API_KEY", "FIREBASE_STORAGE_BUCKET"],
  outbox: [],
  smtp: ["SMTP_URL", "MAIL_FROM"],
  emailjs: ["EMAILJS_PUBLIC_KEY", "EMAILJS_SERVICE_ID", "EMAILJS_TEMPLATE_CONTACT", "EMAILJS_TEMPLATE_INSCRIPTION"],
} as const;

/** Schema of the environment variables. Empty variables count as unset. */
const schema = z
  .object({
    PORT: wholeNumber(1, 65535).default(3000),
    HOST: z.string().default("127.0.0.1"),
    PUBLIC_URL: origin.optional(),
    CONTAINER: onOrOff,
    DATA_DIR: z.string().default("./data"),
    BACKEND: z.enum(["embedded", "firebase"], "must be embedded or firebase").default("embedded"),
    MAIL: z.enum(["outbox", "smtp", "emailjs"], "must be outbox, smtp or emailjs").default("outbox"),
    SMTP_URL: z
      .url("is no address")
      .refine((text) => /^smtps?:/.test(text), "must start with smtp:// or smtps://")
      .optional(),
    MAIL_FROM: address.optional(),
    MAIL_TO: addresses.default([]),
    EMAILJS_URL: origin.default("https://api.emailjs.com"),
    EMAILJS_PUBLIC_KEY: z.string().optional(),
    EMAILJS_PRIVATE_KEY: z.string().optional(),
    EMAILJS_SERVICE_ID: z.string().optional(),
    EMAILJS_TEMPLATE_CONTACT: z.string().optional(),
    EMAILJS_TEMPLATE_INSCRIPTION: z.string().optional(),
    FIREBASE_PROJECT_ID: z.string().optional(),
    FIREBASE_API_KEY: z.string().optional(),
    FIREBASE_STORAGE_BUCKET: z.string().optional(),
    FIREBASE_ADMINS: addresses.default([]),
    FIREBASE_AUTH_EMULATOR_HOST: z.string().optional(),
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
  .superRefine((e, context) => {
    const requireVariable = (variable: string, message: string) =>
      context.addIssue({ code: "custom", path: [variable], message });
    for (const variable of REQUIRED[e.BACKEND])
      if (!e[variable]) requireVariable(variable, `is needed when BACKEND=${e.BACKEND}`);
    for (const variable of REQUIRED[e.MAIL])
      if (!e[variable]) requireVariable(variable, `is needed when MAIL=${e.MAIL}`);
    if (e.ADMIN_PASSWORD && !e.ADMIN_EMAIL) requireVariable("ADMIN_EMAIL", "is needed with ADMIN_PASSWORD");
  });

/** A Firebase project. Google's libraries find the credentials without a setting of the site. */
export type Firebase = Readonly<{
  projectId: string;
  /** The web API key identifies the project to Identity Platform; it is not secret. */
  apiKey: string;
  /** Bucket name, without `gs://`. */
  bucket: string;
  /** Base URL of Identity Platform, without `/v1/`. */
  signInUrl: string;
  /** E-mail addresses in lower case that have access without the custom claim, if verified. */
  admins: readonly string[];
}>;

type EmailJs = Readonly<{
  /** Origin of the EmailJS API. */
  url: string;
  publicKey: string;
  privateKey: string | null;
  serviceId: string;
  templates: Readonly<{ message: string; inscription: string }>;
}>;

/** The configuration of docs/specification.md section 12, with defaults. Frozen. */
export type Config = Readonly<{
  port: number;
  host: string;
  /** Public origin of the site, without a trailing slash. */
  publicUrl: string;
  hstsSubdomains: boolean;
  /** Absolute path of the data folder. */
  dataDir: string;
  backend: { by: "embedded" } | ({ by: "firebase" } & Firebase);
  mail: { by: "outbox" } | { by: "smtp"; url: string } | ({ by: "emailjs" } & EmailJs);
  /** Sender of all mail; an example address when unset. */
  mailFrom: string;
  /** Recipients of submissions until the committee enters some in the settings. */
  mailTo: readonly string[];
  /** E-mail address of the first account; null when unset. */
  adminEmail: string | null;
  adminPassword: string | null;
  /** `dir`: absolute path. `keep`: number of daily backups, 0 for none. */
  backup: { readonly dir: string; readonly keep: number };
  /** Number of trusted proxies that append to X-Forwarded-For; with 0, the IP address of the connection counts. */
  trustProxy: number;
  logLevel: string;
  /** True if an upgrade tests this release on a copy of the data, so that background jobs do not run. */
  rehearsal: boolean;
  /** True in a container: the server listens before it has locked the data folder (decision 0053). */
  container: boolean;
}>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration; `env`: normally `process.env`. Throws one line that names the variable and the problem. */
export function readConfig(env: Environment): Config {
  const defined = withContainerSettings(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")));
  const parsed = schema.safeParse(defined);
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    throw new Error(`Configuration: ${problem?.path[0]?.toString()} ${problem?.message}`);
  }
  const e = parsed.data;
  const emulator = Object.keys(defined).find((variable) => variable.endsWith("_EMULATOR_HOST"));
  if (e.BACKEND === "firebase" && emulator && !TEST_PROJECT.test(String(e.FIREBASE_PROJECT_ID)))
    throw new Error(`Configuration: ${emulator} is for tests: the site of a real project must not start with it`);
  const dataDir = resolve(e.DATA_DIR);
  const config: Config = {
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL ?? new URL(`http://localhost:${e.PORT}`).origin,
    hstsSubdomains: e.HSTS_SUBDOMAINS,
    dataDir,
    backend: backendOf(e),
    mail: mailOf(e),
    mailFrom: e.MAIL_FROM ?? "site@exemple.ch",
    mailTo: e.MAIL_TO,
    adminEmail: e.ADMIN_EMAIL ?? null,
    adminPassword: e.ADMIN_PASSWORD ?? null,
    backup: { dir: resolve(e.BACKUP_DIR ?? join(e.DATA_DIR, "sauvegardes")), keep: e.BACKUP_KEEP },
    trustProxy: e.TRUST_PROXY,
    logLevel: e.LOG_LEVEL,
    rehearsal: e.REHEARSAL,
    container: e.CONTAINER,
  };
  return Object.freeze(config);
}

const TEST_PROJECT = /^demo-/;

const IDENTITY = "identitytoolkit.googleapis.com";

type Parsed = z.output<typeof schema>;

function backendOf(e: Parsed): Config["backend"] {
  if (e.BACKEND === "embedded") return { by: "embedded" };
  return {
    by: "firebase",
    projectId: required(e.FIREBASE_PROJECT_ID),
    apiKey: required(e.FIREBASE_API_KEY),
    bucket: required(e.FIREBASE_STORAGE_BUCKET),
    signInUrl: e.FIREBASE_AUTH_EMULATOR_HOST
      ? `http://${e.FIREBASE_AUTH_EMULATOR_HOST}/${IDENTITY}`
      : `https://${IDENTITY}`,
    admins: e.FIREBASE_ADMINS.map((email) => email.toLowerCase()),
  };
}

function mailOf(e: Parsed): Config["mail"] {
  if (e.MAIL === "outbox") return { by: "outbox" };
  if (e.MAIL === "smtp") return { by: "smtp", url: required(e.SMTP_URL) };
  return {
    by: "emailjs",
    url: e.EMAILJS_URL,
    publicKey: required(e.EMAILJS_PUBLIC_KEY),
    privateKey: e.EMAILJS_PRIVATE_KEY ?? null,
    serviceId: required(e.EMAILJS_SERVICE_ID),
    templates: {
      message: required(e.EMAILJS_TEMPLATE_CONTACT),
      inscription: required(e.EMAILJS_TEMPLATE_INSCRIPTION),
    },
  };
}

/** Narrows the type of a variable of `REQUIRED`, whose presence the schema has already checked. */
function required(value: string | undefined): string {
  if (value === undefined) throw new Error("unreachable: the schema requires this variable");
  return value;
}
