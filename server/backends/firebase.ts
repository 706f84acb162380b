/** The family that keeps everything in a project of Firebase, which any number of instances of the site may share. */
import { createAccountMailQueue } from "#adapters/firebase/account-mail-queue.ts";
import { keyProblem } from "#adapters/firebase/api-key.ts";
import { openAuth } from "#adapters/firebase/auth-client.ts";
import { createFirebaseAuthenticator } from "#adapters/firebase/authenticator.ts";
import { openFirestore } from "#adapters/firebase/client.ts";
import { credentialsProblem } from "#adapters/firebase/credentials.ts";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { canWrite, databaseProblem } from "#adapters/firebase/health.ts";
import { createInbox } from "#adapters/firebase/inbox.ts";
import { announceImages, watch } from "#adapters/firebase/listeners.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { createPictureStore } from "#adapters/firebase/picture-store.ts";
import { createReglagesStore } from "#adapters/firebase/reglages-store.ts";
import { SAUVEGARDES_FIREBASE } from "#adapters/firebase/sauvegardes.ts";
import { TRAITEMENTS_FIREBASE } from "#adapters/firebase/traitements.ts";
import { createTurns } from "#adapters/firebase/turns.ts";
import { createImageStore } from "#adapters/pictures/image-store.ts";
import { createImagerie } from "#adapters/sharp/imagerie.ts";
import type { Clock } from "#ports/clock.ts";
import type { Firebase } from "../config.ts";
import type { Annonces, Backend } from "./backend.ts";

const UNE_HEURE_MS = 60 * 60 * 1000;

/** Asked together, so that an outage holds the start up once. @returns the first line that there is */
async function firstOf(...problems: Promise<string | null>[]): Promise<string | null> {
  return (await Promise.all(problems)).find((line) => line !== null) ?? null;
}

/** Opens the stores of a project; nothing is sent to it before the first call. */
export function openFirebase(projet: Firebase, clock: Clock, { onChange, signaler }: Annonces): Backend {
  const { projectId, apiKey, bucket, admins, signInUrl } = projet;
  const db = openFirestore({ projectId });
  const maintenant = () => clock.now();
  const onWarning = (phrase: string) => signaler(null, phrase);
  const pictures = createPictureStore({ projectId, bucket, onWarning });
  const images = createImageStore({
    store: pictures,
    imagerie: createImagerie(),
    onChange(collection) {
      onChange(collection);
      announceImages(db, collection).catch((panne: unknown) => signaler(panne, "pictures: other instances not told"));
    },
    onError: (panne) => signaler(panne, "image variants"),
    onWarning,
  });
  return {
    membres: createMembreStore(db, maintenant),
    evenements: createEvenementStore(db, maintenant),
    reglages: createReglagesStore(db),
    inbox: createInbox(db),
    images,
    auth: createFirebaseAuthenticator({
      ...{ auth: openAuth({ projectId }), db, signInUrl, apiKey, admins, signaler },
      now: maintenant,
    }),
    accountMail: createAccountMailQueue(db),
    sauvegardes: SAUVEGARDES_FIREBASE,
    traitements: TRAITEMENTS_FIREBASE,
    mailTurn: createTurns(db, "emailjs"),
    seul: false,
    enBonneSante: () => canWrite(db),
    imageFile: pictures.imageFile,
    ...besideOthers({ projet, db, pictures, images, onChange, signaler }),
  };
}

type Company = Annonces & {
  projet: Firebase;
  db: ReturnType<typeof openFirestore>;
  pictures: ReturnType<typeof createPictureStore>;
  images: ReturnType<typeof createImageStore>;
};

/** What a running site does beside other instances: it hears of what they change, and takes up what they left undone. */
function besideOthers({ projet, db, pictures, images, onChange, signaler }: Company) {
  const { projectId, apiKey, signInUrl } = projet;
  let stopWatching = () => {};
  let resuming: NodeJS.Timeout | undefined;
  return {
    async reprendre() {
      const problem =
        (await credentialsProblem(projectId)) ??
        (await firstOf(databaseProblem(db, projectId), keyProblem({ url: signInUrl, apiKey }), pictures.problem()));
      if (problem) throw new Error(problem);
      const watching = watch({
        db,
        onChange(source) {
          if (source !== "reglages") pictures.forget(source);
          onChange(source);
        },
        onError: (panne) => signaler(panne, "listening to other instances"),
      });
      stopWatching = watching.stop;
      void images.resume();
      // Another instance may have ended in the middle of its work.
      resuming = setInterval(() => void images.resume(), UNE_HEURE_MS).unref();
    },
    // The connection is not closed by hand: during an outage that takes as long as calls that nobody waits for any more.
    async close() {
      stopWatching();
      clearInterval(resuming);
      await images.stop();
    },
  };
}
