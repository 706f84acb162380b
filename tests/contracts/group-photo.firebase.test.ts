import { onTestFinished } from "vitest";
import { openFirestore } from "#adapters/firebase/client.ts";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { createReglagesStore } from "#adapters/firebase/reglages-store.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { groupPhotoContract } from "./group-photo.contract.ts";
import { hostedBucket } from "./hosted-bucket.ts";

describeHosted("a hosted site", () => {
  groupPhotoContract("the sweep of pictures and a group photo in the bucket", async () => {
    const { start, bucket } = hostedBucket();
    const db = openFirestore({ projectId: bucket.split(".", 1)[0] ?? "" });
    onTestFinished(() => db.terminate());
    const [evenements, membres, reglages] = [createEvenementStore(db), createMembreStore(db), createReglagesStore(db)];
    return { images: start(), evenements, membres, reglages };
  });
});
