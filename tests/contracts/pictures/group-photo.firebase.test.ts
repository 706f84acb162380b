import { onTestFinished } from "vitest";
import { createDocuments } from "#adapters/firestore/documents.ts";
import { openFirestore } from "#adapters/firestore/firestore-client.ts";
import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { createJournal } from "#stores/journal.ts";
import { createRecycleBin } from "#stores/recycle-bin.ts";
import { createSettingsStore } from "#stores/settings.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { groupPhotoContract } from "./group-photo.contract.ts";
import { hostedBucket } from "./hosted-bucket.ts";

describeHosted("a hosted site", () => {
  groupPhotoContract("the sweep of pictures and a group photo in the bucket", async () => {
    const { start, bucket } = hostedBucket();
    const db = openFirestore({ projectId: bucket.split(".", 1)[0] ?? "" });
    onTestFinished(() => db.terminate());
    const documents = createDocuments(db);
    return {
      ...{
        evenements: createEvents(documents),
        membres: createCommittee(documents),
        settings: createSettingsStore(documents),
      },
      ...{ bin: createRecycleBin(documents), journal: createJournal(documents) },
      ...{ images: start(), clock: { now: () => new Date() } },
    };
  });
});
