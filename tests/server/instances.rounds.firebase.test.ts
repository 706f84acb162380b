/** Several instances of the site on one project: what one does the others show, and none needs another. */

import { buffer } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { openFirestore } from "#adapters/firebase/client.ts";
import { COLLECTIONS } from "#adapters/firebase/collections.ts";
import { echauffer } from "#tests/contracts/echauffer.ts";
import { type Recu, serveurSmtp } from "#tests/contracts/smtp-servers.ts";
import { type Coupure, ouvrirCoupure } from "#tests/emulators/coupure.ts";
import { describeHosted, ENV_EMULATEURS, projetNeuf } from "#tests/emulators/hosted.ts";
import { noter } from "#tests/figures.ts";
import { LONG } from "#tests/rounds.ts";
import { demarrer, dossierDeDonnees, type Processus } from "./process.ts";
import { annoncer, COMITE, ecrire, poster, sante, seConnecter, supprimer } from "./visite.ts";

/** What is promised takes two seconds at most; a machine that runs other tests meanwhile may take longer. */
const PATIENCE = { timeout: 15_000, interval: 20 };
const MAILS = 10;

const lire = async (url: string, chemin: string, cookie = "") =>
  (await fetch(url + chemin, { headers: { cookie }, redirect: "manual" })).text();

/** @param autres further settings of each instance */
async function deuxInstances(...autres: Record<string, string>[]): Promise<[Processus, Processus, string]> {
  await echauffer();
  const { projectId, bucket, apiKey } = projetNeuf();
  const env = {
    BACKEND: "firebase",
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: apiKey,
    FIREBASE_STORAGE_BUCKET: bucket,
    ...ENV_EMULATEURS,
    ...COMITE,
  };
  const un = await demarrer({ ...env, DATA_DIR: dossierDeDonnees(), ...autres[0] });
  const deux = await demarrer({ ...env, DATA_DIR: dossierDeDonnees(), ...autres[1] });
  return [un, deux, projectId];
}

describeHosted("two instances of the site", () => {
  it("show what the other one has written, pictures too, and forget what it has deleted", {
    timeout: 120_000,
  }, async () => {
    const [a, b] = await deuxInstances();
    const cookie = await seConnecter(a.url);
    expect(await lire(b.url, "/planning")).not.toContain("Brisolee");
    expect((await annoncer(a.url, "Brisolee", cookie)).status).toBe(302);
    const ecrit = performance.now();
    await vi.waitUntil(async () => (await lire(b.url, "/planning")).includes("Brisolee"), PATIENCE);
    const delaiMs = performance.now() - ecrit;
    const image = await vi.waitUntil(
      async () => /\/images\/evenements\/Brisolee0825\/[^" ,]+\.jpg/.exec(await lire(b.url, "/planning"))?.[0],
      PATIENCE,
    );
    const reponse = await fetch(b.url + image);
    expect([reponse.status, reponse.headers.get("content-type")]).toEqual([200, "image/jpeg"]);

    expect((await supprimer(b.url, "Brisolee", cookie)).status).toBe(302);
    await vi.waitUntil(async () => !(await lire(a.url, "/planning")).includes("Brisolee"), PATIENCE);
    noter("9-instances", {
      promesse: "With Firebase, what one instance writes another shows",
      chiffres: `${Math.round(delaiMs)} ms later; 2 instances`,
    });
  });

  it("know a session wherever it was opened, and it ends on both", { timeout: 120_000 }, async () => {
    const [a, b] = await deuxInstances();
    const cookie = await seConnecter(a.url);
    for (const { url } of [a, b]) expect(await lire(url, "/planning", cookie)).toContain(COMITE.ADMIN_EMAIL);
    expect((await poster(b.url, "/logout", new URLSearchParams(), cookie)).status).toBe(302);
    for (const { url } of [a, b]) {
      expect(await lire(url, "/planning", cookie)).not.toContain(COMITE.ADMIN_EMAIL);
      expect((await fetch(`${url}/messages`, { headers: { cookie }, redirect: "manual" })).status).toBe(302);
    }
  });

  it("deliver each mail once, also those of one that was killed", { timeout: 180_000 }, async () => {
    const acceptes: Recu[] = [];
    /** Instances whose next mail is not taken, and who is told when it has come. */
    const retenus = new Map<string, () => void>();
    const { url } = await serveurSmtp({
      async onData(flux, { envelope }, fini) {
        const brut = await buffer(flux);
        const de = envelope.mailFrom ? envelope.mailFrom.address : "";
        const retenir = retenus.get(de);
        // Neither taken nor refused: the connection ends with the instance.
        if (retenir) return retenir();
        acceptes.push({ brut, de, a: [] });
        fini();
      },
    });
    const mail = { MAIL: "smtp", SMTP_URL: url, MAIL_TO: "comite@exemple.ch" };
    const [a, b, projectId] = await deuxInstances(
      { ...mail, MAIL_FROM: "un@exemple.ch" },
      { ...mail, MAIL_FROM: "deux@exemple.ch" },
    );
    const sujets = () => acceptes.map(({ brut }) => /^Subject: .*?(n\d+)(?:\?=)?\s*$/m.exec(String(brut))?.[1]).sort();
    const attendus = (nombre: number) => Array.from({ length: nombre }, (_, i) => `n${i + 100}`);

    for (let n = 0; n < 2 * MAILS; n++) expect((await ecrire(n % 2 ? a.url : b.url, `n${n + 100}`)).status).toBe(200);
    await vi.waitUntil(() => acceptes.length >= 2 * MAILS, PATIENCE);

    const retenu = new Promise<void>((resolve) => retenus.set("un@exemple.ch", resolve));
    for (let n = 2 * MAILS; n < 3 * MAILS; n++) expect((await ecrire(a.url, `n${n + 100}`)).status).toBe(200);
    await retenu;
    await a.arreter("SIGKILL");
    // The next message wakes the other instance, which takes over all but the mail that was being sent.
    await ecrire(b.url, `n${3 * MAILS + 100}`);
    await vi.waitUntil(() => acceptes.length >= 3 * MAILS, PATIENCE);

    // Two minutes later its claim would have lapsed.
    const db = openFirestore({ projectId });
    onTestFinished(() => db.terminate());
    const restants = await db.collection(COLLECTIONS.inbox).where("courrier", "==", "en-attente").get();
    expect(restants.size).toBe(1);
    await restants.docs[0]?.ref.update({ echeance: new Date().toISOString() });
    await ecrire(b.url, `n${3 * MAILS + 101}`);
    await vi.waitUntil(() => acceptes.length >= 3 * MAILS + 2, PATIENCE);
    expect(sujets()).toEqual(attendus(3 * MAILS + 2));
    noter("9-instances-mail", {
      promesse: "Two instances deliver each mail once, also when one is killed while it sends",
      chiffres: `${sujets().length} mails, 1 instance killed`,
    });
  });

  // Deadlines pass in it.
  if (LONG)
    it("go on showing pages while the store is away, refuse what they cannot keep, and recover by themselves", {
      timeout: 180_000,
    }, async () => {
      const lignes: Coupure[] = [];
      for (let n = 0; n < 2; n++) lignes.push(await ouvrirCoupure(ENV_EMULATEURS.FIRESTORE_EMULATOR_HOST ?? ""));
      const [a, b] = await deuxInstances(
        ...lignes.map(({ adresse }) => ({ FIRESTORE_EMULATOR_HOST: adresse, LOG_LEVEL: "silent" })),
      );
      const cookie = await seConnecter(a.url);
      // Without a picture: each of its later variants would have the pages made anew.
      const avant = new URLSearchParams({ Prenom: "Ana", Nom: "Avant", Poste: "Membre", hp: "" });
      expect((await poster(a.url, "/comite/create", avant, cookie)).status).toBe(302);
      await vi.waitUntil(async () => (await lire(b.url, "/comite")).includes("Avant"), PATIENCE);
      await vi.waitUntil(async () => (await lire(a.url, "/comite")).includes("Avant"), PATIENCE);

      for (const ligne of lignes) ligne.couper();
      for (const { url } of [a, b]) {
        expect(await lire(url, "/comite")).toContain("Avant");
        const refus = await ecrire(url, "Perdu");
        expect(refus.status).toBe(503);
        const html = await refus.text();
        expect(html).toContain("n’est pas parti");
        expect(html).toContain("Perdu");
        expect((await sante(url)).status).toBe(503);
      }
      const enVain = await annoncer(a.url, "Pendant", cookie);
      expect(enVain.status).toBe(503);
      expect(await enVain.text()).toContain("Rien n’a été enregistré");
      expect(await lire(b.url, "/comite")).toContain("Avant");

      for (const ligne of lignes) ligne.retablir();
      for (const { url } of [a, b])
        await vi.waitUntil(async () => (await sante(url)).status === 200, { ...PATIENCE, timeout: 30_000 });
      await vi.waitUntil(async () => (await annoncer(a.url, "Apres", cookie)).status === 302, PATIENCE);
      await vi.waitUntil(async () => (await lire(b.url, "/planning")).includes("Apres"), PATIENCE);
      expect(await lire(b.url, "/planning")).not.toContain("Pendant");
    });
});
