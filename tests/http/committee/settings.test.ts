import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { dayInZurich } from "#domain/dates.ts";
import { PICTURE_SENTENCES } from "#domain/pictures/upload-limits.ts";
import { INITIAL_SETTINGS, settingsAsTyped } from "#domain/settings/settings.ts";
import { ADMIN, sentences, setUpSite, textOf, versionIn } from "#tests/http/site.ts";
import { jpeg } from "#tests/images/pictures.ts";

const NOW = new Date();
const site = setUpSite({ each: true, committee: true, now: NOW });

const page = (path: string, who = "") => site.html(path, who);

/** The fields that a browser sends after opening the page. */
async function typed(fields: Record<string, string> = {}) {
  const { version } = await site.services.settings.get();
  return { ...settingsAsTyped(INITIAL_SETTINGS), version, hp: "", ...fields };
}

/** Sends the form with its file field, which may be empty, as the page does. */
const saveForm = (fields: Record<string, string | File>) =>
  site.upload("/reglages", { photo: new File([], ""), ...fields }, site.cookie);

describe("saving the settings", () => {
  it("with the box ticked lets the site change the year of the planning automatically", async () => {
    const ticked = async () => / type="checkbox"[^>]*checked=""/.test(await page("/reglages", site.cookie));
    expect(await ticked()).toBe(false);
    await saveForm(await typed({ planningYearAutomatic: "on" }));
    expect(await site.services.settings.get()).toMatchObject({ planningYear: 2025, planningYearAutomatic: true });
    expect(await ticked()).toBe(true);
    // Browsers do not send a check box that is not ticked.
    const { planningYearAutomatic: _, ...unticked } = await typed();
    await saveForm(unticked);
    expect(await site.services.settings.get()).toMatchObject({ planningYearAutomatic: false });
    const history = textOf(await page("/reglages/historique", site.cookie));
    expect(history).toContain("Passer tout seul à l’année suivante avant : Oui après : Non");
  });

  it("makes the home page thank for RJV 2025 until the chosen day", async () => {
    for (const [rjvThanksUntil, thanks] of [
      [dayInZurich(NOW), true],
      ["2025-06-30", false],
      ["", false],
    ] as const) {
      await saveForm(await typed({ rjvThanksUntil }));
      expect((await page("/")).includes("est terminé, merci à toutes et à tous.")).toBe(thanks);
    }
  });

  it("changes cached public pages at once, and shows author and time to the committee only", async () => {
    for (const path of ["/", "/dons", "/planning", "/contact"]) await page(path);
    expect((await page("/reglages", site.cookie)).match(/Exemple, à remplacer/g)).toHaveLength(5);
    const response = await saveForm(
      await typed({
        planningYear: "2031",
        planningYearAutomatic: "",
        holder: `Jeunesse <img onerror>`,
        iban: "CH56 0483 5012 3456 7800 9",
        postcode: "1950",
        place: "Sion",
        twint: "https://exemple.ch/t",
        email: "nous@exemple.ch",
        instagram: "https://exemple.ch/insta",
        facebook: "https://exemple.ch/face",
      }),
    );
    expect([response.status, response.headers.get("location")]).toEqual([302, "/reglages"]);
    expect(await page("/planning")).toContain("Planning 2031");
    const donations = await page("/dons");
    for (const text of [
      "Jeunesse &lt;img onerror&gt;",
      "CH56 0483 5012 3456 7800 9",
      "1950 Sion",
      'href="https://exemple.ch/t"',
    ])
      expect(donations).toContain(text);
    expect(donations).not.toContain("Coordonnées d’exemple");
    const home = await page("/");
    for (const link of ["https://exemple.ch/insta", "https://exemple.ch/face", "mailto:nous@exemple.ch"])
      expect(home).toContain(`href="${link}"`);
    expect(await page("/contact")).toContain('href="https://exemple.ch/insta"');
    expect(await page("/charte")).toContain("La Jeunesse de Savièse, 1950 Sion, Valais");
    const form = await page("/reglages", site.cookie);
    expect(form).not.toContain("Exemple, à remplacer");
    expect(form).toMatch(new RegExp(`Dernière modification\u00a0: \\d\\d\\.\\d\\d\\.\\d{4}, par ${ADMIN.email}`));
    for (const path of ["/", "/dons", "/contact"]) expect(await page(path)).not.toContain(ADMIN.email);
  });

  it("returns one sentence per invalid field, and keeps all typed values", async () => {
    const wrong = { planningYear: "1825", recipients: "a@exemple.ch\r\nnimporte" };
    const kept = { planningYearAutomatic: "on", holder: "Jeunesse du <b>lac</b>" };
    const response = await saveForm(await typed({ ...wrong, ...kept }));
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(sentences(html)).toEqual([
      ["planningYear", "Indiquez une année entre 2000 et 2099."],
      ["recipients", "«\u00a0nimporte\u00a0» n’est pas une adresse e-mail complète."],
    ]);
    expect(html).toMatch(/ type="checkbox"[^>]*checked=""/);
    expect(html).toContain('value="Jeunesse du &lt;b&gt;lac&lt;/b&gt;"');
    expect(html).toMatch(/<textarea[^>]*>a@exemple\.ch\r?\nnimporte<\/textarea>/);
    expect(await site.services.settings.get()).toMatchObject({ lastSave: null });
  });

  it("does not overwrite a save that another person made since the page was opened", async () => {
    const mine = { ...(await typed({ place: "Sion" })), version: versionIn(await site.html("/reglages")) };
    await saveForm(await typed({ planningYear: "2027" }));
    const response = await saveForm(mine);
    const html = await response.text();
    expect(response.status).toBe(409);
    expect(html).toContain(`${ADMIN.email} vient de modifier les réglages.`);
    expect(html).toContain("Ils disent maintenant\u00a0: Année du planning\u00a0: 2027, Lieu\u00a0: Savièse.");
    expect(html).toContain('value="Sion"');
    expect((await saveForm({ ...mine, version: versionIn(html) })).status).toBe(302);
    expect(await site.services.settings.get()).toMatchObject({ planningYear: 2025, place: "Sion" });
  });
});

describe("the group photo", () => {
  const photo = async (name = "bande.jpg") => new File([new Uint8Array(await jpeg(400, 260))], name);
  const address = async () => /\/images\/accueil\/groupe\/[\w-]+\.jpg/.exec(await page("/"))?.[0] ?? null;

  it("replaces the drawing of the home page, with its description, until it is removed", async () => {
    expect(await address()).toBeNull();
    await saveForm({ ...(await typed({ photoDescription: "Toute la <bande>" })), photo: await photo() });
    const first = await address();
    expect(first).not.toBeNull();
    expect(await page("/")).toContain('alt="Toute la &lt;bande&gt;"');
    expect(await page("/")).not.toContain("Dessinée, en attendant");
    expect(await site.html("/reglages")).not.toContain("Choisissez le fichier encore une fois.");
    const image = await site.request(String(first));
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/jpeg"]);

    await saveForm({ ...(await typed()), photo: await photo("autre.jpg") });
    expect(await address()).not.toBe(first);
    expect((await site.request(String(first))).status).toBe(404);

    const refused = await saveForm({ ...(await typed()), photo: new File(["<svg/>"], "x.jpg") });
    const html = await refused.text();
    expect([refused.status, sentences(html)]).toEqual([415, [["photo", PICTURE_SENTENCES.unreadable]]]);
    expect(html).toContain("Choisissez le fichier encore une fois.");

    await saveForm(await typed({ removePhoto: "on" }));
    expect(await address()).toBeNull();
    expect(await page("/")).toContain("Dessinée, en attendant");
  });
});

it("a test mail is saved as a file without a mail server, and adds nothing to the inbox", async () => {
  const html = await (await site.send("/reglages", { what: "test" }, site.cookie)).text();
  for (const text of [
    "Le courrier d’essai est resté ici.",
    "Personne ne reçoit d’e-mail.",
    "Le site n’a pas encore de messagerie",
  ])
    expect(html).toContain(text);
  const [file = "", ...others] = readdirSync(join(site.folder, "outbox"));
  expect([file, others]).toEqual([expect.stringMatching(/-test-.*\.eml$/), []]);
  const mail = await PostalMime.parse(readFileSync(join(site.folder, "outbox", file)));
  expect(mail.from?.name).toBe("La Jeunesse de Savièse");
  expect(await site.services.mails.nextDue()).toBeNull();
});
