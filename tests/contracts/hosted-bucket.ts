/** A bucket of its own in the Storage emulator: stores on it, and what somebody else sees or leaves there. */
import { expect, onTestFinished, vi } from "vitest";
import { type BucketStore, createPictureStore } from "#adapters/firebase/picture-store.ts";
import { createImageStore, type KeptImageStore } from "#adapters/pictures/image-store.ts";
import { createImagerie } from "#adapters/sharp/imagerie.ts";
import { ENV_EMULATEURS, projetNeuf } from "#tests/emulators/hosted.ts";

/** Where the emulator listens, as Google's library wants it. */
export const EMULATEUR = ENV_EMULATEURS.STORAGE_EMULATOR_HOST ?? "";
/** What the emulator takes for the server's own credentials. */
const SERVEUR = { authorization: "Bearer owner" };

const imagerie = createImagerie();

type HostedImages = KeptImageStore & Pick<BucketStore, "imageFile" | "forget" | "problem">;

type Options = {
  /** Where the store finds Cloud Storage, if not straight at the emulator. */
  origine?: string;
  onChange?: () => void;
  onWarning?: (phrase: string) => void;
  onError?: (panne: unknown) => void;
};

export type Metadonnees = { name: string; timeCreated: string; metadata?: Record<string, string> };

export function hostedBucket() {
  const { projectId, bucket } = projetNeuf();
  const objets = `${EMULATEUR}/v0/b/${bucket}/o`;

  return {
    bucket,

    /** Starts a store, as an instance of the site would. It must not fail at what nobody waits for, unless the test looks. */
    start({ origine, onWarning = () => {}, ...options }: Options = {}): HostedImages {
      if (origine) vi.stubEnv("STORAGE_EMULATOR_HOST", origine);
      const pannes: unknown[] = [];
      const store = createPictureStore({ projectId, bucket, onWarning });
      const { imageFile, forget, problem } = store;
      const onError = (panne: unknown) => pannes.push(panne);
      const images = createImageStore({ store, imagerie, onError, onWarning, ...options });
      vi.unstubAllEnvs();
      onTestFinished(async () => {
        await images.idle();
        expect(pannes).toEqual([]);
      });
      return { ...images, imageFile, forget, problem };
    },

    /** Puts a file there as the old site did in the browser: Firebase gives it a download token. */
    async televerse(nom: string, octets: Uint8Array, type = "image/jpeg"): Promise<void> {
      const reponse = await fetch(`${objets}?name=${encodeURIComponent(nom)}`, {
        method: "POST",
        headers: { ...SERVEUR, "content-type": type },
        body: new Uint8Array(octets),
      });
      expect(reponse.status).toBe(200);
    },

    /** Puts a file there as Google's console or a script does: without a download token. */
    async depose(nom: string, octets: Uint8Array, metadata: Record<string, string> = {}): Promise<void> {
      const [debut, milieu] = [JSON.stringify({ name: nom, metadata }), "image/jpeg"];
      const corps = Buffer.concat([
        Buffer.from(`--x\r\ncontent-type: application/json\r\n\r\n${debut}\r\n--x\r\ncontent-type: ${milieu}\r\n\r\n`),
        octets,
        Buffer.from("\r\n--x--\r\n"),
      ]);
      const adresse = `${EMULATEUR}/upload/storage/v1/b/${bucket}/o?uploadType=multipart&name=${encodeURIComponent(nom)}`;
      const reponse = await fetch(adresse, {
        method: "POST",
        headers: { "content-type": "multipart/related; boundary=x" },
        body: corps,
      });
      expect(reponse.status).toBe(200);
    },

    /** @returns every object of the bucket, by name */
    async contenu(): Promise<Metadonnees[]> {
      const reponse = await fetch(`${EMULATEUR}/b/${bucket}/o`);
      const { items = [] } = (await reponse.json()) as { items?: Metadonnees[] };
      return items;
    },

    /** @returns the bytes of an object, by the server's credentials */
    async brut(nom: string): Promise<Buffer> {
      const reponse = await fetch(`${EMULATEUR}/storage/v1/b/${bucket}/o/${encodeURIComponent(nom)}?alt=media`);
      expect(reponse.status).toBe(200);
      return Buffer.from(await reponse.arrayBuffer());
    },

    /** Takes an object away behind the site's back. */
    async efface(nom: string): Promise<void> {
      const adresse = `${EMULATEUR}/b/${bucket}/o/${encodeURIComponent(nom)}`;
      expect((await fetch(adresse, { method: "DELETE" })).ok).toBe(true);
    },

    /** Fetches an object as any browser can that has its download URL. */
    parJeton: (nom: string, jeton: string) =>
      fetch(`${objets}/${encodeURIComponent(nom)}?alt=media&token=${encodeURIComponent(jeton)}`),

    /** Takes an object's download URLs away. */
    async revoque(nom: string): Promise<void> {
      await fetch(`${EMULATEUR}/b/${bucket}/o/${encodeURIComponent(nom)}`, {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ metadata: { firebaseStorageDownloadTokens: null } }),
      });
    },
  };
}

/** @returns what the site answers at an address of a picture, or null */
export async function lireAdresse(images: HostedImages, url: string): Promise<Buffer | null> {
  const [collection = "", id = "", nom = ""] = url.split("/").slice(2).map(decodeURIComponent);
  const fichier = await images.imageFile(collection, id, nom);
  return fichier && Buffer.concat(await fichier.lire().toArray());
}
