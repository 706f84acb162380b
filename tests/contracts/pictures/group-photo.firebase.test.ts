import { onTestFinished } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { openFirestore } from "#adapters/firebase/firestore-client.ts";
import { createJournal } from "#adapters/firebase/journal.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { createRecycleBin } from "#adapters/firebase/recycle-bin.ts";
import { createSettingsStore } from "#adapters/firebase/settings-store.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { groupPhotoContract } from "./group-photo.contract.ts";
import { hostedBucket } from "./hosted-bucket.ts";

describeHosted("a hosted site", () => {
  groupPhotoContract("the sweep of pictures and a group photo in the bucket", async () => {
    const { start, bucket } = hostedBucket();
    const db = openFirestore({ projectId: bucket.split(".", 1)[0] ?? "" });
    onTestFinished(() => db.terminate());
    return {
      ...{ evenements: createEvenementStore(db), membres: createMembreStore(db), settings: createSettingsStore(db) },
      ...{ bin: createRecycleBin(db), journal: createJournal(db) },
      ...{ images: start(), clock: { now: () => new Date() } },
    };
  });
});
