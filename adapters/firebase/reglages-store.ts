import { randomUUID } from "node:crypto";
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { REGLAGES_DE_DEPART, type Reglages } from "#domain/reglages.ts";
import type { Auteur, ReglagesStore } from "#ports/reglages-store.ts";
import { ask, change, put } from "./calls.ts";
import { COLLECTIONS } from "./collections.ts";
import { versionDe } from "./version.ts";

/** The version before anything was saved. */
export const AVANT_TOUT = "0";

const CHAMPS = Object.keys(REGLAGES_DE_DEPART) as (keyof Reglages)[];

/**
 * Makes the store of the committee's settings. A setting that was unknown when they were saved last has
 * the value of a first start.
 * @param db as `openFirestore` gave it
 */
export function createReglagesStore(db: Firestore): ReglagesStore {
  const actuels = db.collection(COLLECTIONS.reglages).doc("actuels");

  return {
    async get() {
      const snapshot = await ask(actuels.get());
      return {
        ...structuredClone(REGLAGES_DE_DEPART),
        ...enregistres(snapshot),
        version: snapshot.exists ? versionDe(snapshot) : AVANT_TOUT,
        modifies: auteurDe(snapshot),
      };
    },

    async save(reglages, version, { email, le }) {
      const ecriture = randomUUID();
      const contenu = Object.fromEntries(CHAMPS.map((champ) => [champ, reglages[champ]]));
      const valeurs = { contenu, modifieLe: le.toISOString(), modifiePar: email, ecriture };
      return change(db, async (write) => {
        const avant = await ask(actuels.get());
        if (avant.get("ecriture") === ecriture) return "enregistre";
        if (version !== (avant.exists ? versionDe(avant) : AVANT_TOUT)) return "depasse";
        await write((batch) => put(batch, avant, valeurs));
        return "enregistre";
      });
    },
  };
}

/** Only what has the shape of a setting: people can edit the document by hand. */
function enregistres(snapshot: DocumentSnapshot): Partial<Reglages> {
  const contenu = (snapshot.get("contenu") ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    CHAMPS.filter((champ) => convient(champ, contenu[champ])).map((champ) => [champ, contenu[champ]]),
  );
}

const convient = (champ: keyof Reglages, valeur: unknown): boolean =>
  Array.isArray(REGLAGES_DE_DEPART[champ])
    ? Array.isArray(valeur) && valeur.every((un) => typeof un === "string")
    : typeof valeur === typeof REGLAGES_DE_DEPART[champ];

function auteurDe(snapshot: DocumentSnapshot): Auteur | null {
  const { modifieLe, modifiePar } = snapshot.data() ?? {};
  return modifieLe && modifiePar ? { email: String(modifiePar), le: new Date(String(modifieLe)) } : null;
}
