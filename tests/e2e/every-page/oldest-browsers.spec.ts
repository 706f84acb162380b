/**
 * Every page and the steps that once broke, in a Chromium without the functions, attributes, selectors and styles that
 * the oldest supported browsers lack.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";
import { dayInZurich } from "#domain/dates.ts";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { EMPTY_MEMBER } from "#domain/register/member.ts";
import { memberAsTyped } from "#domain/register/member-form.ts";
import { inscription, message, withInbox } from "#tests/e2e/inbox.ts";
import { test } from "#tests/e2e/own-site.ts";
import { fillSignUp } from "#tests/e2e/sign-up-form.ts";
import { expect, type Page, postForm, signIn } from "#tests/e2e/test.ts";
import { DELETED, LACKING_ATTRIBUTES } from "#tests/engines/newer-scripts.ts";
import { LACKING_SELECTORS, readStyle } from "#tests/engines/newer-styles.ts";
import { jpeg } from "#tests/images/pictures.ts";

type Lacking = { deleted: typeof DELETED; attributes: string[]; selectors: string[] };

/** Runs in the browser before every script of a page. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: runs in the browser, which knows no other function of this file
function forget({ deleted, attributes, selectors }: Lacking): void {
  const globals = globalThis as unknown as Record<string, { prototype?: object }>;
  for (const [owner, name, isStatic] of deleted) {
    const object = owner === "Window" ? window : globals[owner];
    if (!object) continue;
    const prototype = (object as { prototype?: object }).prototype;
    if (name === null) {
      for (const own of Object.getOwnPropertyNames(prototype ?? {}))
        if (own !== "constructor") Reflect.deleteProperty(prototype as object, own);
      Reflect.deleteProperty(globalThis, owner);
    } else if (isStatic || !prototype || Object.hasOwn(object, name)) Reflect.deleteProperty(object, name);
    else Reflect.deleteProperty(prototype, name);
  }

  const unknown = new RegExp(selectors.map((selector) => `${selector}(?![\\w-])`).join("|"));
  for (const prototype of [Element.prototype, Document.prototype, DocumentFragment.prototype])
    for (const name of ["matches", "closest", "querySelector", "querySelectorAll"] as const) {
      const original = (prototype as Element)[name] as ((selector: string) => unknown) | undefined;
      if (!original) continue;
      const asking = function (this: Element, selector: string) {
        if (unknown.test(selector)) throw new SyntaxError(`${name}: ${selector}`);
        return original.call(this, selector);
      };
      Object.defineProperty(prototype, name, { value: asking, configurable: true, writable: true });
    }

  // An old browser ignores the attributes: this one must not see them.
  const selector = attributes.map((attribute) => `[${attribute}]`).join(",");
  const remove = (element: Element) => {
    if (element.matches(selector)) for (const attribute of attributes) element.removeAttribute(attribute);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      for (const node of type === "attributes" ? [target] : addedNodes) {
        if (!(node instanceof Element)) continue;
        remove(node);
        node.querySelectorAll(selector).forEach(remove);
      }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: attributes });
}

const oldStyles = new Map<string, string>();

/** @returns what the oldest browsers read of a style sheet of the build, in base 64 */
function oldStyle(url: string): string {
  const { pathname } = new URL(url);
  const known = oldStyles.get(pathname);
  if (known !== undefined) return known;
  const { old } = readStyle(readFileSync(join("build/client", pathname), "utf8"));
  const body = Buffer.from(old).toString("base64");
  oldStyles.set(pathname, body);
  return body;
}

async function growOld(page: Page): Promise<void> {
  const attributes = [...LACKING_ATTRIBUTES];
  await page.addInitScript(forget, { deleted: DELETED, attributes, selectors: [...LACKING_SELECTORS] });
  // `page.route` would answer every request here, and disable the cache: a page would load all of its scripts again.
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const style = { responseCode: 200, responseHeaders: [{ name: "content-type", value: "text/css" }] };
    session.send("Fetch.fulfillRequest", { requestId, ...style, body: oldStyle(request.url) }).catch((error: Error) => {
      // The page was left or closed meanwhile.
      if (!/Invalid InterceptionId|has been closed/.test(error.message)) throw error;
    });
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*/assets/*.css" }] });
}

test.beforeEach(({ page }) => growOld(page));
test.use({ expectedStatuses: [400, 404, 410] });

/** The router shows a failure of a script as a page of its own. */
const isWhole = async (page: Page, path: string) => {
  await expect(page.getByRole("heading", { level: 1 }).first(), path).toBeVisible();
  await expect(page.getByRole("heading", { name: "Quelque chose a cassé", level: 1 }), path).toHaveCount(0);
};

const TODAY = dayInZurich(new Date());
const YEAR = TODAY.slice(0, 4);
const MEMBER = { ...EMPTY_MEMBER, firstName: "Zoé", lastName: "Luyet", phone: "0791234567", since: `${YEAR}-01-01` };

/** Follows a link of the navigation without a new document, and returns. */
async function followLink(page: Page, from: string, name: string): Promise<void> {
  await page.goto(from);
  await page.evaluate(() => Object.assign(window, { same: true }));
  await page.getByRole("navigation", { name: "Navigation principale" }).getByRole("link", { name }).click();
  await expect(page, from).not.toHaveURL(from);
  await isWhole(page, `${from}, ${name}`);
  expect(await page.evaluate(() => "same" in window), `${from}, ${name}`).toBe(true);
}

test("visitors go from the forms to every page, send both forms, and the menu needs no popover", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto("/inscription");
  expect(await page.evaluate(() => "parse" in URL || "groupBy" in Map || "showPopover" in document.body)).toBe(false);
  expect(oldStyles.size).toBeGreaterThan(0);
  for (const from of ["/contact", "/inscription"])
    for (const name of ["Planning", "Le comité", "Faire un don", "La jeunesse"]) await followLink(page, from, name);

  await page.goto("/contact");
  await page.getByRole("link", { name: "ce que nous en faisons" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/données/);
  await isWhole(page, "/confidentialite");

  await page.goto("/contact");
  await page.getByLabel("Nom et prénom").fill("Zoé Luyet");
  await page.getByLabel("E-mail").fill("zoe@exemple.ch");
  await page.getByLabel("Sujet").fill("Bonjour");
  await page.getByLabel("Message", { exact: true }).fill("Un mot.");
  await page.getByRole("button", { name: "Envoyer", exact: true }).click();
  await expect(page.getByRole("dialog", { name: /Merci/ })).toBeVisible();
  await page.goto("/inscription");
  await fillSignUp(page, "Zoé", 20);
  await page.getByRole("button", { name: "S'inscrire" }).click();
  await expect(page.getByRole("dialog", { name: "Merci de votre inscription" })).toBeVisible();
});

test("the oldest supported browser deletes ticked entries, and saves a photo, a text and a payment", {
  tag: "@long",
}, async ({ page, dataDir }) => {
  await withInbox(async (inbox) => {
    await inbox.add(inscription({ lastName: "Fendant" }), new Date());
    await inbox.add(inscription({ lastName: "Humagne" }), new Date());
  }, dataDir);
  await signIn(page, "/inscriptions");
  await page.getByLabel("Cocher").first().check();
  const bar = page.locator(".bulk");
  const question = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce qui est coché ?" });
  await bar.getByRole("button", { name: "Supprimer" }).click();
  await question.getByRole("button", { name: "Garder" }).click();
  await expect(question).toBeHidden();
  await bar.getByRole("button", { name: "Supprimer" }).click();
  await question.getByRole("button", { name: "Supprimer" }).click();
  await expect(page.getByText(/^Supprimée, /)).toBeVisible();
  await page.getByLabel("Cocher").first().check();
  await bar.getByRole("button", { name: "Marquer traitées" }).click();
  await expect(page.getByText(/^Traitée, /).first()).toBeVisible();

  await page.goto("/evenement/create");
  await page.getByLabel("Nom de l’événement").fill("Bal du village");
  await page.getByLabel("Mois").selectOption("Août");
  await page.getByLabel("Lieu").fill("Halle des fêtes");
  const file = { name: "Capture d’écran\u202f2.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) };
  await page.getByLabel("Image", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Enregistrer", exact: true }).click();
  // The form shows the event as a card, too.
  await expect(page).toHaveURL(/\/planning(?:\/|#|$)/);
  await expect(page.locator(".evenement", { hasText: "Bal du village" }).locator("img")).toBeVisible();
  await isWhole(page, "/planning");

  await page.goto("/annonce");
  await page.getByLabel("Annonce", { exact: true }).fill("On se voit samedi.");
  await page.getByLabel("Lien").fill("/planning");
  await page.getByRole("button", { name: "Publier l’annonce" }).click();
  await expect(page.getByText(/^En ligne jusqu’au/)).toBeVisible();
  await page.goto("/");
  await expect(page.locator("[data-until]")).toContainText("samedi");

  await postForm(page, "/cotisations/ouvrir", { year: YEAR });
  await page.goto(await postForm(page, "/registre/create", memberAsTyped(MEMBER)));
  await isWhole(page, "/registre/:recordId");
});

/** Paths of the routes that are pages: the others are files. */
const pagesIn = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path = "", file, children }) =>
    children ? pagesIn(children) : file.endsWith(".tsx") && !/\*|\.ics$/.test(path) ? [path] : [],
  );

/** Values of the parameters of app/routes.ts. */
async function fillSite(page: Page, dataDir: string): Promise<Record<string, string>> {
  const { entry } = await withInbox(async (inbox) => {
    await inbox.add(message(), new Date());
    return inbox.add(inscription({ lastName: "Fendant" }), new Date());
  }, dataDir);
  await signIn(page, "/registre");
  await postForm(page, "/cotisations/ouvrir", { year: YEAR });
  const record = await postForm(page, "/registre/create", memberAsTyped(MEMBER));
  const recordId = record.split("/").at(-1) ?? "";
  await postForm(page, `/assemblees/${TODAY}`, { intention: "present", member: recordId });
  const committee = await postForm(page, "/comite/create", { Prenom: "Luc", Nom: "Favre", Poste: "Membre" });
  const image = { name: "a.jpg", mimeType: "image/jpeg", buffer: await jpeg(400, 320) };
  const event = { Nom: "Nuit", mois: "08", annee: YEAR, Lieu: "Halle", image };
  const planning = await postForm(page, "/evenement/create", event);
  await page.goto(record);
  const own = new URL(await page.locator("code").innerText()).pathname;
  const [memberId = "", eventId = ""] = [committee, planning].map((address) => address.split("#").at(-1));
  const token = own.split("/").at(-1) ?? "";
  const others = { year: YEAR, day: TODAY, change: "reporter", slug: "charte", address: "rien", id: entry.id };
  const ofEvents = { eventId, notesEventId: eventId, resultEventId: eventId };
  const kept = { subject: ASSOCIATION, notesSubject: ASSOCIATION, resultSubject: ASSOCIATION };
  return { signUpId: entry.id, recordId, memberId, token, ...ofEvents, ...kept, ...others };
}

test("every page and every screen of the committee opens in the oldest supported browsers", async ({
  page,
  dataDir,
}) => {
  test.setTimeout(240_000);
  const values = await fillSite(page, dataDir);
  const paths = pagesIn(routes).map((path) => `/${path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? name)}`);
  expect(paths.length).toBeGreaterThan(50);
  // The last one: it ends the session.
  for (const path of paths.toSorted((a, b) => Number(a === "/logout") - Number(b === "/logout")))
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: "domcontentloaded" });
      await isWhole(page, path);
    });
});
