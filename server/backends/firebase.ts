/** The family that keeps everything in a project of Firebase, which any number of instances of the site may share. */
import { createAccountMailQueue } from "#adapters/firebase/accounts/account-mail-queue.ts";
import { openAuth } from "#adapters/firebase/accounts/auth-client.ts";
import { createFirebaseAuthenticator } from "#adapters/firebase/accounts/authenticator.ts";
import { keyProblem } from "#adapters/firebase/api-key.ts";
import { FIREBASE_BACKUPS } from "#adapters/firebase/backups.ts";
import { credentialsProblem } from "#adapters/firebase/credentials.ts";
import { FIREBASE_PROCESSORS } from "#adapters/firebase/data-processors.ts";
import { createEvenementStore, trimTraces } from "#adapters/firebase/evenement-store.ts";
import { openFirestore } from "#adapters/firebase/firestore-client.ts";
import { canWrite, createLastSeenTime, databaseProblem } from "#adapters/firebase/health.ts";
import { createInbox } from "#adapters/firebase/inbox/inbox.ts";
import { createJournal } from "#adapters/firebase/journal.ts";
import { announceImages, sparing, type Watch, watch } from "#adapters/firebase/listeners.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { renameOlder } from "#adapters/firebase/older-names.ts";
import { createPictureStore } from "#adapters/firebase/picture-store.ts";
import { createRecycleBin } from "#adapters/firebase/recycle-bin.ts";
import { createSettingsStore } from "#adapters/firebase/settings-store.ts";
import { createSiteSecret } from "#adapters/firebase/site-secret.ts";
import { createTurns } from "#adapters/firebase/turns.ts";
import { createImageStore } from "#adapters/pictures/image-store.ts";
import { createImageProcessor } from "#adapters/sharp/image-processor.ts";
import type { Clock } from "#ports/clock.ts";
import type { Firebase } from "../config.ts";
import type { Backend, BackendEvents } from "./backend.ts";

const RENAME_AGAIN_MS = 1000;
const ONE_HOUR_MS = 60 * 60 * 1000;

/** Asked together, so that an outage holds the start up once. @returns the first line that there is */
async function firstOf(...problems: Promise<string | null>[]): Promise<string | null> {
  return (await Promise.all(problems)).find((line) => line !== null) ?? null;
}

/** Opens the stores of a project; nothing is sent to it before the first call. */
export function openFirebase(project: Firebase, clock: Clock, { onChange, onMail, report }: BackendEvents): Backend {
  const { projectId, apiKey, bucket, admins, signInUrl } = project;
  const db = openFirestore({ projectId });
  const now = () => clock.now();
  const onWarning = (sentence: string) => report(null, sentence);
  const pictures = createPictureStore({ projectId, bucket, onWarning });
  const images = createImageStore({
    store: pictures,
    imageProcessor: createImageProcessor(),
    onChange(collection) {
      onChange(collection);
      announceImages(db, collection).catch((fault: unknown) => report(fault, "pictures: other instances not told"));
    },
    onError: (fault) => report(fault, "image variants"),
    onWarning,
  });
  const { isNothingDue, ...company } = besideOthers({ project, db, pictures, images, onChange, onMail, report });
  const evenements = createEvenementStore(db, now);
  return {
    membres: createMembreStore(db, now),
    evenements: { ...evenements, listDue: sparing(evenements.listDue, isNothingDue) },
    settings: createSettingsStore(db),
    inbox: createInbox(db),
    bin: createRecycleBin(db),
    journal: createJournal(db),
    images,
    auth: createFirebaseAuthenticator({
      ...{ auth: openAuth({ projectId }), db, signInUrl, apiKey, admins, report },
      now: now,
    }),
    siteSecret: createSiteSecret(db),
    accountMail: createAccountMailQueue(db),
    backups: FIREBASE_BACKUPS,
    dataProcessors: FIREBASE_PROCESSORS,
    lastSeen: createLastSeenTime(db),
    mailTurn: createTurns(db, "emailjs"),
    exclusive: false,
    isHealthy: () => canWrite(db),
    imageFile: pictures.imageFile,
    ...company,
  };
}

type Company = BackendEvents & {
  project: Firebase;
  db: ReturnType<typeof openFirestore>;
  pictures: ReturnType<typeof createPictureStore>;
  images: ReturnType<typeof createImageStore>;
};

/** What a running site does beside other instances: it hears of what they change, and takes up what they left undone. */
function besideOthers({ project, db, pictures, images, onChange, onMail, report }: Company) {
  const { projectId, apiKey, signInUrl } = project;
  let watching: Watch | undefined;
  let resuming: NodeJS.Timeout | undefined;
  let renaming: NodeJS.Timeout | undefined;
  /** The site starts while the store is away: what an older version wrote is renamed as soon as it is back. */
  const rename = (): Promise<void> =>
    renameOlder(db)
      .then(() => trimTraces(db))
      .catch((fault: unknown) => {
        report(fault, "names of an older version");
        clearTimeout(renaming);
        renaming = setTimeout(rename, RENAME_AGAIN_MS).unref();
      });
  return {
    isNothingDue: (now: Date) => watching?.isNothingDue(now) ?? false,
    async resume() {
      const problem =
        (await credentialsProblem(projectId)) ??
        (await firstOf(databaseProblem(db, projectId), keyProblem({ url: signInUrl, apiKey }), pictures.problem()));
      if (problem) throw new Error(problem);
      await rename();
      watching = watch({
        db,
        onMail,
        onChange(source) {
          if (source !== "settings") pictures.forget(source);
          onChange(source);
        },
        onError: (fault) => report(fault, "listening to other instances"),
      });
      void images.resume();
      // Another instance may have ended in the middle of its work.
      resuming = setInterval(() => {
        void images.resume();
        void rename();
      }, ONE_HOUR_MS).unref();
    },
    // The connection is not closed by hand: during an outage that takes as long as calls that nobody waits for any more.
    async close() {
      watching?.stop();
      clearInterval(resuming);
      clearTimeout(renaming);
      await images.stop();
    },
  };
}
