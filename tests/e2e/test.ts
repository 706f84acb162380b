/** Fixtures and helpers of every browser test: no console error, no request to another site, axe, signing in. */
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { type BrowserContext, test as base, type Cookie, expect, type Locator, type Page } from "@playwright/test";
import type axe from "axe-core";
import { missingForEmulators } from "../emulators/start.ts";
import { ADMIN, HOSTED } from "./site.ts";

type Fixtures = {
  /** Error statuses that a test provokes, and whose console messages are therefore expected. */
  expectedStatuses: number[];
  /** Whether the test disconnects the network. */
  networkError: boolean;
  hydration: undefined;
  watchdog: undefined;
};

/** Browsers at a site that all tests share, with its address. */
const atSharedSites = new WeakMap<BrowserContext, string>();

/**
 * Waits until React has hydrated the page and the session bar, which is a chunk of its own. `goto` and `reload` wait by
 * themselves; a link, a form or a redirect may load a document too. Does not wait where no script runs.
 */
export async function waitForReact(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (matchMedia("(scripting: none)").matches) return true;
    if (document.readyState === "loading") return false;
    const isHydrated = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps"));
    return (
      !document.querySelector('script[type="module"]:not([src])') ||
      [...document.querySelectorAll("main, .session")].every(isHydrated)
    );
  });
}

/** Makes `goto` and `reload` of a page wait for hydration. */
function waitAfterLoads(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== "commit") await waitForReact(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await waitForReact(page);
    return response;
  };
}

const isHealthy = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** @returns an address of a private network, the same for the same name */
const addressOf = (name: string): string =>
  ["10", ...createHash("sha256").update(name).digest().subarray(0, 3)].join(".");

export const test = base.extend<Fixtures>({
  // Also for contexts that a test opens itself.
  hydration: [
    async ({ browser }, use) => {
      const onContext = (context: BrowserContext) => void context.on("page", waitAfterLoads);
      browser.on("context", onContext);
      await use(undefined);
      browser.off("context", onContext);
    },
    { auto: true },
  ],
  // Each test has an address of its own: all tests from one address would exceed its limits.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing else is needed
  extraHTTPHeaders: async ({}, use, { testId, retry }) => use({ "x-forwarded-for": addressOf(`${testId} ${retry}`) }),
  expectedStatuses: [[], { option: true }],
  networkError: [false, { option: true }],
  watchdog: [
    async ({ context, baseURL, expectedStatuses, networkError }, use, testInfo) => {
      const isHosted = testInfo.project.name === HOSTED;
      const missing = isHosted ? missingForEmulators() : null;
      testInfo.skip(missing !== null, missing ?? "");
      if (isHosted) await expect.poll(() => isHealthy(String(baseURL)), { timeout: 100_000 }).toBe(true);
      if (baseURL && baseURL === testInfo.project.use.baseURL) atSharedSites.set(context, baseURL);
      const problems: string[] = [];
      const expected = (text: string) =>
        expectedStatuses.some((status) => text.includes(`status of ${status}`)) ||
        (networkError && text.includes("net::ERR_INTERNET_DISCONNECTED")) ||
        // An init script of a test, in the sandboxed preview of a text.
        text.startsWith("Blocked script execution");
      const absent: { picture: string; page: string }[] = [];
      context.on("console", (message) => {
        if (message.type() !== "error" || expected(message.text())) return;
        const picture = URL.parse(message.location().url)?.pathname ?? "";
        if (!message.text().includes("status of 404") || !picture.startsWith("/images/")) problems.push(message.text());
        else absent.push({ picture, page: message.page()?.url() ?? "" });
      });
      context.on("weberror", (error) => {
        const { message } = error.error();
        // Chromium reports a view transition that it skips while it is busy, also on pages without script.
        if (!message.startsWith("Transition was ")) problems.push(message);
      });
      context.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== baseURL) problems.push(`request to ${request.url()}`);
      });
      await use(undefined);
      // Another test may have deleted a picture while this page loaded. The page must not show it any more.
      for (const { picture, page } of absent) {
        const html = async () => (await context.request.get(page)).text();
        await expect.poll(html, `without the missing picture: ${page}`).not.toContain(picture);
      }
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, type Page };

/** Minified, because each page compiles it. */
const { source } = createRequire(import.meta.url)("axe-core/axe.min.js") as typeof axe;

const RULES = {
  all: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  /**
   * What the width of the window changes. For a page that is checked at another width: names, roles and structure are
   * the same, because only the menu button of the header appears at one width alone.
   */
  layout: {
    type: "rule" as const,
    values: ["color-contrast", "target-size", "link-in-text-block", "scrollable-region-focusable"],
  },
};

/** Header, footer and session bars that axe has checked: their HTML, the width and the style sheets. */
const checked = new Set<string>();

/** Expects no violation of WCAG 2.0 to 2.2 A and AA, nor of axe's best practices. */
export async function expectAccessible(page: Page, rules: keyof typeof RULES = "all"): Promise<void> {
  // Both sites have the same pages: the other one is checked.
  if (base.info().project.name === HOSTED) return;
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const known = [...checked].filter((key) => key.startsWith(`${rules} `));
  const { errors, parts } = await page.evaluate(runAxe, { rules, runOnly: RULES[rules], known });
  expect(errors, page.url()).toEqual([]);
  for (const part of parts) checked.add(part);
}

type AxeArguments = { rules: string; runOnly: axe.RunOptions["runOnly"]; known: string[] };

/**
 * Runs in the page. Leaves out the content of parts that are known; their landmarks stay, because each must be unique on
 * the page.
 * @returns the violations, and the parts that were checked now
 */
async function runAxe({ rules, runOnly, known }: AxeArguments): Promise<{ errors: string[]; parts: string[] }> {
  const { axe: runner } = window as unknown as { axe: typeof axe };
  const LANDMARK = "header, footer, nav, section, [role]";
  const contentOf = (part: Element): Element[] =>
    [...part.children].flatMap((child) =>
      child.matches(LANDMARK) || child.querySelector(LANDMARK) ? contentOf(child) : [child],
    );
  const styles = [...document.styleSheets].map(({ href }) => href).join(" ");
  const keyOf = (part: Element) => `${rules} ${window.innerWidth} ${styles} ${part.outerHTML}`;
  // A dialog or a menu covers what is below it, which axe then does not see.
  const isCovered = document.querySelector(":modal, :popover-open") !== null;
  const parts = isCovered ? [] : [...document.querySelectorAll("body > header, body > footer, .session")];
  const isKnown = (part: Element) => known.includes(keyOf(part));
  const exclude = parts.filter(isKnown).flatMap(contentOf);
  const { violations } = await runner.run(exclude.length > 0 ? { exclude } : document, {
    runOnly,
    // Without what no check here needs: a description of each element that passes, selectors, and the style sheets again.
    resultTypes: ["violations"],
    selectors: false,
    elementRef: false,
    preload: { assets: ["media"] },
  });
  return {
    errors: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`),
    parts: parts.filter((part) => !isKnown(part)).map(keyOf),
  };
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooLong = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooLong, page.url()).toBeLessThanOrEqual(0);
}

/**
 * Expects no text and no control to be cut off by the window, nor by an element that hides its overflow. Content of
 * scrollable elements, and text with an ellipsis, may be cut.
 */
export async function nothingIsCut(page: Page): Promise<void> {
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: runs in the browser, which knows no other function of this file
  const cut = await page.evaluate(() => {
    type Frames = { own: DOMRect[]; ofChildren: DOMRect[] };
    const NOTHING: Frames = { own: [], ofChildren: [] };
    const WINDOW = [new DOMRect(0, -1e6, document.documentElement.clientWidth, 2e6)];
    const seen = new Map<Element, Frames>();
    /** @returns the rectangles that limit what is visible of an element, and of what it contains */
    function frames(element: Element | null): Frames {
      if (!element || element === document.body) return { own: WINDOW, ofChildren: WINDOW };
      const known = seen.get(element);
      if (known) return known;
      const { overflowX, position, textOverflow, webkitLineClamp } = getComputedStyle(element);
      const isLoose = /auto|scroll/.test(overflowX) || textOverflow === "ellipsis" || webkitLineClamp !== "none";
      const own = position === "fixed" ? WINDOW : frames(element.parentElement).ofChildren;
      const clips = overflowX === "hidden" || overflowX === "clip";
      const found = isLoose ? NOTHING : { own, ofChildren: clips ? [...own, element.getBoundingClientRect()] : own };
      seen.set(element, found);
      return found;
    }
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(".skip-link, .honeypot") &&
      getComputedStyle(element).clipPath !== "inset(50%)";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element || !shown(element)) continue;
      const range = document.createRange();
      if (node instanceof Text) range.selectNodeContents(node);
      else if (!element.matches("a, button, input, select, textarea, summary")) continue;
      const rects = node instanceof Text ? [...range.getClientRects()] : [element.getBoundingClientRect()];
      const outside = frames(element).own.some(({ left, right, top, bottom }) =>
        rects.some(
          (r) => r.width > 1 && (r.left < left - 1 || r.right > right + 1 || r.top < top - 1 || r.bottom > bottom + 1),
        ),
      );
      if (outside) found.push(`${element.tagName}: ${(node.textContent || element.outerHTML).trim().slice(0, 60)}`);
    }
    return found;
  });
  expect(cut, page.url()).toEqual([]);
}

/** Far below the time after which the site asks for the password again. */
const KEPT_MS = 5 * 60_000;
/** The session that the tests of this worker share, by the address of the site. */
const sessions = new Map<string, { cookies: Cookie[]; since: number }>();

/** Signs in as the form does, without the page around it: that page is tested on its own (sign-in.spec.ts). */
export async function openSession(page: Page): Promise<void> {
  const form = { username: ADMIN.email, password: ADMIN.password };
  const answer = await page.request.post("/login", { form, maxRedirects: 0 });
  expect(answer.status()).toBe(302);
}

/**
 * Signs in, on a shared site with the session of an earlier test.
 * @param rest the page to open
 */
export async function signIn(page: Page, rest = "/planning"): Promise<void> {
  const context = page.context();
  const site = atSharedSites.get(context) ?? "";
  const kept = sessions.get(site);
  if (kept && Date.now() - kept.since < KEPT_MS) await context.addCookies(kept.cookies);
  else {
    await openSession(page);
    // The toast of the sign-in would cover controls for two seconds.
    await context.clearCookies({ name: /avis$/ });
    const cookies = (await context.cookies()).filter(({ name }) => name.endsWith("session"));
    if (site) sessions.set(site, { cookies, since: Date.now() });
  }
  await page.goto(rest);
  await expect(page.getByRole("region", { name: "Session du comité" })).toContainText(ADMIN.email);
}

/** Sends a form with a file, as a browser without script does. @returns the address that the answer redirects to */
export async function postForm(
  page: Page,
  path: string,
  multipart: Record<string, string | { name: string; mimeType: string; buffer: Buffer }>,
): Promise<string> {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.request.post(path, { multipart, headers, maxRedirects: 0 });
  expect([200, 302]).toContain(answer.status());
  return answer.headers().location ?? "";
}

/** Records the layout shifts of each page that is opened from now on. @returns a function that sums those of the page */
export async function recordShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { shifts: () => [...seen, ...observer.takeRecords()] });
  });
  return async () => {
    await page.evaluate(() => new Promise((rest) => requestAnimationFrame(() => requestAnimationFrame(rest))));
    return page.evaluate(() =>
      (window as unknown as { shifts: () => { value: number }[] }).shifts().reduce((sum, { value }) => sum + value, 0),
    );
  };
}

/** Holds requests back until the returned function is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Opens « Plus » in the bar of the committee. */
export async function openMore(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Plus", exact: true }).click();
  return page.getByRole("navigation", { name: "Plus" });
}

/** Expects a new card to be focused, in view and marked, so that a screen reader announces it. */
export async function isShownAsMade(card: Locator): Promise<void> {
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport({ ratio: 0.9 });
  await expect(card).toHaveCSS("background-color", "rgb(250, 219, 140)");
}

/** Unfolds an entry of the inbox, which is folded on a phone. @returns the same entry */
export async function unfold(entry: Locator): Promise<Locator> {
  await expect(entry).toBeVisible();
  for (const summary of await entry.locator("details:not([open]) > summary").filter({ visible: true }).all())
    await summary.click();
  return entry;
}

/** Opens the menu of an event's card. @returns the card */
export async function openMenu(card: Locator): Promise<Locator> {
  await card.locator(".menu > summary").click();
  return card;
}

const names = { test: "", count: 0 };

/** A name that no other test and no other project uses; it is the same in each run, so that layouts are the same. */
export function unique(name: string): string {
  const { testId } = base.info();
  if (names.test !== testId) Object.assign(names, { test: testId, count: 0 });
  const bytes = createHash("sha256")
    .update(`${testId} ${names.count++}`)
    .digest()
    .subarray(0, 6);
  return `${name} ${Array.from(bytes, (byte) => "abcdefghijklmnop"[byte % 16]).join("")}`;
}

/**
 * Waits for a toast. The page looks at each of its frames: on a busy machine, `toBeVisible` may look too rarely to see a
 * toast of two seconds.
 */
export const expectToast = (page: Page, text: string, timeout = 10_000): Promise<void> =>
  test.step(`the toast "${text}" is shown`, async () => {
    const isShown = (words: string) =>
      [...document.querySelectorAll(".toasts .toast")].some(
        (shown) => shown.textContent.includes(words) && shown.checkVisibility(),
      );
    await page.waitForFunction(isShown, text, { timeout });
  });

/** A toast with this text, in the zone at the bottom of the page. */
export const toast = (page: Page, text: string) => page.locator(".toasts .toast", { hasText: text });
