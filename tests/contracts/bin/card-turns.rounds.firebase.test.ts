import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { createInbox } from "#stores/inbox.ts";
import { createJournal } from "#stores/journal.ts";
import { createRecycleBin } from "#stores/recycle-bin.ts";
import { createSettingsStore } from "#stores/settings.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { rounds } from "#tests/rounds.ts";
import { hostedBucket } from "#tests/stores/pictures/hosted-bucket.ts";
import { atOnceContract } from "./at-once.contract.ts";
import { cardTurnsContract } from "./card-turns.contract.ts";
import { firestoreBin } from "./firestore-bin.ts";

describeHosted("a hosted site", () => {
  atOnceContract("the recycle bin in Firestore", firestoreBin, rounds(20, 200));

  cardTurnsContract(
    "two people on the same card in a project",
    async () => {
      const { documents, images } = hostedBucket().start();
      return {
        ...{
          committee: createCommittee(documents),
          events: createEvents(documents),
          settings: createSettingsStore(documents),
        },
        ...{
          inbox: createInbox(documents),
          bin: createRecycleBin(documents),
          journal: createJournal(documents),
        },
        ...{ images, clock: { now: () => new Date() } },
      };
    },
    rounds(20, 200),
  );
});
