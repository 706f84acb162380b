import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { effaceLe } from "#domain/conservation.ts";
import { anneesAvant, jourAZurich } from "#domain/dates.ts";
import type { Inscription } from "#domain/inscription.ts";
import type { MessageContact } from "#domain/message-contact.ts";
import { ouvrirSite, type SiteDEssai } from "./site.ts";

const AUJOURDHUI = jourAZurich(new Date());
const suisse = (jour: string) => jour.split("-").reverse().join(".");
const MAJEUR = suisse(anneesAvant(AUJOURDHUI, 25));
const MINEUR = suisse(anneesAvant(AUJOURDHUI, 16));
const PIEGE = '=HYPERLINK("https://evil.example";"clic")';

let site: SiteDEssai;
let cookie: string;
beforeAll(async () => {
  site = await ouvrirSite();
  cookie = await site.seConnecter();
});
afterAll(() => site.fermer());

/** A page as the committee gets it, without the marks that React leaves between two texts. */
const lire = async (chemin: string) =>
  (await (await site.demander(chemin, { headers: { cookie } })).text()).replaceAll("<!-- -->", "");
const agir = (chemin: string, id: string, intention: string) => site.envoyer(chemin, { id, intention }, cookie);

async function inscrire(champs: Partial<Inscription> = {}, recuLe = new Date()) {
  const contenu: Inscription = {
    nom: "Héritier",
    prenom: "Zoé",
    adresse: "Chemin des Treize-Étoiles 4",
    tel: "0791234567",
    dateAnniv: MAJEUR,
    charte: "Validé par la personne",
    charteMineur: "Majeur",
    ...champs,
  };
  return (await site.services.inbox.add({ type: "inscription", contenu }, recuLe)).entree.id;
}

async function ecrire(champs: Partial<MessageContact> = {}, recuLe = new Date()) {
  const contenu = { nom: "Léo", email: "leo@exemple.ch", sujet: "Bal", message: "Bonjour", ...champs };
  return (await site.services.inbox.add({ type: "message", contenu }, recuLe)).entree.id;
}

/** The part of a page that shows one entry of the list of sign-ups. */
const ficheDe = (html: string, nom: string) =>
  html.split('<li class="fiche').find((fiche) => fiche.includes(`<bdi>${nom}</bdi></h2>`)) ?? "";

describe("the lists", () => {
  it.each(["/inscriptions", "/messages", "/inscriptions?filtre=mineur&q=x"])(
    "%s send a visitor to the login and back, and are for no search engine and no cache",
    async (chemin) => {
      const reponse = await site.demander(chemin);
      expect(reponse.status).toBe(302);
      expect(reponse.headers.get("location")).toBe(`/login?suite=${encodeURIComponent(chemin)}`);
      const mienne = await site.demander(chemin, { headers: { cookie } });
      expect(mienne.status).toBe(200);
      expect(mienne.headers.get("cache-control")).toContain("no-store");
      expect(mienne.headers.get("x-robots-tag")).toBe("noindex, nofollow");
      expect(await mienne.text()).toContain('<meta name="robots" content="noindex, nofollow"/>');
    },
  );

  it("let a visitor change nothing", async () => {
    const id = await inscrire({ prenom: "Intouchable" });
    const reponse = await site.envoyer("/inscriptions", { id, intention: "supprimer" });
    expect(reponse.headers.get("location")).toContain("/login");
    expect(await site.services.inbox.get(id)).not.toBeNull();
  });

  it("show name, age today, phone in pairs, address, date and state of a sign-up", async () => {
    await inscrire({ prenom: "Paul", nom: "Vu" }, new Date("2025-08-05T12:30:00Z"));
    const fiche = ficheDe(await lire("/inscriptions"), "Paul Vu");
    expect(fiche).toContain("25 ans");
    expect(fiche).toContain('<a href="tel:+41791234567">079 123 45 67</a>');
    expect(fiche).toContain("Chemin des Treize-Étoiles 4");
    expect(fiche).toContain("05.08.2025, 14:30");
    expect(fiche).toContain("Nouvelle");
    expect(fiche).toContain("E-mail en attente");
    expect(fiche).not.toContain("Mineur");
  });

  it("mark who is under 18 today, and link the guardian's form", async () => {
    const id = await inscrire({ prenom: "Lina", nom: "Mineure", dateAnniv: MINEUR });
    const fiche = ficheDe(await lire("/inscriptions?filtre=mineur"), "Lina Mineure");
    expect(fiche).toContain("Mineur</b>");
    expect(fiche).toContain(`href="/autorisation/${id}"`);
    expect(fiche).toContain('aria-checked="false"');
  });

  it("count what is new in the bar of every page", async () => {
    const { nouveaux } = await site.services.inbox.count("inscription");
    expect(await lire("/planning")).toMatch(new RegExp(`Inscriptions <b>${nouveaux}<span class="vh"> à traiter`));
    expect(await (await site.demander("/planning")).text()).not.toContain("/inscriptions");
  });

  it("mark somebody who signed up twice", async () => {
    await inscrire({ prenom: "Loris", nom: "Païen" });
    expect(ficheDe(await lire("/inscriptions"), "Loris Païen")).not.toContain("En double");
    await inscrire({ prenom: "LORIS", nom: "PAIEN", adresse: "Ailleurs" });
    expect(ficheDe(await lire("/inscriptions"), "Loris Païen")).toContain("En double");
  });

  it("are searched and filtered by their address, and say when nothing matches", async () => {
    await ecrire({ sujet: "Brisolée au Château" });
    expect(await lire("/messages?q=BRISOLEE+chateau&filtre=nouveau")).toContain("Brisolée au Château");
    const rien = await lire("/messages?q=edelweiss");
    expect(rien).toContain("Aucun message ne correspond.");
    expect(rien).toContain('value="edelweiss"');
    expect(await lire("/messages?filtre=inconnu&page=-3&q=brisolee")).toContain("Brisolée au Château");
    expect(await lire("/messages?page=99999999999999999999")).toContain("Brisolée au Château");
  });

  it("come in pages of 50; a page after the last is the last", async () => {
    const debut = Date.parse("2020-01-01T00:00:00Z");
    for (let i = 0; i < 101; i++) await ecrire({ nom: "Nombreux", sujet: `Numéro ${i}` }, new Date(debut + i * 1000));
    const page = (html: string) => [...html.matchAll(/<bdi>(Numéro \d+)<\/bdi>(?=<\/b>|<span class="vh">)/g)].length;
    const [un, trois, dix] = await Promise.all([1, 3, 10].map((n) => lire(`/messages?q=nombreux&page=${n}`)));
    expect([page(un ?? ""), page(trois ?? ""), page(dix ?? "")]).toEqual([50, 1, 1]);
    expect(un).toMatch(/href="\/messages\?q=nombreux&amp;page=2"[^>]*>Page suivante/);
    expect(trois).not.toContain("Page suivante");
    expect(dix).toMatch(/Page 3 sur 3/);
  });
});

describe("an action", () => {
  it("marks treated and new again, with a toast, on the same part of the list", async () => {
    const id = await inscrire({ prenom: "Action" });
    const ici = "/inscriptions?q=action&filtre=nouveau&page=2";
    const reponse = await agir(ici, id, "traiter");
    expect(reponse.status).toBe(302);
    expect(reponse.headers.get("location")).toBe(ici);
    expect((await site.services.inbox.get(id))?.traiteLe).not.toBeNull();
    const avis = reponse.headers.getSetCookie().map((c) => c.split(";", 1)[0]);
    const page = await site.demander("/inscriptions", { headers: { cookie: [cookie, ...avis].join("; ") } });
    expect(await page.text()).toContain("Inscription traitée");
    await agir(ici, id, "rouvrir");
    expect((await site.services.inbox.get(id))?.traiteLe).toBeNull();
  });

  it("records that the signed paper came back, and shows its date", async () => {
    const id = await inscrire({ prenom: "Manon", nom: "Papier", dateAnniv: MINEUR });
    await agir("/inscriptions", id, "autorisation-recue");
    const fiche = ficheDe(await lire("/inscriptions"), "Manon Papier");
    expect(fiche).toContain('aria-checked="true"');
    expect(fiche).toMatch(new RegExp(`Autorisation signée reçue le ${suisse(AUJOURDHUI)}`));
    await agir("/inscriptions", id, "autorisation-manquante");
    expect((await site.services.inbox.get(id))?.autorisationRecueLe).toBeNull();
  });

  it("sends a failed mail again, and shows why it failed until then", async () => {
    const id = await ecrire({ sujet: "Retour" });
    await site.services.inbox.markFailed(id, "Le serveur n’accepte pas le message (réponse 554).");
    const html = await lire(`/messages?id=${id}`);
    expect(html).toContain("Échec de l’e-mail");
    expect(html).toContain("(réponse 554)");
    expect(await lire("/messages?filtre=echec")).toContain("Retour");
    const reponse = await agir(`/messages?id=${id}`, id, "renvoyer");
    expect(reponse.headers.get("location")).toBe(`/messages?id=${id}`);
    expect((await site.services.inbox.get(id))?.courrier).toMatchObject({ etat: "en-attente", raison: null });
  });

  it("deletes, and leads back to the list without the open message", async () => {
    const id = await ecrire({ sujet: "À jeter" });
    const reponse = await agir(`/messages?q=jeter&id=${id}`, id, "supprimer");
    expect(reponse.headers.get("location")).toBe("/messages?q=jeter");
    expect(await site.services.inbox.get(id)).toBeNull();
    expect(await lire(`/messages?id=${id}`)).toContain("Ce message n’existe plus.");
  });

  it("says so when somebody else has deleted the entry", async () => {
    const reponse = await agir("/messages", "disparu", "traiter");
    expect(reponse.status).toBe(302);
    expect(decodeURIComponent(reponse.headers.getSetCookie().join())).toContain("avis=");
  });

  it.each(["", "constructor", "toString", "effacer-tout"])(
    "that does not exist ('%s') is refused",
    async (intention) => {
      const id = await inscrire({ prenom: "Sauve" });
      expect((await agir("/inscriptions", id, intention)).status).toBe(400);
      expect(await site.services.inbox.get(id)).not.toBeNull();
    },
  );

  it("from another site is refused", async () => {
    const id = await inscrire({ prenom: "Sauve encore" });
    const reponse = await site.demander("/inscriptions", {
      method: "POST",
      body: new URLSearchParams({ id, intention: "supprimer" }),
      headers: { cookie, origin: "https://evil.example" },
    });
    expect(reponse.status).toBe(403);
    expect(await site.services.inbox.get(id)).not.toBeNull();
  });
});

describe("a message", () => {
  it("is answered with its subject, whatever signs are in it", async () => {
    const id = await ecrire({ email: "a+b&c?d@exemple.ch", sujet: "Idée & 100% ? #1 « été »" });
    const html = await lire(`/messages?id=${id}`);
    const lien = /<a class="btn btn--brique" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const adresse = new URL(lien);
    expect(decodeURIComponent(adresse.pathname)).toBe("a+b&c?d@exemple.ch");
    expect([...adresse.searchParams]).toEqual([["subject", "Re: Idée & 100% ? #1 « été »"]]);
  });

  it("is shown in full as the text it is, with its line breaks", async () => {
    const id = await ecrire({ message: `<img src=x onerror=alert(1)>\n\n<script>alert(2)</script>\nمرحبا 🎺` });
    const html = await lire(`/messages?id=${id}`);
    expect(html).toContain(
      '<p class="lettre__texte">&lt;img src=x onerror=alert(1)&gt;\n\n&lt;script&gt;alert(2)&lt;/script&gt;\nمرحبا 🎺</p>',
    );
    expect(html).not.toContain("<img src=x");
  });

  it("is no sign-up: its name opens nothing there", async () => {
    const id = await inscrire({ prenom: "Autre boîte" });
    expect(await lire(`/messages?id=${id}`)).toContain("Ce message n’existe plus.");
  });
});

describe("the export", () => {
  const exporter = async (chemin: string) => {
    const reponse = await site.demander(chemin, { headers: { cookie } });
    return { reponse, octets: new Uint8Array(await reponse.arrayBuffer()) };
  };
  const texteDe = (octets: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(octets);

  it.each(["inscriptions", "messages"])("of %s is a file for Excel that nobody keeps", async (nom) => {
    const { reponse, octets } = await exporter(`/${nom}.csv`);
    expect(reponse.status).toBe(200);
    expect(reponse.headers.get("content-type")).toContain("text/csv");
    expect(reponse.headers.get("content-disposition")).toBe(`attachment; filename="${nom}-${AUJOURDHUI}.csv"`);
    expect(reponse.headers.get("cache-control")).toContain("no-store");
    expect(reponse.headers.get("x-robots-tag")).toContain("noindex");
    expect([...octets.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it.each(["inscriptions", "messages"])("of %s is for the committee only", async (nom) => {
    const reponse = await site.demander(`/${nom}.csv?filtre=nouveau`);
    expect(reponse.status).toBe(302);
    expect(reponse.headers.get("location")).toBe(`/login?suite=${encodeURIComponent(`/${nom}?filtre=nouveau`)}`);
  });

  it("has what the filter shows, dates and phone as people write them, and no formula", async () => {
    const id = await inscrire(
      { prenom: "Zoé", nom: PIEGE, adresse: 'Rue "du" Bisse; 4', dateAnniv: MINEUR },
      new Date("2025-08-05T12:30:00Z"),
    );
    await inscrire({ prenom: "Pas", nom: "Demandée" });
    await site.services.inbox.setAuthorised(id, new Date("2025-08-06T12:00:00Z"));
    const texte = texteDe((await exporter("/inscriptions.csv?q=hyperlink&filtre=mineur")).octets);
    const [entete, ligne, fin, ...reste] = texte.split("\r\n");
    expect(entete).toMatch(/^\ufeff"Nom";"Prénom";"Date de naissance";/);
    expect(ligne).toBe(
      [
        `"'${PIEGE.replaceAll('"', '""')}"`,
        '"Zoé"',
        `"${MINEUR}"`,
        '"oui"',
        '"079 123 45 67"',
        '"Rue ""du"" Bisse; 4"',
        '"05.08.2025"',
        '"14:30"',
        '"nouveau"',
        '""',
        '"en attente"',
        '"06.08.2025"',
        '"Validé par la personne"',
        '"Majeur"',
        '"non"',
      ].join(";"),
    );
    expect([fin, reste]).toEqual(["", []]);
  });

  it("is not cut into pages", async () => {
    const texte = texteDe((await exporter("/messages.csv?q=nombreux&page=3")).octets);
    expect(texte.split("\r\n")).toHaveLength(1 + 101 + 1);
  });

  it("keeps the line breaks of a message inside its cell", async () => {
    await ecrire({ sujet: "Plusieurs lignes", message: "@un\n-deux" });
    const texte = texteDe((await exporter("/messages.csv?q=plusieurs+lignes")).octets);
    expect(texte).toContain(`;"'@un\n-deux";`);
  });
});

describe("retention", () => {
  it("is announced on the screen beforehand", async () => {
    const id = await ecrire({ sujet: "Bientôt effacé" });
    const traite = new Date(Date.now() - 350 * 86_400_000);
    await site.services.inbox.setTreated(id, traite);
    const jour = suisse(effaceLe(jourAZurich(traite), 12));
    expect(await lire("/messages")).toContain(`1 message traité sera effacé le ${jour}.`);
    expect(await lire("/inscriptions")).not.toContain("effacé");
  });
});

describe("when the store fails", () => {
  it("an action says beside the list that nothing was changed, and logs no personal data", async () => {
    const casse = await ouvrirSite();
    const session = await casse.seConnecter();
    casse.services.inbox.setTreated = () => Promise.reject(new Error("disk full"));
    const reponse = await casse.envoyer("/inscriptions", { id: "x", intention: "traiter" }, session);
    expect(reponse.status).toBe(503);
    expect(await reponse.text()).toContain("Rien n’a été changé.");
    expect(casse.journal.map(({ ou }) => ou)).toEqual(["inscription traiter"]);
    await casse.fermer();
  });

  it("an export says so instead of giving half a file", async () => {
    const casse = await ouvrirSite();
    const session = await casse.seConnecter();
    casse.services.inbox.search = () => Promise.reject(new Error("disk full"));
    const reponse = await casse.demander("/inscriptions.csv", { headers: { cookie: session } });
    expect(reponse.status).toBe(503);
    expect(await reponse.text()).toContain("L’export n’a pas pu être préparé.");
    await casse.fermer();
  });

  it("pages still open when what is new cannot be counted", async () => {
    const casse = await ouvrirSite();
    const session = await casse.seConnecter();
    casse.services.inbox.count = () => Promise.reject(new Error("disk full"));
    const reponse = await casse.demander("/planning", { headers: { cookie: session } });
    expect(reponse.status).toBe(200);
    expect(await reponse.text()).toContain("Session du comité");
    await casse.fermer();
  });
});
