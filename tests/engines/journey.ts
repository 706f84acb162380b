/** The main journeys of visitors and the committee, in a browser of another engine. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, vi } from "vitest";
import { dayInZurich, yearsBefore } from "#domain/dates.ts";
import { ADMIN } from "#tests/e2e/site.ts";
import type { Driver } from "./driver.ts";

const TODAY = dayInZurich(new Date());
const YEAR = TODAY.slice(0, 4);
export const NEXT_YEAR = String(Number(YEAR) + 1);

/** `selector` and the start of the text. Shows the element without smooth scrolling, which a click would miss. */
const WITH_TEXT = `(selector, text) => {
  document.documentElement.style.scrollBehavior = "auto";
  const words = (element) => element.textContent.replace(/\\s+/g, " ").trim();
  const found = [...document.querySelectorAll(selector)].find(
    (element) => words(element).startsWith(text) && element.getClientRects().length > 0 && !element.disabled);
  found?.scrollIntoView({ block: "center" });
  return found ?? null;
}`;
const LABELLED = `(text) => {
  const words = (element) => element.textContent.replace(/\\s+/g, " ").trim();
  const label = [...document.querySelectorAll("label")].find((each) => words(each).startsWith(text));
  label?.control?.scrollIntoView({ block: "center", behavior: "instant" });
  return label?.control ?? null;
}`;
const HYDRATED = `() => document.readyState === "complete" &&
  [...document.querySelectorAll("main, .session")].every((e) => Object.keys(e).some((key) => key.startsWith("__reactProps")))`;

/** From this size on, the browser shrinks a photo. */
const SHRUNK_BYTES = 2_000_000;

/** @returns the path of a JPEG; with the name of a camera, it is larger than `SHRUNK_BYTES` */
async function photo(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const width = name.startsWith("IMG_") ? 2000 : 600;
  const raw = { width: 600, height: 400, channels: 3 as const };
  const noise = sharp(randomBytes(raw.width * raw.height * raw.channels), { raw });
  writeFileSync(path, await noise.resize({ width }).jpeg({ quality: 98 }).toBuffer());
  expect(statSync(path).size > SHRUNK_BYTES, `${statSync(path).size} bytes`).toBe(width > 600);
  return path;
}

export type Journey = ReturnType<typeof journeyOf>;

export function journeyOf(driver: Driver, site: string) {
  const until = (what: string, done: () => Promise<unknown>) =>
    vi.waitUntil(done, { timeout: 60_000, interval: 50 }).catch(async () => {
      const seen = await driver.run<string>("() => location.href + ' ' + document.querySelector('main').innerText");
      throw new Error(`${what} is missing on ${seen}`);
    });
  const click = (selector: string, text: string) =>
    until(`${selector} "${text}"`, () => driver.click(WITH_TEXT, selector, text));
  const fill = (label: string, text: string) => until(label, () => driver.type(text, LABELLED, label));
  const see = (selector: string, text: string) =>
    until(`${selector} "${text}"`, () =>
      driver.run<boolean>(`(...all) => (${WITH_TEXT})(...all) !== null`, selector, text),
    );
  /** Dates and choices: each engine has its own widget for them. */
  const choose = (label: string, value: string) =>
    driver.run(
      `(label, value) => {
        const field = (${LABELLED})(label);
        const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
        set.call(field, value);
        for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
      }`,
      label,
      value,
    );
  async function choosePhoto(label: string, file: string) {
    const path = await photo(folder, file);
    await fill(label, path);
    // A large photo is replaced by a smaller one, which the script has made.
    const size = () => driver.run<number>(`(label) => (${LABELLED})(label).files[0]?.size ?? 0`, label);
    const { size: chosen } = statSync(path);
    await until("photo", async () => (chosen > SHRUNK_BYTES ? (await size()) < chosen : (await size()) === chosen));
  }
  async function open(path: string) {
    await driver.open(site + path);
    await until("hydration", () => driver.run(HYDRATED));
  }
  const savedPicture = (card: string, name: string) =>
    until(`picture of ${name}`, () =>
      driver.run<boolean>(
        `(card, name) => [...document.querySelectorAll(card)].some((each) => each.textContent.includes(name) &&
          [...each.querySelectorAll("img")].some((image) => image.src.includes("/images/") && image.naturalWidth > 0))`,
        card,
        name,
      ),
    );

  const folder = mkdtempSync(join(tmpdir(), "jeunesse-photos-"));

  return {
    async sendsTheFormsOfVisitors() {
      await open("/contact");
      await fill("Nom et prénom", "Zoé Luyet");
      await fill("E-mail", "zoe@exemple.ch");
      await fill("Sujet", "Bonjour");
      await fill("Message", "Un mot.");
      await click("main button", "Envoyer");
      await see("dialog[open] h2", "Merci de votre message");
      await click("dialog[open] button", "Fermer");
      await click("main a", "À la prochaine fête");
      await see("h1", "Planning");

      await open("/inscription");
      await fill("Nom", "Luyet");
      await fill("Prénom", "Zoé");
      await fill("Adresse", "Rue du Stade 5, 1965 Savièse");
      await fill("Téléphone", "079 123 45 67");
      await choose("Date de naissance", yearsBefore(TODAY, 20));
      await driver.click(`() => [...document.querySelectorAll("[type=checkbox][required]")].at(0) ?? null`);
      await click("main button", "S'inscrire");
      await see("dialog[open] h2", "Merci de votre inscription");
    },

    async signsIn() {
      await open("/login");
      await fill("E-mail", ADMIN.email);
      await fill("Mot de passe", ADMIN.password);
      await click("main button[type=submit]", "Se connecter");
      await see("h1", "À faire");
    },

    async savesAnEvent(name: string, file: string) {
      await open("/evenement/create");
      await fill("Nom de l’événement", name);
      await choose("Mois", "08");
      await choose("Année", NEXT_YEAR);
      await fill("Lieu", "Halle des fêtes");
      await choosePhoto("Image", file);
      await click("main button", "Enregistrer");
      await savedPicture(".evenement", name);
    },

    async savesAPortrait(name: string, file: string) {
      await open("/comite/create");
      await fill("Prénom", name);
      await fill("Nom", "Favre");
      await choosePhoto("Photo (facultative)", file);
      await click("main button", "Enregistrer");
      await savedPicture(".membre", name);
    },

    /** @param event id of the event */
    async changesAPoster(event: string, file: string) {
      const pictures = () =>
        driver.run<string[]>(`() => [...document.querySelectorAll("main img")].map(({ src }) => src)`);
      await open(`/evenement/modify/${event}/affiche`);
      const before = (await pictures()).filter((src) => src.includes("/images/"));
      expect(before).not.toEqual([]);
      await choosePhoto("Nouvelle affiche", file);
      await click("main button", "Enregistrer");
      await until("new poster", async () => {
        const after = (await pictures()).filter((src) => src.includes("/images/"));
        return after.length > 0 && !after.some((src) => before.includes(src));
      });
    },

    async savesTheGroupPhoto(file: string) {
      const pictures = async () => {
        const home = await fetch(site).then((answer) => answer.text());
        return [...home.matchAll(/\/images\/accueil[^" ]+/g)].join(" ");
      };
      const before = await pictures();
      await open("/reglages");
      await choosePhoto("Image", file);
      await click("main button", "Enregistrer");
      await until("photo of the home page", async () => ![before, ""].includes(await pictures()));
    },

    async importsAList(file: string) {
      const path = join(folder, file);
      writeFileSync(path, "Prénom;Nom\nÉloïse;Dubuis\n");
      await open("/registre/importer");
      await fill("Fichier CSV", path);
      await click("main button", "Voir l’aperçu");
      await until("preview", () => driver.run(`() => document.querySelector("main").innerText.includes("Dubuis")`));
    },

    /** Over plain http, the engine may keep pages in its back/forward cache. */
    async showsNoCommitteePageAfterTheSignOut() {
      await open("/registre");
      await see("h1", "Membres");
      await open("/logout");
      await until("sign-out", () =>
        driver.run(`() => location.pathname === "/" && !document.querySelector(".session")`),
      );
      await driver.run("() => { history.back(); }");
      await until("sign-in", () =>
        driver.run(`() => location.pathname === "/login" && document.readyState === "complete"`),
      );
      expect(await driver.run(`() => getComputedStyle(document.querySelector("h1")).visibility`)).toBe("visible");
      await see("h1", "Page de login");
    },

    async notesCashAndUndoesIt() {
      await open("/cotisations/ouvrir");
      await click("main button", `Ouvrir ${YEAR}`);
      await see("h1", `Cotisation ${YEAR}`);
      await open("/registre/create");
      await fill("Prénom", "Marc");
      await fill("Nom", "Luyet");
      await choose("Membre depuis", `${YEAR}-01-01`);
      await click("main button", "Enregistrer");
      await see("h1", "Marc Luyet");
      await open(`/cotisations/${YEAR}`);
      await click(".fees__ways button", "Payée, Marc Luyet : Espèces");
      await until("payment", () => driver.run(`() => document.querySelector("main").innerText.includes("1 payée")`));
      await open(`/cotisations/${YEAR}?filtre=paid`);
      await click(".list a", "Marc Luyet");
      await see(".member-fees__lines li", "");
      await click("main button", "Annuler ce paiement");
      await click("dialog[open] button", "Annuler ce paiement");
      await until("open fee", () => driver.run(`() => document.querySelector(".member-fees__lines del") !== null`));
    },
  };
}
