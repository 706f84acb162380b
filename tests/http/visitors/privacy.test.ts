import { describe, expect, it, onTestFinished } from "vitest";
import { FIREBASE_PROCESSORS } from "#adapters/firestore/data-processors.ts";
import { contactMessageSchema } from "#domain/contact-message.ts";
import { MEMBER_DATA_PURPOSES, MESSAGE_DATA, SIGN_UP_DATA } from "#domain/data-processor.ts";
import { fieldNames } from "#domain/fields.ts";
import { EMPTY_MEMBER, MEMBER_LABELS, type MemberData } from "#domain/register/member.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { CHARTER_REVISION_FIELD, CONFIRMED_BIRTH_DATE_FIELD, signUpSchema, TOWN_FIELDS } from "#domain/sign-up.ts";
import { FIREBASE_BACKUP_STATE } from "#server/backends/health.ts";
import { openSite, saveSettings, type TestSite } from "#tests/http/site.ts";

let site: TestSite;
async function open(env: Record<string, string> = {}) {
  site = await openSite(env);
  onTestFinished(site.close);
}

const readPage = async (path = "/confidentialite") =>
  (await (await site.request(path)).text()).replaceAll("<!-- -->", "").replaceAll("\u00a0", " ");

const set = async (fields: Partial<Settings>) => {
  site.services.clock.now = () => new Date("2025-08-05T10:00:00Z");
  await saveSettings(site, fields);
};

const SMTP = {
  MAIL: "smtp",
  SMTP_URL: "smtps://comite:tres-secret@mail.exemple.ch:465",
  MAIL_FROM: "site@exemple.ch",
};

describe("the privacy page", () => {
  it("names the responsible association and the retention as in the settings, and no example address", async () => {
    await open();
    const cookie = await site.signIn();
    const reminders = async () =>
      (await (await site.request("/reglages", { headers: { cookie } })).text()).match(/À compléter/g)?.length ?? 0;
    expect(await reminders()).toBe(2);
    const html = await readPage();
    for (const text of ["La Jeunesse de Savièse, association, 1965 Savièse, Suisse.", "24 mois après"])
      expect(html).toContain(text);
    expect(html).not.toContain("mailto:");
    expect(html).toMatch(/Écrivez-nous (?:<!-- -->)?par la page <a[^>]* href="\/contact"/);
    await set({ email: "nous@exemple.ch", postcode: "1950", place: "Sion", hosting: "Infomaniak, Suisse" });
    await set({ messageRetentionMonths: 7, inscriptionRetentionMonths: 41, leftRetentionMonths: 13 });
    const after = await readPage();
    for (const text of [
      "association, 1950 Sion, Suisse.",
      'href="mailto:nous@exemple.ch"',
      "modifiés la dernière fois le 05.08.2025",
      "inscription reste 41 mois après",
      "message reste 7 mois après",
      "et 13 mois après son départ",
      "coup de main reste 6 mois après l’événement, et celle d’un membre 24 mois",
      "message aux membres reste 12 mois",
      "message sur un événement 6 mois",
      "Une convocation reste 60 mois",
      "jamais si vous l’avez ouvert ou lu",
      "Vous ne voulez plus de ces informations",
      "Ce qui n’est pas encore traité reste",
    ])
      expect(after).toContain(text);
    expect(after).not.toContain("Ana");
    expect(await reminders()).toBe(1);
    for (const [path, count] of Object.entries({ "/": 1, "/contact": 2, "/inscription": 2 }))
      expect((await readPage(path)).match(/href="\/confidentialite"/g)).toHaveLength(count);
  });

  it("lists every field of the two forms and the register", async () => {
    await open();
    for (const [path, schema, data] of [
      ["/inscription", signUpSchema("2025-08-05"), SIGN_UP_DATA],
      ["/contact", contactMessageSchema(), MESSAGE_DATA],
    ] as const) {
      const answers: string[] = [CONFIRMED_BIRTH_DATE_FIELD, ...Object.values(TOWN_FIELDS)];
      const asked = fieldNames(schema).filter((name) => !answers.includes(name));
      const names = [...(await readPage(path)).matchAll(/<(?:input|textarea)[^>]* name="([^"]+)"/g)].map(
        ([, name]) => name,
      );
      expect(new Set(names)).toEqual(
        new Set([...asked, "hp", ...(path === "/inscription" ? [CHARTER_REVISION_FIELD] : [])]),
      );
      expect(asked).toHaveLength(Object.keys(data).length);
    }
    const html = await readPage();
    for (const field of Object.keys(EMPTY_MEMBER) as (keyof MemberData)[]) {
      expect(html).toMatch(new RegExp(`<dt>(?:[^<]*, )?${MEMBER_LABELS[field]}[,<]`));
      expect(html).toContain(`<dd>${MEMBER_DATA_PURPOSES[field].replaceAll("\u00a0", " ")}</dd>`);
    }
    for (const { name, purpose } of [...Object.values(SIGN_UP_DATA), ...Object.values(MESSAGE_DATA)])
      expect(html).toContain(`<dt>${name}</dt><dd>${purpose.replaceAll("\u00a0", " ")}</dd>`);
  });

  it("shows how long backups keep erased data, if their folder can be read", async () => {
    const BACKUPS = "Les sauvegardes du site";
    await open();
    expect(await readPage()).toContain(
      "Ce qui s’efface disparaît tout de suite de ce site. Les sauvegardes du site, une par nuit, le gardent encore 7 jours, puis",
    );
    await open();
    site.services.backups = { ...site.services.backups, readState: () => Promise.reject(new Error("EACCES")) };
    expect(await readPage()).not.toContain(BACKUPS);
    expect(site.log.map(({ position }) => position)).toContain("backups of the privacy page");
    await open({ BACKUP_KEEP: "1" });
    expect(await readPage()).toContain("le gardent encore 1 jour, puis");
    await open({ BACKUP_KEEP: "0" });
    const without = await readPage();
    expect([without.includes(BACKUPS), without.includes("une copie de sauvegarde rangée ailleurs")]).toEqual([
      false,
      true,
    ]);
  });
});

describe("the location of the data on the privacy page", () => {
  it("is the association's own server with the default settings, and nothing is sent anywhere", async () => {
    const PROXY = "serveur intermédiaire (proxy)";
    await open();
    const html = await readPage();
    for (const text of [
      "sur son propre serveur : inscriptions, messages, registre des membres, photos, affiches et comptes du comité.",
      "n’a pas encore indiqué ici qui l’héberge",
      "Aucun e-mail ne part de ce site",
    ])
      expect(html).toContain(text);
    expect(html).not.toMatch(/États-Unis|Google|Firebase|EmailJS|communiquées à l’étranger/);
    expect(html).not.toContain(PROXY);
    await open({ TRUST_PROXY: "1" });
    for (const text of [PROXY, "ni adresse IP, ni lien personnel, ni rien de ce que vous écrivez"])
      expect(await readPage()).toContain(text);
  });

  it("names the host of the server, of the committee's mail, and the mail server without its password", async () => {
    await open(SMTP);
    expect(await readPage()).toContain("<dt>mail.exemple.ch</dt>");
    await set({ hosting: "Infomaniak, <img onerror> Suisse", mailHosting: "La Poste, Suisse" });
    const html = await readPage();
    expect(html).toContain("Hébergement du serveur : Infomaniak, &lt;img onerror&gt; Suisse.");
    expect(html).toContain("Boîtes e-mail du comité : La Poste, Suisse.");
    expect(html).toContain("Le pays n’est pas indiqué ici");
    expect(html).not.toMatch(/tres-secret|comite:|465|Aucun e-mail ne part|États-Unis/);
  });

  it("is a foreign country, with its name and safeguard, if an adapter names one", async () => {
    await open();
    const mail = { role: "mail", provider: "Courrier Ltd.", country: ["États-Unis"], safeguard: null } as const;
    site.services.dataProcessors = [...FIREBASE_PROCESSORS, mail];
    site.services.backups = FIREBASE_BACKUP_STATE;
    const html = await readPage();
    for (const text of [
      "<dt>Google (Firebase)</dt><dd>Inscriptions, messages, registre des membres, photos et affiches.",
      "<dt>Google (Firebase Authentication)</dt><dd>Comptes du comité. Pays : États-Unis. Google",
      "communiquées à l’étranger (États-Unis)",
      "Les garanties ne sont pas indiquées ici",
      "art. 16 LPD",
      "Le prestataire qui conserve ces données en fait des sauvegardes",
    ])
      expect(html).toContain(text);
    expect(html).not.toMatch(/sur son propre serveur|une par nuit/);
  });
});
