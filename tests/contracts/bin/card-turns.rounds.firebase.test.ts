import { onTestFinished } from "vitest";
import { createDocuments } from "#adapters/firestore/documents.ts";
import { openFirestore } from "#adapters/firestore/firestore-client.ts";
import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { createInbox } from "#stores/inbox.ts";
import { createJournal } from "#stores/journal.ts";
import { createRecycleBin } from "#stores/recycle-bin.ts";
import { createSettingsStore } from "#stores/settings.ts";
import { hostedBucket } from "#tests/contracts/pictures/hosted-bucket.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { rounds } from "#tests/rounds.ts";
import { atOnceContract } from "./at-once.contract.ts";
import { cardTurnsContract } from "./card-turns.contract.ts";
import { firestoreBin } from "./firestore-bin.ts";

describeHosted("a hosted site", () => {
  atOnceContract("the recycle bin in Firestore", firestoreBin, rounds(20, 200));

  cardTurnsContract(
    "two people on the same card in a project",
    async () => {
      const { start, bucket } = hostedBucket();
      const db = openFirestore({ projectId: bucket.split(".", 1)[0] ?? "" });
      onTestFinished(() => db.terminate());
      const documents = createDocuments(db);
      return {
        ...{
          membres: createCommittee(documents),
          evenements: createEvents(documents),
          settings: createSettingsStore(documents),
        },
        ...{
          inbox: createInbox(documents),
          bin: createRecycleBin(documents),
          journal: createJournal(documents),
        },
        ...{ images: start(), clock: { now: () => new Date() } },
      };
    },
    rounds(20, 200),
  );
});
