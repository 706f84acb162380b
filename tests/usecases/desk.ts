import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createAccountMailQueue } from "#adapters/embedded/accounts/account-mail-queue.ts";
import { createAuthenticator } from "#adapters/embedded/accounts/authenticator.ts";
import { createEvenementStore } from "#adapters/embedded/evenement-store.ts";
import { createInbox } from "#adapters/embedded/inbox/inbox.ts";
import { createKeptMail } from "#adapters/embedded/inbox/kept-mail.ts";
import { createJournal } from "#adapters/embedded/journal.ts";
import { createMembreStore } from "#adapters/embedded/membre-store.ts";
import { createPictureStore } from "#adapters/embedded/picture-store.ts";
import { createRecycleBin } from "#adapters/embedded/recycle-bin.ts";
import { createSettingsStore } from "#adapters/embedded/settings-store.ts";
import { createImageStore } from "#adapters/pictures/image-store.ts";
import { createImageProcessor } from "#adapters/sharp/image-processor.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";

/** The committee's stores as they are on a first start, in a folder that goes away when the test ends. */
export function desk() {
  const { file, open } = embeddedFile();
  const db = open();
  const store = createPictureStore({ db, directory: join(dirname(file), "images") });
  const images = createImageStore({ store, imageProcessor: createImageProcessor() });
  onTestFinished(images.stop);
  return {
    membres: createMembreStore(db),
    evenements: createEvenementStore(db),
    settings: createSettingsStore(db),
    inbox: createInbox(db),
    bin: createRecycleBin(db),
    journal: createJournal(db),
    keptMail: createKeptMail({ directory: join(dirname(file), "outbox") }),
    images,
    auth: createAuthenticator({ db, secret: "un-secret-de-test-qui-ne-sert-nulle-part-0123456789" }),
    accountMail: createAccountMailQueue(db),
    accountMailer: null,
    clock: { now: () => new Date() },
  };
}

/** @returns the store with one method that fails, as if the store did not answer just then */
export const broken = <Store extends object>(store: Store, method: keyof Store): Store => ({
  ...store,
  [method]: async () => {
    throw new Error("panne");
  },
});
