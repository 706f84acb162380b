import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { dayInZurich } from "#domain/dates.ts";
import { INITIAL_SETTINGS, settingsAsTyped } from "#domain/settings/settings.ts";
import { refusal, startSmtpServer } from "#tests/contracts/mail/smtp-servers.ts";
import { ADMIN, openSite, sentences, setUpSite, versionIn } from "#tests/http/site.ts";
import { jpeg } from "#tests/images/pictures.ts";

const NOW = new Date();
const site = setUpSite({ each: true, committee: true, now: NOW });

const page = (path: string, who = "") => site.html(path, who);

/** The fields that a browser sends after opening the page. */
async function form(fields: Record<string, string> = {}) {
  const { version } = await site.services.settings.get();
  return { ...settingsAsTyped(INITIAL_SETTINGS), version, hp: "", ...fields };
}

/** Sends the form with its file field, which may be empty, as the page does. */
const saveForm = (fields: Record<string, string | File>) =>
  site.upload("/reglages", { photo: new File([], ""), ...fields }, site.cookie);

describe("saving the settings", () => {
  it("removes the mark of an example value that is replaced", async () => {
    const markers = async () => (await page("/reglages", site.cookie)).match(/Exemple, à remplacer/g)?.length ?? 0;
    expect(await markers()).toBe(5);
    await saveForm(await form({ iban: "CH56 0483 5012 3456 7800 9", email: "nous@exemple.ch" }));
    expect(await markers()).toBe(3);
  });

  it("lets the year of the planning pass by itself while the box is ticked", async () => {
    const ticked = async () => / type="checkbox"[^>]*checked=""/.test(await page("/reglages", site.cookie));
    expect(await ticked()).toBe(false);
    await saveForm(await form({ planningYearAutomatic: "on" }));
    expect(await site.services.settings.get()).toMatchObject({ planningYear: 2025, planningYearAutomatic: true });
    expect(await ticked()).toBe(true);
    // Browsers do not send a check box that is not ticked.
    const { planningYearAutomatic: _, ...unticked } = await form();
    await saveForm(unticked);
    expect(await site.services.settings.get()).toMatchObject({ planningYearAutomatic: false });
    const history = (await page("/reglages/historique", site.cookie)).replaceAll("<!-- -->", "");
    for (const word of ["Passer tout seul à l’année suivante", "Oui", "Non"]) expect(history).toContain(word);
  });

  it("makes the home page thank for RJV 2025 until the chosen day", async () => {
    for (const [rjvThanksUntil, thanks] of [
      [dayInZurich(NOW), true],
      ["2025-06-30", false],
      ["", false],
    ] as const) {
      await saveForm(await form({ rjvThanksUntil }));
      expect((await page("/")).includes("est terminé, merci à toutes et à tous.")).toBe(thanks);
    }
  });

  it("changes cached public pages at once", async () => {
    for (const path of ["/", "/dons", "/planning", "/contact"]) await page(path);
    const response = await saveForm(
      await form({
        ...{
          planningYear: "2031",
          planningYearAutomatic: "",
          holder: `Jeunesse <img onerror>`,
          iban: "CH56 0483 5012 3456 7800 9",
        },
        ...{ postcode: "1950", place: "Sion", twint: "https://exemple.ch/t", email: "nous@exemple.ch" },
        ...{ instagram: "https://exemple.ch/insta", facebook: "https://exemple.ch/face" },
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
  });

  it("shows author and time of the last save to the committee only", async () => {
    await saveForm(await form());
    expect(await page("/reglages", site.cookie)).toMatch(
      new RegExp(`Dernière modification\u00a0: \\d\\d\\.\\d\\d\\.\\d{4}, par ${ADMIN.email}`),
    );
    for (const path of ["/", "/dons", "/contact"]) expect(await page(path)).not.toContain(ADMIN.email);
  });

  it("returns one sentence per invalid field, and keeps all typed values", async () => {
    const wrong = { planningYear: "1825", recipients: "a@exemple.ch\r\nnimporte" };
    const typed = { planningYearAutomatic: "on", holder: "Jeunesse du <b>lac</b>" };
    const response = await saveForm(await form({ ...wrong, ...typed }));
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
    const mine = { ...(await form({ place: "Sion" })), version: versionIn(await site.html("/reglages")) };
    await saveForm(await form({ planningYear: "2027" }));
    const response = await saveForm(mine);
    const html = await response.text();
    expect(response.status).toBe(409);
    expect(html).toContain(`${ADMIN.email} vient de modifier les réglages.`);
    expect(html).toContain("Ils disent maintenant\u00a0: Année du planning\u00a0: 2027, Lieu\u00a0: Savièse.");
    expect(html).toContain('value="Sion"');
    expect((await saveForm({ ...mine, version: versionIn(html) })).status).toBe(302);
    expect(await site.services.settings.get()).toMatchObject({ planningYear: 2025, place: "Sion" });
  });

  it("keeps the typed values, with one sentence, when the store fails", async () => {
    const fields = await form({ place: "Sion" });
    const { save } = site.services.settings;
    site.services.settings.save = () => Promise.reject(new Error("disk I/O error"));
    const response = await saveForm(fields);
    site.services.settings.save = save;
    const html = await response.text();
    expect(response.status).toBe(503);
    expect(html).toContain("Rien n’a été enregistré.");
    expect(html).toContain('value="Sion"');
    expect(site.log).toMatchObject([{ position: "settings save" }]);
  });

  it("is ignored when a bot has filled the hidden field", async () => {
    const response = await saveForm(await form({ planningYear: "2030", hp: "x" }));
    expect(response.status).toBe(200);
    expect((await site.services.settings.get()).planningYear).toBe(2025);
  });
});

describe("the group photo", () => {
  const photo = async (name = "bande.jpg") => new File([new Uint8Array(await jpeg(400, 260))], name);
  const address = async () => /\/images\/accueil\/groupe\/[\w-]+\.jpg/.exec(await page("/"))?.[0] ?? null;

  it("replaces the drawing of the home page, with its description, until it is removed", async () => {
    expect(await address()).toBeNull();
    await saveForm({ ...(await form({ photoDescription: "Toute la <bande>" })), photo: await photo() });
    const first = await address();
    expect(first).not.toBeNull();
    expect(await page("/")).toContain('alt="Toute la &lt;bande&gt;"');
    expect(await page("/")).not.toContain("Dessinée, en attendant");
    expect(await site.html("/reglages")).not.toContain("Choisissez le fichier encore une fois.");
    const image = await site.request(String(first));
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/jpeg"]);

    await saveForm({ ...(await form()), photo: await photo("autre.jpg") });
    expect(await address()).not.toBe(first);
    expect((await site.request(String(first))).status).toBe(404);

    await saveForm(await form({ removePhoto: "on" }));
    expect(await address()).toBeNull();
    expect(await page("/")).toContain("Dessinée, en attendant");
  });

  it("is refused beside its field when the file is not a picture", async () => {
    const response = await saveForm({ ...(await form()), photo: new File(["<svg/>"], "x.jpg") });
    const html = await response.text();
    expect(response.status).toBe(415);
    expect(sentences(html)).toEqual([
      ["photo", "Ce fichier n’est pas une image lisible. Choisissez une photo JPEG, PNG, WebP, AVIF ou HEIC."],
    ]);
    expect(html).toContain("Choisissez le fichier encore une fois.");
    expect(await address()).toBeNull();
  });
});

describe("a test mail", () => {
  const attempt = async () => {
    const response = await site.send("/reglages", { what: "test" }, site.cookie);
    return { status: response.status, html: await response.text() };
  };
  const withServer = async (url: string, env = {}) => {
    await site.close();
    Object.assign(site, await openSite({ MAIL: "smtp", SMTP_URL: url, MAIL_FROM: "site@exemple.ch", ...env }));
    site.cookie = await site.signIn();
  };

  it("is saved as a file without a mail server, and adds nothing to the inbox", async () => {
    const { status, html } = await attempt();
    expect(status).toBe(200);
    expect(html).toContain("Le courrier d’essai est resté ici.");
    expect(html).toContain("Personne ne reçoit d’e-mail.");
    expect(html).toContain("Le site n’a pas encore de messagerie");
    const [file = "", ...others] = readdirSync(join(site.folder, "outbox"));
    expect([file, others]).toEqual([expect.stringMatching(/-test-.*\.eml$/), []]);
    const mail = await PostalMime.parse(readFileSync(join(site.folder, "outbox", file)));
    expect(mail.from?.name).toBe("La Jeunesse de Savièse");
    expect(await site.services.inbox.nextDue()).toBeNull();
  });

  it("shows the reason when it is refused", async () => {
    const { url } = await startSmtpServer({ onRcptTo: (_, __, done) => done(refusal(550)) });
    await withServer(url, { MAIL_TO: "config@exemple.ch" });
    expect(await page("/reglages", site.cookie)).not.toContain("Personne ne reçoit d’e-mail.");
    const { status, html } = await attempt();
    expect(status).toBe(200);
    expect(html).toContain("Le courrier d’essai n’est pas parti.");
    expect(html).toContain("Le serveur de messagerie n’accepte pas l’expéditeur ou les destinataires (réponse 550).");
  });

  it("says that the site failed when the settings cannot be read", async () => {
    const { get } = site.services.settings;
    let times = 0;
    site.services.settings.get = () => (times++ === 0 ? Promise.reject(new Error("disk I/O error")) : get());
    const { status, html } = await attempt();
    expect(status).toBe(503);
    expect(html).toContain("L’essai n’a pas eu lieu.");
    expect(site.log).toMatchObject([{ position: "test mail" }]);
  });
});
