import { onTestFinished } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { openFirestore } from "#adapters/firebase/firestore-client.ts";
import { createInbox } from "#adapters/firebase/inbox/inbox.ts";
import { createJournal } from "#adapters/firebase/journal.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { createRecycleBin } from "#adapters/firebase/recycle-bin.ts";
import { createSettingsStore } from "#adapters/firebase/settings-store.ts";
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
      return {
        ...{ membres: createMembreStore(db), evenements: createEvenementStore(db), settings: createSettingsStore(db) },
        ...{ inbox: createInbox(db), bin: createRecycleBin(db), journal: createJournal(db) },
        ...{ images: start(), clock: { now: () => new Date() } },
      };
    },
    rounds(20, 200),
  );
});
