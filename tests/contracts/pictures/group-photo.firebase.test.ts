import { onTestFinished } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { openFirestore } from "#adapters/firebase/firestore-client.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { createSettingsStore } from "#adapters/firebase/settings-store.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { groupPhotoContract } from "./group-photo.contract.ts";
import { hostedBucket } from "./hosted-bucket.ts";

describeHosted("a hosted site", () => {
  groupPhotoContract("the sweep of pictures and a group photo in the bucket", async () => {
    const { start, bucket } = hostedBucket();
    const db = openFirestore({ projectId: bucket.split(".", 1)[0] ?? "" });
    onTestFinished(() => db.terminate());
    const [evenements, membres, settings] = [createEvenementStore(db), createMembreStore(db), createSettingsStore(db)];
    return { images: start(), evenements, membres, settings };
  });
});
