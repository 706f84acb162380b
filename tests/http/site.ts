/** The whole site without a socket, on real stores in a folder of its own, for HTTP tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "react-router";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { LogSecurity } from "#app/contexts.ts";
import { INITIAL_SETTINGS, type Settings, settingsAsTyped } from "#domain/settings/settings.ts";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { createRateLimiter } from "#server/http/limits/rate-limiter.ts";
import { visitorIpAddress } from "#server/http/limits/visitor-address.ts";
import { PageCache } from "#server/http/page-cache.ts";
import { securityHeaders } from "#server/http/security-headers.ts";
import { openServices } from "#server/services.ts";
import { placeMigrated } from "#tests/migrated.ts";
import { isPasswordGuessable } from "#tests/password-strength.ts";
import { dataFolderPaths } from "#upkeep/private-folder.ts";

export const ADMIN = { email: "comite@exemple.ch", password: "raclette-1965" };

const BUILD = join(import.meta.dirname, "../../build");

export type TestSite = Awaited<ReturnType<typeof openSite>>;

/**
 * @param env settings that differ from the defaults
 * @param demo whether the site is a demo
 */
export async function openSite(env: Record<string, string> = {}, demo = false) {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-http-"));
  const config = readConfig({ DATA_DIR: folder, ...env });
  const cache = new PageCache(securityHeaders(config));
  const log: { error: unknown; position: string }[] = [];
  const security: Parameters<LogSecurity>[] = [];
  placeMigrated(dataFolderPaths(folder).database);
  const events = {
    onChange: (source: Parameters<PageCache["clear"]>[0]) => cache.clear(source),
    onMail: () => {},
    report: (error: unknown, position: string) => log.push({ error, position }),
  };
  const opened = await openServices(config, events, "site");
  const { services, close } = opened;
  services.isGuessable = isPasswordGuessable;
  // The events of the tests are of 2025: until its settings are saved, the planning stays in that year.
  const { get } = services.settings;
  services.settings.get = async () => {
    const settings = await get();
    return settings.lastSave ? settings : { ...settings, planningYearAutomatic: false };
  };
  await services.auth.createAccount(ADMIN.email, ADMIN.password);
  const build = (await import(join(BUILD, "server/index.js"))) as ServerBuild;
  const limiterFor = createRateLimiter();
  const app = createApp({
    limiterFor,
    services,
    site: {
      publicUrl: config.publicUrl,
      hstsSubdomains: config.hstsSubdomains,
      demo,
      report: (error, position) => log.push({ error, position }),
      logSecurity: (...line) => security.push(line),
    },
    isHealthy: opened.isHealthy,
    readPictureFile: opened.readPictureFile,
    build,
    mode: "production",
    cache,
    assets: join(BUILD, "client"),
    trustProxy: config.trustProxy,
  });

  let visitors = 0;
  /** @returns the address of a new visitor, in a /48 of its own, so that no limit of a network counts two visitors together */
  function nextAddress(): string {
    const number = visitors++;
    return `2001:${(0xdb8 + (number >> 16)).toString(16)}:${(number & 0xffff).toString(16)}::1`;
  }
  /** @param address of the visitor; without it, each request comes from a new visitor */
  const request = async (path: string, init: RequestInit = {}, address = nextAddress()) =>
    app.request(config.publicUrl + path, init, { incoming: { socket: { remoteAddress: address } } });

  /** Sends a form as a browser without script does. A field with several values is sent several times. */
  async function send(path: string, fields: Record<string, string | string[]>, cookie = "", address?: string) {
    const body = new URLSearchParams();
    for (const [name, values] of Object.entries(fields)) for (const v of [values].flat()) body.append(name, v);
    return request(path, { method: "POST", body, headers: { origin: config.publicUrl, cookie } }, address);
  }

  /** Sends a form with a file. */
  async function upload(path: string, fields: Record<string, string | File>, cookie: string, address?: string) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return request(path, { method: "POST", body, headers: { origin: config.publicUrl, cookie } }, address);
  }

  /** Signs in through the real form. @returns the cookie header of the session */
  async function signIn(): Promise<string> {
    const response = await send("/login", { username: ADMIN.email, password: ADMIN.password });
    const session = response.headers.getSetCookie().find((c) => /^(?:__Host-)?session=/.test(c));
    if (!session) throw new Error(`signing in answered ${response.status} without a session`);
    return session.split(";", 1)[0] ?? "";
  }

  return {
    app,
    cache,
    config,
    folder,
    limiter: (address: string) => limiterFor(visitorIpAddress(address, undefined, 0)),
    log,
    security,
    services,
    request,
    send,
    upload,
    signIn,
    async close() {
      cache.stop();
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Use = { env?: Record<string, string>; demo?: boolean; each?: boolean; committee?: boolean; now?: Date };

/**
 * One site for all tests of a file, closed after the last one.
 * @param each a new site for each test
 * @param committee `cookie` holds a session of the committee; without it, none
 * @param now time at which the clock of the site stands still, for tests that know its day, also around midnight
 */
export function setUpSite({ env = {}, demo = false, each = false, committee = false, now }: Use = {}) {
  const get = (path: string, cookie = site.cookie) => site.request(path, { headers: { cookie } });
  /** A page without the comments that React leaves between two texts. */
  const read = async (path: string, cookie = site.cookie) => {
    const response = await get(path, cookie);
    return { status: response.status, html: (await response.text()).replaceAll("<!-- -->", "") };
  };
  const html = async (path: string, cookie = site.cookie) => (await read(path, cookie)).html;
  const site = { cookie: "", get, read, html } as TestSite &
    Record<"cookie", string> & { get: typeof get; read: typeof read; html: typeof html };
  (each ? beforeEach : beforeAll)(async () => {
    Object.assign(site, await openSite(env, demo));
    if (now) site.services.clock.now = () => now;
    if (committee) site.cookie = await site.signIn();
  });
  (each ? afterEach : afterAll)(() => site.close());
  return site;
}

/** A form with an endless body. @returns the request, and how many pieces of its body the site has read */
export function endlessForm(headers: Record<string, string>) {
  let pieces = 0;
  const body = new ReadableStream({
    pull(output) {
      pieces++;
      output.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half", headers };
  return { init, read: () => pieces };
}

/** @returns the text of a part of a page, in one line */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** @returns field and sentence of each error beside a field, in the order of the page */
export const sentences = (html: string) =>
  [...html.matchAll(/<p class="field__error" id="([^"]+)-erreur">.*?<\/svg>(.*?)<\/p>/gs)].map(
    ([, field, sentence]) => [field, sentence],
  );

/** @returns the first cookie of a response, which is the session after a sign-in, as a browser sends it back */
export const cookieIn = (response: Response): string => response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";

/** @returns the path of the link to a password that a page shows; empty when it shows none */
export const linkIn = (html: string): string =>
  /<code>http:\/\/localhost:3000(\/invitation\/[\w-]{32,})<\/code>/.exec(html)?.[1] ?? "";

/** Saves these settings, and keeps the others. */
export async function saveSettings({ services }: Pick<TestSite, "services">, fields: Partial<Settings>) {
  const { version, lastSave: _, picture: __, ...settings } = await services.settings.get();
  const author = { by: { id: "a", name: "Ana" }, at: services.clock.now() };
  expect(await services.settings.save({ ...settings, ...fields }, version, author)).not.toBe("outdated");
}

/** Sends the form of the settings with the initial values, except these. */
export async function sendSettings({ services, upload }: TestSite, fields: Record<string, string>, cookie: string) {
  const { version } = await services.settings.get();
  const form = { photo: new File([], ""), ...settingsAsTyped(INITIAL_SETTINGS), version, hp: "", ...fields };
  return upload("/reglages", form, cookie);
}

/** @returns the version in the form of a page; empty when it has none */
export const versionIn = (html: string): string => /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
