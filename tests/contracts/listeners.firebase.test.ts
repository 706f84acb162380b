import { once } from "node:events";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import type { Firestore } from "@google-cloud/firestore";
import { expect, it, onTestFinished, vi } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { announceImages, watch } from "#adapters/firebase/listeners.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { createReglagesStore } from "#adapters/firebase/reglages-store.ts";
import { REGLAGES_DE_DEPART } from "#domain/reglages.ts";
import { ouvrirCoupure } from "#tests/emulators/coupure.ts";
import { describeHosted, ENV_EMULATEURS } from "#tests/emulators/hosted.ts";
import { unEvenement } from "#tests/evenements.ts";
import { projetFirestore } from "./projet-firestore.ts";

const ana = { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" };

/** How Firestore ends a subscription (`ListenResponse`): the target is removed, because of code 7 (PERMISSION_DENIED). */
const CAUSE = Buffer.from([0x08, 7, 0x12, 4, ...Buffer.from("Non.")]);
const RETRAIT = Buffer.from([0x08, 2, 0x1a, CAUSE.length, ...CAUSE]);
const REFUS = Buffer.from([0, 0, 0, 0, RETRAIT.length + 2, 0x12, RETRAIT.length, ...RETRAIT]);

/** An instance that watches, and has seen what there was at first. */
async function instance(db: Firestore) {
  const entendus: string[] = [];
  const { stop } = watch({ db, onChange: (source) => entendus.push(source) });
  onTestFinished(stop);
  await vi.waitFor(() => expect(new Set(entendus)).toEqual(new Set(["membres", "evenements", "reglages"])), 20_000);
  entendus.length = 0;
  const attendre = (source: string) =>
    vi.waitFor(() => expect(entendus).toContain(source), { timeout: 25_000, interval: 20 });
  return { entendus, stop, attendre };
}

describeHosted("an instance that watches Firestore", () => {
  it("hears of an event that another one creates, changes and deletes", async () => {
    const { ouvrir } = projetFirestore();
    const { entendus, attendre } = await instance(ouvrir());
    const evenements = createEvenementStore(ouvrir());
    const ecritures = [
      () => evenements.create("A", unEvenement()),
      async () => evenements.update("A", unEvenement(), (await evenements.get("A"))?.version ?? ""),
      () => evenements.delete("A"),
    ];
    for (const ecrire of ecritures) {
      await ecrire();
      await attendre("evenements");
      expect(new Set(entendus)).toEqual(new Set(["evenements"]));
      entendus.length = 0;
    }
  });

  it("hears of members, settings and pictures, each by its name", async () => {
    const { ouvrir } = projetFirestore();
    const { entendus, attendre } = await instance(ouvrir());
    const ailleurs = ouvrir();
    await createMembreStore(ailleurs).create("A", ana);
    await attendre("membres");
    await createReglagesStore(ailleurs).save(REGLAGES_DE_DEPART, "0", { email: "a@exemple.ch", le: new Date() });
    await attendre("reglages");
    entendus.length = 0;
    await announceImages(ailleurs, "accueil");
    await attendre("accueil");
    await announceImages(ailleurs, "evenements");
    await attendre("evenements");
    await announceImages(ailleurs, "accueil");
    await vi.waitFor(() => expect(entendus).toEqual(["accueil", "evenements", "accueil"]), 20_000);
  });

  it("hears what was written while it was cut off, once it is back", async () => {
    const ligne = await ouvrirCoupure(ENV_EMULATEURS.FIRESTORE_EMULATOR_HOST ?? "");
    const { ouvrir } = projetFirestore();
    const { entendus, attendre } = await instance(ouvrir(ligne.adresse));
    ligne.couper();
    await createMembreStore(ouvrir()).create("A", ana);
    expect(entendus).toEqual([]);
    ligne.retablir();
    await attendre("membres");
  });

  it("asks again when the store has refused to tell it anything, and says so", async () => {
    const serveur = createServer().on("stream", (flux) => {
      flux.respond({ ":status": 200, "content-type": "application/grpc" });
      flux.write(REFUS);
    });
    await once(serveur.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void serveur.close());
    const pannes: unknown[] = [];
    const db = projetFirestore().ouvrir(`127.0.0.1:${(serveur.address() as AddressInfo).port}`);
    const { stop } = watch({ db, onChange: () => {}, onError: (panne) => pannes.push(panne) });
    // More than the four subscriptions of a start.
    await vi.waitFor(() => expect(pannes.length).toBeGreaterThan(4), { timeout: 25_000, interval: 20 });
    stop();
    expect(String(pannes[0])).toBe("Error: Error 7: Non.");
  });

  it("hears nothing more once it has stopped", async () => {
    const { ouvrir } = projetFirestore();
    const [une, autre] = [await instance(ouvrir()), await instance(ouvrir())];
    une.stop();
    await createMembreStore(ouvrir()).create("A", ana);
    await autre.attendre("membres");
    expect(une.entendus).toEqual([]);
  });
});
