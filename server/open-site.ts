import type { Logger } from "pino";
import type { LogSecurity } from "#app/contexts.ts";
import type { PageCacheSource } from "#app/route-handle.ts";
import { accountLinkUrl, firstLinkUrl } from "#domain/accounts/account-link.ts";
import { swissDateAndTime } from "#domain/dates.ts";
import { success } from "#domain/result.ts";
import { ensureFirstAccount, type FirstAccountAccess } from "#usecases/accounts/ensure-first-account.ts";
import type { Config } from "./config.ts";
import { PageCache } from "./http/page-cache.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { startJobs } from "./jobs/jobs.ts";
import { logOutput } from "./log-output.ts";
import { createErrorReport, createLogger } from "./logger.ts";
import { generatePassword } from "./random-password.ts";
import { type OpenSite, openServices } from "./services.ts";

/** docs/recovery.md filters the log by the message `security`. */
const createSecurityLog =
  (logger: Logger): LogSecurity =>
  (event, account, details = {}) =>
    logger.info({ event, account, ...details }, "security");

const PASSWORD_REFUSED = "Configuration: ADMIN_PASSWORD is easy to guess: choose, for example, three unrelated words";

export type RunningSite = Pick<OpenSite, "services" | "isHealthy" | "readPictureFile"> & {
  cache: PageCache;
  report: (error: unknown, where: string) => void;
  warn: (text: string) => void;
  logSecurity: LogSecurity;
  /**
   * Creates the first account if none exists. Without ADMIN_PASSWORD, call this function after the site listens: if the
   * start failed, the generated password would be unknown.
   * @param demo true: generate a password; false: generate a link
   * @returns what to print; null if an account exists already
   * @throws one line if ADMIN_PASSWORD is easy to guess
   */
  firstAccount: (demo: boolean) => Promise<FirstAccountAccess | null>;
  close: () => Promise<void>;
};

export async function openSite(config: Config): Promise<RunningSite> {
  const logger = createLogger(config.logLevel);
  const report = createErrorReport(logger);
  const cache = new PageCache(securityHeaders(config));
  let jobs: Awaited<ReturnType<typeof startJobs>> | undefined;
  const hooks = { onChange: (source: PageCacheSource) => cache.clear(source), onMail: () => jobs?.wake(), report };
  const { services, isHealthy, readPictureFile, ...opened } = await openServices(config, hooks, "site");
  if (!config.rehearsal) {
    await opened.resume();
    jobs = await startJobs(services, { ...config, ...opened }, report, (text) => logger.warn(text));
  }
  return {
    services,
    isHealthy,
    readPictureFile,
    cache,
    report,
    warn: (text) => logger.warn(text),
    logSecurity: createSecurityLog(logger),
    firstAccount: (demo) => firstAccount(config, { services, singleInstance: opened.singleInstance, demo, report }),
    async close() {
      cache.stop();
      await jobs?.stop();
      await opened.close();
    },
  };
}

type FirstAccountOptions = Pick<RunningSite, "services" | "report"> & { singleInstance: boolean; demo: boolean };

async function firstAccount(
  { adminEmail, adminPassword }: Pick<Config, "adminEmail" | "adminPassword">,
  { services, singleInstance, demo, report }: FirstAccountOptions,
): Promise<FirstAccountAccess | null> {
  const settings = { email: adminEmail ?? undefined, password: adminPassword ?? undefined };
  const random = demo && singleInstance ? generatePassword : null;
  const first = await ensureFirstAccount(services, settings, random).catch((error: unknown) => {
    // The embedded store must not fail. A hosted store may have an outage: start anyway.
    if (singleInstance) throw error;
    report(error, "first account: not checked; the next start retries");
    return success(null);
  });
  if (!first.ok) throw new Error(PASSWORD_REFUSED);
  return first.value;
}

export function printGreeting({ publicUrl }: Config, first: FirstAccountAccess | null): void {
  const lines = [`La Jeunesse de Savièse: ${publicUrl}`, ...(first ? describe(first, publicUrl) : [])];
  if (!first) lines.push(`Sign in at ${publicUrl}/login with an account of yours.`);
  logOutput.write(`\n${lines.join("\n")}\n\n`);
}

function describe(first: FirstAccountAccess, publicUrl: string): string[] {
  const email = `  e-mail    ${first.email}`;
  if ("password" in first) {
    const password = first.password ? `${first.password}   (shown this once)` : "the one in ADMIN_PASSWORD";
    return [`Sign in at ${publicUrl}/login`, email, `  password  ${password}`];
  }
  const { token, expiresAt } = first.link;
  const [what, url] = first.email
    ? ["Sign in for the first time by choosing a password:", accountLinkUrl(publicUrl, token)]
    : ["Make the first account by choosing an address and a password:", firstLinkUrl(publicUrl, token)];
  return [
    what,
    ...(first.email ? [email] : []),
    `  link      ${url}`,
    `The link works once, until ${swissDateAndTime(expiresAt)}. Until one has been used, each start prints a new one.`,
  ];
}
