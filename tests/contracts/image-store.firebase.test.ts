import { expect, onTestFinished } from "vitest";
import { createImageStore } from "#adapters/firebase/image-store.ts";
import { createImagerie } from "#adapters/sharp/imagerie.ts";
import { describeHosted, projetNeuf } from "#tests/emulators/hosted.ts";
import { imageStoreContract } from "./image-store.contract.ts";

const imagerie = createImagerie();

function place() {
  const { projectId, bucket } = projetNeuf();
  const start = () => {
    const pannes: unknown[] = [];
    const images = createImageStore({ projectId, bucket, imagerie, onError: (panne) => pannes.push(panne) });
    onTestFinished(async () => {
      await images.idle();
      expect(pannes).toEqual([]);
    });
    return images;
  };
  return { projectId, bucket, start };
}

describeHosted("pictures in Cloud Storage", () => {
  imageStoreContract("as every store of pictures", async () => {
    const images = place().start();
    return {
      images,
      idle: images.idle,
      fetch: async (url) => {
        const [collection = "", id = "", nom = ""] = url.split("/").slice(2).map(decodeURIComponent);
        const fichier = await images.imageFile(collection, id, nom);
        return fichier && Buffer.concat(await fichier.lire().toArray());
      },
    };
  });
});
