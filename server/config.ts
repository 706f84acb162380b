/** Everything the environment may say, read and checked once at start. The only reader of the environment. */
import { join, resolve } from "node:path";
import { z } from "zod";

const entier = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const adresse = z.email("is no e-mail address");
const origine = z
  .url("is no address")
  .refine((texte) => /^https?:/.test(texte), "must start with http:// or https://")
  .transform((texte) => new URL(texte).origin);

/** An empty variable counts as one that is not set. */
const schema = z
  .object({
    PORT: entier(1, 65535).default(3000),
    HOST: z.string().default("127.0.0.1"),
    PUBLIC_URL: origine.optional(),
    DATA_DIR: z.string().default("./data"),
    BACKEND: z.enum(["embedded"], "must be embedded").default("embedded"),
    MAIL: z.enum(["outbox", "smtp"], "must be outbox or smtp").default("outbox"),
    SMTP_URL: z
      .url("is no address")
      .refine((texte) => /^smtps?:/.test(texte), "must start with smtp:// or smtps://")
      .optional(),
    MAIL_FROM: adresse.optional(),
    MAIL_TO: z
      .string()
      .transform((liste) => liste.split(",").map((une) => une.trim()))
      .pipe(z.array(adresse))
      .optional(),
    ADMIN_EMAIL: adresse.optional(),
    ADMIN_PASSWORD: z.string().min(6, "must have at least 6 characters").optional(),
    BACKUP_KEEP: entier(0, 1000).default(7),
    BACKUP_DIR: z.string().optional(),
    TRUST_PROXY: z
      .string()
      .regex(/^(?:off|[1-9]|10)$/, "must be off, or the number of proxies before the site (1 to 10)")
      .default("off")
      .transform((valeur) => (valeur === "off" ? 0 : Number(valeur))),
    LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  })
  .superRefine(({ MAIL, SMTP_URL, MAIL_FROM, ADMIN_EMAIL, ADMIN_PASSWORD }, contexte) => {
    const exiger = (variable: string, message: string) =>
      contexte.addIssue({ code: "custom", path: [variable], message });
    if (MAIL === "smtp" && !SMTP_URL) exiger("SMTP_URL", "is needed when MAIL=smtp");
    if (MAIL === "smtp" && !MAIL_FROM) exiger("MAIL_FROM", "is needed when MAIL=smtp");
    if (ADMIN_PASSWORD && !ADMIN_EMAIL) exiger("ADMIN_EMAIL", "is needed with ADMIN_PASSWORD");
  });

/** The configuration contract of PRODUCT.md, with its defaults applied. Frozen. */
export type Config = Readonly<{
  port: number;
  host: string;
  /** Origin that visitors see, without a slash at the end. */
  publicUrl: string;
  /** Absolute path. */
  dataDir: string;
  backend: "embedded";
  mail: { by: "outbox" } | { by: "smtp"; url: string };
  /** Sender; an example address until it is set. */
  mailFrom: string;
  /** Recipients when the committee has set none. */
  mailTo: readonly string[];
  /** The first administrator; null where it is left to chance. */
  adminEmail: string | null;
  adminPassword: string | null;
  /** `dir` is an absolute path; `keep` says how many daily backups stay, 0 that none is made. */
  backup: { readonly dir: string; readonly keep: number };
  /** How many proxies before the site name the visitor's address; 0: none does, the connection says it. */
  trustProxy: number;
  logLevel: string;
}>;

/**
 * @param env the environment, normally `process.env`
 * @returns the configuration
 * @throws an error of one line that names the variable and what is wrong with it
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const definis = Object.fromEntries(Object.entries(env).filter(([, valeur]) => valeur !== ""));
  const lecture = schema.safeParse(definis);
  if (!lecture.success) {
    const [probleme] = lecture.error.issues;
    throw new Error(`Configuration: ${probleme?.path[0]?.toString()} ${probleme?.message}`);
  }
  const e = lecture.data;
  const config: Config = {
    port: e.PORT,
    host: e.HOST,
    publicUrl: e.PUBLIC_URL ?? `http://localhost:${e.PORT}`,
    dataDir: resolve(e.DATA_DIR),
    backend: e.BACKEND,
    mail: e.MAIL === "smtp" && e.SMTP_URL ? { by: "smtp", url: e.SMTP_URL } : { by: "outbox" },
    mailFrom: e.MAIL_FROM ?? "site@exemple.ch",
    mailTo: e.MAIL_TO ?? [],
    adminEmail: e.ADMIN_EMAIL ?? null,
    adminPassword: e.ADMIN_PASSWORD ?? null,
    backup: { dir: resolve(e.BACKUP_DIR ?? join(e.DATA_DIR, "sauvegardes")), keep: e.BACKUP_KEEP },
    trustProxy: e.TRUST_PROXY,
    logLevel: e.LOG_LEVEL,
  };
  return Object.freeze(config);
}
