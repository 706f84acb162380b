import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { SITE_LOCK } from "#adapters/embedded/backup/restore.ts";
import { lockFolder } from "#adapters/embedded/folder-lock.ts";
import { fillWithDemo } from "#cli/demo/fill.ts";
import { PHOTO_DE_GROUPE } from "#domain/stored-image.ts";
import type { Contenus, Demenagement } from "#ports/demenagement.ts";
import { openMove } from "#server/backends/moves.ts";
import { readConfig } from "#server/config.ts";
import { backUp, restore } from "#server/services.ts";
import { COMPILED } from "#tests/compiled.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { unEvenement } from "#tests/evenements.ts";
import { contenuDe } from "#tests/http/contenu.ts";
import { ouvrirSite } from "#tests/http/site.ts";
import { jpeg } from "#tests/images/pictures.ts";
import type { Rapport } from "#usecases/demenager.ts";
import {
  ANA,
  avecServices,
  dossierNeuf,
  type Env,
  MIDI,
  message,
  projetDEssai,
  remplir,
  transferer,
} from "./demeures.ts";

/** What is the same on both sides, kind by kind; fails where something is not. */
function egales({ comparaisons }: Rapport) {
  for (const { sorte, manquants, differents, enTrop } of comparaisons)
    expect({ sorte, manquants, differents, enTrop }).toEqual({ sorte, manquants: [], differents: [], enTrop: [] });
  for (const { de, vers } of comparaisons) expect(vers).toEqual(de);
  return Object.fromEntries(comparaisons.map(({ sorte, de }) => [sorte, de]));
}

/** @returns everything that a family keeps, as it moves */
async function tout(env: Env) {
  const porte = openMove(readConfig(env), false);
  try {
    const images = await porte.lireImages();
    return {
      evenements: new Map((await porte.lire("evenements")).map((un) => [un.id, un])),
      retires: await porte.lire("retires"),
      inbox: await porte.lire("inbox"),
      reglages: await porte.lire("reglages"),
      images,
    };
  } finally {
    await porte.close();
  }
}

const RACINE = join(import.meta.dirname, "../..");

/** Runs the command as a process of its own, with the settings of both sides. */
const commande = (env: Env, ...args: string[]) =>
  new Promise<{ code: number | null; sortie: string; erreur: string }>((fini) => {
    const enfant = execFile(
      process.execPath,
      ["cli/transfer.ts", ...args],
      { cwd: RACINE, env: { PATH: process.env.PATH, ...COMPILED, ...env } },
      (_, sortie, erreur) => fini({ code: enfant.exitCode, sortie, erreur }),
    );
  });

describeHosted("a site that moves to the hosted family", () => {
  it("finds everything there, and in another data folder that it moves on to", async () => {
    const [ici, la, projet] = [dossierNeuf(), dossierNeuf(), projetDEssai()];
    const { parti, refuse, essaye, traite, inscription } = await remplir(ici);
    const aller = egales(await transferer(ici, projet.env));
    const retour = egales(await transferer(projet.env, la));
    expect(retour).toEqual(aller);
    expect(Object.values(aller).map(({ nombre }) => nombre)).toEqual([2, 2, 1, 1, 5, 5, expect.any(Number)]);

    const [avant, pendant, apres] = [await tout(ici), await tout(projet.env), await tout(la)];
    expect(pendant.inbox).toEqual(avant.inbox);
    expect(apres.inbox).toEqual(avant.inbox);
    expect(avant.inbox.map(({ id }) => id)).toEqual([parti, inscription, refuse, essaye, traite]);
    expect(apres.retires).toEqual(avant.retires);
    expect(apres.reglages).toEqual([expect.objectContaining({ modifies: { email: "anne@exemple.ch", le: MIDI } })]);
    const sansInstant = ({ images }: typeof avant) => images.map(({ ajouteeLe: _, ...image }) => image);
    expect(sansInstant(pendant)).toEqual(sansInstant(avant));
    expect(sansInstant(apres)).toEqual(sansInstant(avant));
    for (const [id, { sequence, modifieLe }] of avant.evenements) {
      const [hebergee, revenue] = [pendant.evenements.get(id), apres.evenements.get(id)];
      expect(hebergee?.sequence).toBeGreaterThanOrEqual(sequence);
      expect(revenue?.sequence).toBeGreaterThanOrEqual(hebergee?.sequence ?? Number.POSITIVE_INFINITY);
      expect(revenue?.modifieLe).toBe(modifieLe);
    }
  });

  it("goes on there as if nothing had happened: pages, pictures, committee desk, and no mail a second time", async () => {
    const [ici, projet] = [dossierNeuf(), projetDEssai()];
    const { essaye, refuse, traite } = await remplir(ici);
    await transferer(ici, projet.env);
    const site = await ouvrirSite(projet.env);
    onTestFinished(() => site.fermer());
    const planning = await (await site.demander("/planning")).text();
    expect(planning).toContain("Bal d’été");
    const image = /\/images\/evenements\/Bal0825\/[0-9a-f]{20}-300\.jpg/.exec(planning)?.[0] ?? "";
    const reponse = await site.demander(image);
    expect([reponse.status, reponse.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(await (await site.demander("/comite")).text()).toContain("Dupont");
    const cookie = await site.seConnecter();
    expect(await (await site.demander("/messages", { headers: { cookie } })).text()).toContain("Salut");
    const { inbox, images, reglages } = site.services;
    const dus = await inbox.claimDue(new Date(MIDI.getTime() + 35 * 60_000), 60_000, 10);
    expect(dus.map(({ id }) => id)).toEqual([essaye]);
    expect((await inbox.get(refuse))?.courrier).toEqual({ etat: "echec", raison: "550 refused" });
    expect((await inbox.add(message("traité"), new Date(MIDI.getTime() + 3_600_000))).entree.id).toBe(traite);
    expect((await reglages.get()).annee).toBe(2026);
    expect((await images.last(PHOTO_DE_GROUPE))?.largeur).toBe(1000);
    expect((await images.last({ collection: "membres", id: "ReyMembre" }))?.path).toBe(
      "membres/ReyMembre/léo rey-2.jpg",
    );
    await images.remove("membres/ReyMembre/léo rey-2.jpg");
    expect(await images.last({ collection: "membres", id: "ReyMembre" })).toBeNull();
    expect(site.journal).toEqual([]);
  });

  it("shows its pages again from the data folder that it moves back to", async () => {
    const [ici, la, projet] = [dossierNeuf(), dossierNeuf(), projetDEssai()];
    const { essaye } = await remplir(ici);
    await transferer(ici, projet.env);
    await transferer(projet.env, la);
    const site = await ouvrirSite(la);
    onTestFinished(() => site.fermer());
    const planning = await (await site.demander("/planning")).text();
    const image = /\/images\/evenements\/Bal0825\/[0-9a-f]{20}-300\.jpg/.exec(planning)?.[0] ?? "";
    expect((await site.demander(image)).status).toBe(200);
    const cookie = await site.seConnecter();
    expect(await (await site.demander("/messages", { headers: { cookie } })).text()).toContain("Salut");
    const dus = await site.services.inbox.claimDue(new Date(MIDI.getTime() + 35 * 60_000), 60_000, 10);
    expect(dus.map(({ id }) => id)).toEqual([essaye]);
    expect(site.journal).toEqual([]);
  });

  it("writes nothing when it is moved once more, in either direction", async () => {
    const [ici, projet] = [dossierNeuf(), projetDEssai()];
    await remplir(ici);
    await transferer(ici, projet.env);
    const la = await projet.ecritures();
    egales(await transferer(ici, projet.env));
    expect(await projet.ecritures()).toEqual(la);
    await transferer(projet.env, ici);
    const dossier = contenuDe(ici.DATA_DIR);
    egales(await transferer(projet.env, ici));
    expect(contenuDe(ici.DATA_DIR)).toEqual(dossier);
    expect(await projet.ecritures()).toEqual(la);
  });

  it.each(["firebase", "embedded"])(
    "arrives whole after any number of interruptions on the way to %s",
    async (vers) => {
      const [ici, la, projet] = [dossierNeuf(), dossierNeuf(), projetDEssai()];
      await remplir(ici);
      if (vers === "embedded") await transferer(ici, projet.env);
      const [de, cible] = vers === "firebase" ? [ici, projet.env] : [projet.env, la];
      let rapport: Rapport | null = null;
      let interruptions = 0;
      while (rapport === null) {
        const essai = transferer(de, cible, (porte) => interrompue(porte, interruptions % 3));
        rapport = await essai.catch((panne: unknown) => {
          expect(panne).toEqual(new Error("cut off"));
          interruptions++;
          return null;
        });
      }
      expect(interruptions).toBeGreaterThan(10);
      egales(rapport);
      expect((await tout(cible)).inbox).toEqual((await tout(ici)).inbox);
    },
  );
});

describeHosted("a project of an older site that moves into a data folder", () => {
  it("brings its cards and its pictures along, once, and says which fields stay behind", async () => {
    const [la, projet] = [dossierNeuf(), projetDEssai()];
    const { firestore } = projet;
    await firestore.doc("membres/DupontRéseaux-sociaux").set({ ...ANA, Telephone: "0791234567" });
    await firestore.doc("evenements/Fête0825").set({ Nom: "Fête", Date: "2025-08", Lieu: "Savièse", AfterMovie: "" });
    await projet.televerse("evenements/Fête0825/affiche (1).jpg", await jpeg(500, 300, 1));
    await projet.televerse("evenements/Fête0825/affiche 1.jpg", await jpeg(500, 300, 2));
    await projet.depose("membres/DupontRéseaux-sociaux/ana.jpg", await jpeg(300, 300, 3), { "mis-de-cote": "1" });
    await projet.televerse("evenements/Oubliée0120/affiche.jpg", await jpeg(500, 300, 4));

    const rapport = await transferer(projet.env, la);
    const { images, evenements, membres } = egales(rapport);
    expect([membres?.nombre, evenements?.nombre, images?.nombre]).toEqual([1, 1, 3]);
    expect(rapport.etrangers).toEqual({ documents: 1, noms: ["Telephone"] });
    expect(rapport.sansDocument).toBe(1);

    const avant = contenuDe(la.DATA_DIR);
    expect(egales(await transferer(projet.env, la))).toEqual(egales(rapport));
    expect(contenuDe(la.DATA_DIR)).toEqual(avant);
    await avecServices(la, async ({ images, evenements }) => {
      const derniere = await images.last({ collection: "evenements", id: "Fête0825" });
      expect(derniere).toMatchObject({ path: "evenements/Fête0825/affiche 1-2.jpg", largeur: 500, hauteur: 300 });
      expect(derniere?.partage).toMatch(/partage/);
      expect(await images.last({ collection: "membres", id: "DupontRéseaux-sociaux" })).toBeNull();
      expect(await evenements.get("Fête0825")).toMatchObject(unEvenement());
    });
    expect(egales(await transferer(projet.env, la))).toEqual(egales(rapport));
  });

  it("stays without invented content when npm start runs on that folder before anybody has an account", async () => {
    const [la, projet] = [dossierNeuf(), projetDEssai()];
    await projet.firestore.doc("membres/DupontCaissier").set(ANA);
    await transferer(projet.env, la);
    await avecServices(la, fillWithDemo);
    egales(await transferer(projet.env, la));
  });

  /** Identifiers that an existing project may well have given. */
  const ODD = ["Fête #2", "Bal?", "Loto, 2025", "St. Germain 08.25", "100 % & plus", "..a"];

  it("brings along what has an odd identifier, with its picture, there and back", async () => {
    const [la, projet, retour] = [dossierNeuf(), projetDEssai(), projetDEssai()];
    for (const [i, id] of ODD.entries()) {
      const fields = { Nom: `Nom ${i}`, Date: "2025-08", Lieu: "Savièse", AfterMovie: "" };
      await projet.firestore.collection("evenements").doc(id).set(fields);
      await projet.depose(`evenements/${id}/affiche.jpg`, await jpeg(500, 300, i));
    }
    egales(await transferer(projet.env, la));
    egales(await transferer(la, retour.env));
    // A backup puts them back where they were, too.
    const restored = dossierNeuf();
    const { file } = backUp(readConfig(la), join(la.DATA_DIR, "copie.tar"));
    restore(readConfig(restored), file);
    for (const env of [la, retour.env, restored]) {
      const site = await ouvrirSite(env);
      onTestFinished(() => site.fermer());
      const planning = await (await site.demander("/planning")).text();
      for (const [i, id] of ODD.entries()) {
        const prefix = `/images/evenements/${encodeURIComponent(id)}/`;
        expect(planning).toContain(`Nom ${i}`);
        const file = planning.split(prefix).flatMap((rest) => rest.match(/^[0-9a-f]{20}-480\.jpg/) ?? [])[0];
        expect([id, (await site.demander(prefix + file)).status]).toEqual([id, 200]);
      }
      expect(site.journal.filter(({ panne }) => panne !== null)).toEqual([]);
    }
  });

  it.each(["firebase", "embedded"])(
    "is looked at, edited and deleted on the site itself, whatever its identifier (%s)",
    async (by) => {
      const [la, projet] = [dossierNeuf(), projetDEssai()];
      for (const id of ODD) {
        await projet.firestore.collection("evenements").doc(id).set({ Nom: id, Date: "2025-08", Lieu: "Savièse" });
        await projet.depose(`evenements/${id}/affiche.jpg`, await jpeg(500, 300));
      }
      if (by === "embedded") await transferer(projet.env, la);
      const site = await ouvrirSite(by === "embedded" ? la : projet.env);
      onTestFinished(() => site.fermer());
      const cookie = await site.seConnecter();
      const page = async (path: string) => (await site.demander(path, { headers: { cookie } })).text();
      for (const id of ODD) {
        const segment = encodeURIComponent(id);
        expect(await page("/planning")).toContain(`href="/evenement/modify/${segment}"`);
        expect([id, (await site.demander(`/planning/${segment}`)).status]).toEqual([id, 200]);
        const version = /name="version" value="([^"]+)"/.exec(await page(`/evenement/modify/${segment}`))?.[1] ?? "";
        const champs = { Nom: "Autre nom", mois: "09", annee: "2025", Lieu: "Halle", AfterMovie: "", hp: "", version };
        const saved = await site.envoyer(`/evenement/modify/${segment}`, champs, cookie);
        expect([id, saved.status]).toEqual([id, 200]);
        expect(await site.services.evenements.get(id)).toMatchObject({ Nom: "Autre nom", Lieu: "Halle" });
        expect((await site.envoyer("/planning", { id, hp: "" }, cookie)).status).toBe(302);
        expect(await site.services.evenements.get(id)).toBeNull();
        expect(await site.services.images.last({ collection: "evenements", id })).toBeNull();
      }
      expect(site.journal.filter(({ panne }) => panne !== null)).toEqual([]);
    },
  );

  it("says by its exit code that it went well but for what stays behind, and names that with its reason", {
    timeout: 120_000,
  }, async () => {
    const [la, projet] = [dossierNeuf(), projetDEssai()];
    const { firestore, televerse } = projet;
    for (const id of ["Bal0825", "Fête", "FÊTE"])
      await firestore.collection("evenements").doc(id).set({ Nom: id, Date: "2025-08" });
    await firestore.doc("membres/DupontCaissier").set(ANA);
    const whole = await jpeg(300, 300);
    await televerse("evenements/Bal0825/bonne.jpg", whole);
    await televerse("evenements/Bal0825/coupée.jpg", whole.subarray(0, whole.length / 2));
    await televerse("evenements/Bal0825/lettre.pdf", Buffer.from("%PDF-1.7"));
    await televerse("evenements/Bal0825/énorme.jpg", Buffer.concat([whole, Buffer.alloc(25 * 1024 * 1024)]));
    await televerse("membres/DupontCaissier/ana.jpg", whole.subarray(0, 100));
    const move = () => commande({ ...projet.env, ...la }, "--from", "firebase", "--to", "embedded");
    for (const { code, sortie } of [await move(), await move()]) {
      expect(code).toBe(3);
      expect(sortie).toContain(
        "2 pictures that stay behind, as they are damaged, or not complete: evenements/Bal0825/coupée.jpg.",
      );
      expect(sortie).toContain("as their files are no pictures: evenements/Bal0825/lettre.pdf.");
      expect(sortie).toContain("as they are over 25 MB: evenements/Bal0825/énorme.jpg.");
      expect(sortie).toMatch(
        /1 events that stay behind, as their identifiers differ from others in their case only: F(?:ÊTE|ête)\./,
      );
      expect(sortie).not.toMatch(/Dupont|Ana|NOT EQUAL/i);
    }
    await avecServices(la, async ({ images }) => {
      expect((await images.last({ collection: "evenements", id: "Bal0825" }))?.path).toBe(
        "evenements/Bal0825/bonne.jpg",
      );
    });
  });

  it("does not pass over in silence what a data folder cannot hold", async () => {
    const [la, projet] = [dossierNeuf(), projetDEssai()];
    const { firestore } = projet;
    for (const id of ["Fête", "FÊTE", "a.b"]) await firestore.collection("evenements").doc(id).set({ Nom: "Fête" });
    await projet.televerse("evenements/a.b/affiche.jpg", await jpeg(300, 300));
    await projet.televerse("evenements/Fête/affiche.gif", Buffer.from("GIF89a"));
    const { comparaisons } = await transferer(projet.env, la);
    const [evenements, images] = ["evenements", "images"].map((une) => comparaisons.find(({ sorte }) => sorte === une));
    expect(evenements?.manquants).toHaveLength(1);
    expect(images?.manquants).toEqual(["evenements/Fête/affiche.gif"]);
  });
});

describeHosted("what was written on the other side meanwhile", () => {
  /** Copies a site, then changes both sides. */
  async function divergentes() {
    const [ici, projet] = [dossierNeuf(), projetDEssai()];
    const { parti } = await remplir(ici);
    await transferer(ici, projet.env);
    await avecServices(projet.env, async ({ membres, evenements, inbox }) => {
      const version = (await membres.get("DupontCaissier"))?.version ?? "";
      await membres.update("DupontCaissier", { ...ANA, Prenom: "Anna" }, version);
      await evenements.delete("Loto1125");
      await evenements.create("Annulé0925", unEvenement({ Nom: "Annulé" }));
      await inbox.delete(parti);
      await inbox.add(message("nouveau"), MIDI);
    });
    return { ici, projet };
  }

  it("stays, and is told of without naming anybody", async () => {
    const { ici, projet } = await divergentes();
    const reponse = await commande({ ...projet.env, ...ici }, "--from", "embedded", "--to", "firebase");
    expect(reponse.code).toBe(1);
    expect(reponse.sortie).toContain("members: 1 differ.");
    expect(reponse.sortie).toContain("events: 1 not in firebase (Loto1125); 1 only in firebase (Annulé0925).");
    expect(reponse.sortie).toContain("inbox: 1 only in firebase.");
    expect(reponse.sortie + reponse.erreur).not.toMatch(/Dupont|Ana|Anna|Rey|léo|@/i);
    await avecServices(projet.env, async ({ membres, evenements }) => {
      expect(await membres.get("DupontCaissier")).toMatchObject({ Prenom: "Anna" });
      expect(await evenements.get("Loto1125")).toBeNull();
      expect(await evenements.get("Annulé0925")).toMatchObject({ Nom: "Annulé" });
    });
  });

  it("does not let a calendar hear a lower number when the site moves back", async () => {
    const [ici, projet] = [dossierNeuf(), projetDEssai()];
    await remplir(ici);
    await transferer(ici, projet.env);
    await transferer(projet.env, ici);
    const [la, revenue] = [await tout(projet.env), await tout(ici)];
    const lus = (evenements: Map<string, Contenus["evenements"]>) => [...evenements.values()].map((un) => un.sequence);
    const plusHaute = Math.max(...lus(la.evenements));
    for (const [id, { sequence }] of la.evenements)
      expect(revenue.evenements.get(id)?.sequence).toBeGreaterThanOrEqual(sequence);
    await avecServices(ici, async ({ evenements }) => {
      await evenements.create("Neuf0126", unEvenement({ Date: "2026-01" }));
      expect((await evenements.get("Neuf0126"))?.sequence).toBeGreaterThan(plusHaute);
    });
  });
});

describeHosted("npm run transfer", () => {
  it.each([
    [[]],
    [["--from", "firebase"]],
    [["--from", "embedded", "--to", "embedded"]],
    [["--from", "firebase", "--to", "embedded", "--force"]],
  ])("says how it is used when it does not understand (%j)", async (args) => {
    const { code, erreur } = await commande({}, ...args);
    expect([code, erreur.slice(0, 6)]).toEqual([2, "Usage:"]);
  });

  it("moves a site, shows both sides and says that accounts stay", async () => {
    const [ici, projet] = [dossierNeuf(), projetDEssai()];
    await remplir(ici);
    const { code, sortie } = await commande({ ...projet.env, ...ici }, "--from", "embedded", "--to", "firebase");
    expect(code).toBe(0);
    expect(sortie).toMatch(/^events +2 +2 {2}equal +[0-9a-f]{64}$/m);
    expect(sortie).toContain("Mails that wait to go out: 1.");
    expect(sortie).toContain("npm run admin -- create EMAIL");
    expect(sortie).not.toMatch(/Dupont|Rey|@/);
  });

  it("goes on where it was killed", async () => {
    const [ici, projet] = [dossierNeuf(), projetDEssai()];
    await remplir(ici);
    const args = ["cli/transfer.ts", "--from", "embedded", "--to", "firebase"];
    const options = { cwd: RACINE, env: { PATH: process.env.PATH, ...COMPILED, ...projet.env, ...ici } };
    const fins: unknown[] = [];
    for (const ecritures of [1, 15, 40]) {
      const enfant = spawn(process.execPath, args, { ...options, stdio: "ignore" });
      const fin = once(enfant, "exit");
      await vi.waitFor(
        async () => expect(Object.keys(await projet.ecritures()).length).toBeGreaterThanOrEqual(ecritures),
        { timeout: 20_000, interval: 20 },
      );
      enfant.kill("SIGKILL");
      fins.push(...(await fin));
    }
    expect(fins).toContain("SIGKILL");
    expect((await commande({ ...projet.env, ...ici }, ...args.slice(1))).code).toBe(0);
  });

  it.each([
    ["embedded", "firebase"],
    ["firebase", "embedded"],
  ])("keeps away from a data folder on which a site runs (from %s to %s)", async (de, vers) => {
    const [ici, projet] = [dossierNeuf(), projetDEssai()];
    await remplir(ici);
    const liberer = lockFolder(ici.DATA_DIR, SITE_LOCK);
    onTestFinished(() => liberer?.());
    const { code, erreur } = await commande({ ...projet.env, ...ici }, "--from", de, "--to", vers);
    const phrase = /^Another site is already running on the data folder .*\n$/;
    expect([code, erreur]).toEqual([1, expect.stringMatching(phrase)]);
    expect(await projet.ecritures()).toEqual({});
  });

  it("takes no folder without a site for one that is empty", async () => {
    const [ici, projet] = [dossierNeuf(), projetDEssai()];
    const { code, erreur } = await commande({ ...projet.env, ...ici }, "--from", "embedded", "--to", "firebase");
    expect([code, erreur]).toEqual([1, `There is no site in ${ici.DATA_DIR}.\n`]);
  });
});

describeHosted("pictures whose later formats are still being made", () => {
  const AFFICHE = { collection: "evenements", id: "Bal0825" } as const;

  /** Lets a site finish its pictures. */
  const finir = (env: Env) =>
    avecServices(env, async ({ images }, reprendre) => {
      await reprendre();
      const formats = async () => {
        const listes = await Promise.all((["evenements", "membres", "accueil"] as const).map(images.lastOfEach));
        return listes.flatMap((liste) => [...liste.values()]).map(({ sources }) => sources.length);
      };
      await vi.waitFor(async () => expect(await formats()).toEqual([3, 3, 3]), { timeout: 20_000, interval: 50 });
    });

  it("get the others where they have moved to, and are no difference then", async () => {
    const [ici, projet] = [dossierNeuf(), projetDEssai()];
    await remplir(ici);
    await transferer(ici, projet.env);
    await finir(projet.env);
    egales(await transferer(ici, projet.env));
  });

  it("get those that were made since when they are moved once more", async () => {
    const [ici, projet] = [dossierNeuf(), projetDEssai()];
    await remplir(ici);
    await transferer(ici, projet.env);
    await finir(ici);
    egales(await transferer(ici, projet.env));
    await avecServices(projet.env, async ({ images }) => {
      expect((await images.last(AFFICHE))?.sources.map(({ type }) => type)).toContain("image/avif");
    });
  });

  it("are missed where the disk has lost their JPEG", async () => {
    const [ici, projet] = [dossierNeuf(), projetDEssai()];
    await remplir(ici);
    const { images } = await tout(ici);
    const [une] = images;
    if (!une || une.cle === null) throw new Error("the site has pictures of its own");
    rmSync(join(ici.DATA_DIR, "images", une.dossier.collection, une.dossier.id, `${une.cle}-480.jpg`));
    const { comparaisons } = await transferer(ici, projet.env);
    expect(comparaisons.find(({ sorte }) => sorte === "images")?.manquants).toEqual([une.path]);
  });
});

/** A target that fails at a write, once so many have gone through; a picture is cut short between its files. */
function interrompue(porte: Demenagement, apres: number): Demenagement {
  let reste = apres;
  const panne = new Error("cut off");
  return {
    ...porte,
    async ajouter(sorte, document) {
      if (reste-- === 0) throw panne;
      await porte.ajouter(sorte, document);
    },
    async ajouterImage(image, fichiers) {
      return porte.ajouterImage(image, reste-- === 0 ? coupes(fichiers, panne) : fichiers);
    },
  };
}

/** @returns files of which the first one can be had only */
function coupes(fichiers: ReadonlyMap<string, Uint8Array>, panne: Error): ReadonlyMap<string, Uint8Array> {
  const debut = new Map(fichiers);
  debut[Symbol.iterator] = function* () {
    yield* [...fichiers].slice(0, 1);
    throw panne;
  };
  return debut;
}
