import { createEvenementStore } from "#adapters/embedded/evenement-store.ts";
import { createInbox } from "#adapters/embedded/inbox/inbox.ts";
import { createMembreStore } from "#adapters/embedded/membre-store.ts";
import { createRecycleBin } from "#adapters/embedded/recycle-bin.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { atOnceContract } from "./at-once.contract.ts";
import { recycleBinContract } from "./recycle-bin.contract.ts";

const make = async () => {
  const { open } = embeddedFile();
  return async () => {
    const db = open();
    return {
      bin: createRecycleBin(db),
      membres: createMembreStore(db),
      evenements: createEvenementStore(db),
      inbox: createInbox(db),
    };
  };
};
recycleBinContract("the recycle bin in SQLite", make);
atOnceContract("the recycle bin in SQLite", make, 200);
