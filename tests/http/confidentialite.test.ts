import { afterEach, describe, expect, it } from "vitest";
import { SAUVEGARDES_FIREBASE } from "#adapters/firebase/sauvegardes.ts";
import { TRAITEMENTS_FIREBASE } from "#adapters/firebase/traitements.ts";
import { DONNEES_INSCRIPTION, DONNEES_MESSAGE } from "#domain/donnees-recueillies.ts";
import { REGLAGES_DE_DEPART, type Reglages } from "#domain/reglages.ts";
import { ouvrirSite, type SiteDEssai } from "./site.ts";

let site: SiteDEssai;
afterEach(() => site.fermer());

const lirePage = async (chemin = "/confidentialite") =>
  (await (await site.demander(chemin)).text()).replaceAll("<!-- -->", "").replaceAll("\u00a0", " ");

const regler = async (champs: Partial<Reglages>) =>
  site.services.reglages.save({ ...REGLAGES_DE_DEPART, ...champs }, (await site.services.reglages.get()).version, {
    email: "anne@exemple.ch",
    le: new Date("2025-08-05T10:00:00Z"),
  });

const SMTP = {
  MAIL: "smtp",
  SMTP_URL: "smtps://comite:tres-secret@mail.exemple.ch:465",
  MAIL_FROM: "site@exemple.ch",
};

describe("the privacy page", () => {
  it("tells who answers, and shows no address that nobody reads", async () => {
    site = await ouvrirSite();
    const html = await lirePage();
    expect(html).toContain("La Jeunesse de Savièse, association, 1965 Savièse, Suisse.");
    expect(html).not.toContain("mailto:");
    expect(html).toMatch(/Écrivez-nous (?:<!-- -->)?par la page <a[^>]* href="\/contact"/);
    await regler({ email: "nous@exemple.ch", npa: "1950", lieu: "Sion" });
    const apres = await lirePage();
    expect(apres).toContain("association, 1950 Sion, Suisse.");
    expect(apres).toContain('href="mailto:nous@exemple.ch"');
    expect(apres).toContain("modifiés la dernière fois le 05.08.2025");
    expect(apres).not.toContain("anne@exemple.ch");
  });

  it("announces every field that the two forms have", async () => {
    site = await ouvrirSite();
    for (const [chemin, donnees] of [
      ["/inscription", DONNEES_INSCRIPTION],
      ["/contact", DONNEES_MESSAGE],
    ] as const) {
      const noms = [...(await lirePage(chemin)).matchAll(/<(?:input|textarea)[^>]* name="([^"]+)"/g)].map(
        ([, nom]) => nom,
      );
      expect(new Set(noms)).toEqual(new Set([...Object.keys(donnees), "hp"]));
    }
    const html = await lirePage();
    for (const { nom, pourquoi } of [...Object.values(DONNEES_INSCRIPTION), ...Object.values(DONNEES_MESSAGE)])
      expect(html).toContain(`<dt>${nom}</dt><dd>${pourquoi.replaceAll("\u00a0", " ")}</dd>`);
  });

  it("follows the retention that the committee has set, at once", async () => {
    site = await ouvrirSite();
    expect(await lirePage()).toContain("24 mois après");
    await regler({ conservationMessages: 7, conservationInscriptions: 41 });
    const html = await lirePage();
    expect(html).toContain("inscription s’efface toute seule 41 mois après");
    expect(html).toContain("message s’efface tout seul 7 mois après");
    expect(html).toContain("Ce qui n’est pas encore traité reste");
  });

  it("says how long the backups keep what was erased", async () => {
    site = await ouvrirSite();
    expect(await lirePage()).toContain(
      "Ce qui s’efface disparaît tout de suite de ce site. Les sauvegardes du site, une par nuit, le gardent encore 7 jours, puis",
    );
    await site.fermer();
    site = await ouvrirSite({ BACKUP_KEEP: "1" });
    expect(await lirePage()).toContain("le gardent encore 1 jour, puis");
    await site.fermer();
    site = await ouvrirSite({ BACKUP_KEEP: "0" });
    expect(await lirePage()).not.toContain("Les sauvegardes du site");
    expect(await lirePage()).toContain("une copie de sauvegarde rangée ailleurs");
  });

  it("stands also while the place of the backups cannot be read", async () => {
    site = await ouvrirSite();
    site.services.sauvegardes = { ...site.services.sauvegardes, etat: () => Promise.reject(new Error("EACCES")) };
    const html = await lirePage();
    expect(html).toContain("Ce qui s’efface disparaît tout de suite de ce site.");
    expect(html).not.toContain("Les sauvegardes du site");
    expect(site.journal.map(({ ou }) => ou)).toContain("backups of the privacy page");
  });

  it("is linked from every page's footer and from both forms", async () => {
    site = await ouvrirSite();
    expect((await lirePage("/")).match(/href="\/confidentialite"/g)).toHaveLength(1);
    for (const chemin of ["/contact", "/inscription"])
      expect((await lirePage(chemin)).match(/href="\/confidentialite"/g)).toHaveLength(2);
  });
});

describe("where the data are", () => {
  it("is the association's own server on a site that nobody configured; nothing is sent anywhere", async () => {
    site = await ouvrirSite();
    const html = await lirePage();
    expect(html).toContain(
      "sur son propre serveur : inscriptions et messages, photos et affiches et comptes du comité.",
    );
    expect(html).toContain("n’a pas encore indiqué ici qui l’héberge");
    expect(html).toContain("Aucun e-mail ne part de ce site");
    expect(html).not.toMatch(/États-Unis|Google|Firebase|EmailJS|communiquées à l’étranger/);
  });

  it("names the host of the server, of the committee's mail, and the mail server without its password", async () => {
    site = await ouvrirSite(SMTP);
    expect(await lirePage()).toContain("<dt>mail.exemple.ch</dt>");
    await regler({ hebergement: "Infomaniak, <img onerror> Suisse", messagerie: "La Poste, Suisse" });
    const html = await lirePage();
    expect(html).toContain("Hébergement du serveur : Infomaniak, &lt;img onerror&gt; Suisse.");
    expect(html).toContain("Boîtes e-mail du comité : La Poste, Suisse.");
    expect(html).toContain("Le pays n’est pas indiqué ici");
    expect(html).not.toMatch(/tres-secret|comite:|465|Aucun e-mail ne part|États-Unis/);
  });

  it("is a foreign country, by its name and with its guarantee, where an adapter says so", async () => {
    site = await ouvrirSite();
    const etatsUnis = {
      prestataire: "Nuage Inc.",
      pays: ["États-Unis"],
      garantie: "Le prestataire se dit certifié selon le Swiss-U.S. Data Privacy Framework.",
    } as const;
    site.services.traitements = [
      { role: "donnees", ...etatsUnis },
      { role: "images", ...etatsUnis },
      { role: "comptes", ...etatsUnis },
      { role: "courrier", prestataire: "Courrier Ltd.", pays: ["États-Unis"], garantie: null },
    ];
    const html = await lirePage();
    expect(html).toContain("communiquées à l’étranger (États-Unis)");
    expect(html).toContain("<dt>Nuage Inc.</dt><dd>Inscriptions et messages, photos et affiches et comptes du comité.");
    expect(html).toContain("Pays : États-Unis. Le prestataire se dit certifié");
    expect(html).toContain("Les garanties ne sont pas indiquées ici");
    expect(html).toContain("art. 16 LPD");
    expect(html).not.toContain("sur son propre serveur");
  });
});

describe("traces", () => {
  it("tell of the server that stands before the site where there is one, and of what its log holds", async () => {
    const PROXY = "serveur intermédiaire (proxy)";
    site = await ouvrirSite();
    expect(await lirePage()).not.toContain(PROXY);
    await site.fermer();
    site = await ouvrirSite({ TRUST_PROXY: "1" });
    const html = await lirePage();
    expect(html).toContain(PROXY);
    expect(html).toContain("ni adresse IP, ni lien personnel, ni rien de ce que vous écrivez");
  });
});

describe("a site at Firebase", () => {
  it("says that Google keeps everything, and the accounts in the United States", async () => {
    site = await ouvrirSite();
    site.services.traitements = [...TRAITEMENTS_FIREBASE];
    site.services.sauvegardes = SAUVEGARDES_FIREBASE;
    const html = await lirePage();
    expect(html).toContain("<dt>Google (Firebase)</dt><dd>Inscriptions et messages et photos et affiches.");
    expect(html).toContain("<dt>Google (Firebase Authentication)</dt><dd>Comptes du comité. Pays : États-Unis. Google");
    expect(html).toContain("communiquées à l’étranger (États-Unis)");
    expect(html).not.toContain("sur son propre serveur");
    expect(html).toContain("Le prestataire qui conserve ces données en fait des sauvegardes");
    expect(html).not.toContain("une par nuit");
  });
});

describe("the settings page", () => {
  it("reminds the committee of what the law wants to know until it is there", async () => {
    site = await ouvrirSite();
    const cookie = await site.seConnecter();
    const rappels = async () =>
      (await (await site.demander("/reglages", { headers: { cookie } })).text()).match(/À compléter/g)?.length ?? 0;
    expect(await rappels()).toBe(2);
    await regler({ hebergement: "Infomaniak, Suisse" });
    expect(await rappels()).toBe(1);
  });
});
