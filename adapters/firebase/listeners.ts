/** Hears what other instances write, so that this one forgets pages that show something older. */
import { type DocumentReference, type DocumentSnapshot, FieldValue, type Firestore } from "@google-cloud/firestore";
import { type Collection, PICTURE_COLLECTIONS } from "#domain/stored-image.ts";
import { withoutNames, write } from "./calls.ts";
import { COLLECTIONS } from "./collections.ts";

const REPRISE_MIN_MS = 1000;
const REPRISE_MAX_MS = 60_000;

type Options = {
  db: Firestore;
  /** What visitors see of this may be another thing than before. */
  onChange: (source: Collection | "reglages") => void;
  /** The store ended a subscription, which is taken up again by itself. */
  onError?: (panne: unknown) => void;
};

/** What a subscription calls: for each change, and when the store has ended it. */
type Abonne<Vue> = [onNext: (vue: Vue) => void, onEnd: (panne: Error) => void];

const imagesDe = (db: Firestore): DocumentReference => db.collection(COLLECTIONS.etat).doc("images");

/**
 * Tells of each write to what visitors see, within a moment of it, those of this instance among them. What is found at
 * first, and after an interruption, counts as a change: pages may have been made from what was there before. While the
 * store does not answer nothing is told, so that a page needs a maximum age as well.
 * @returns what stops it
 */
export function watch({ db, onChange, onError = () => {} }: Options): { stop: () => void } {
  let images: Partial<Record<string, unknown>> = {};
  const onImages = (marks: DocumentSnapshot) => {
    const before = images;
    images = marks.data() ?? {};
    for (const nom of PICTURE_COLLECTIONS) if (images[nom] !== before[nom]) onChange(nom);
  };
  const stops = (["membres", "evenements", "reglages"] as const).map((nom) =>
    persist(
      (...abonne) => db.collection(COLLECTIONS[nom]).onSnapshot(...abonne),
      () => onChange(nom),
      onError,
    ),
  );
  stops.push(persist((...abonne) => imagesDe(db).onSnapshot(...abonne), onImages, onError));
  return {
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/**
 * Tells every instance that pictures of a collection have changed: Cloud Storage has no listeners.
 * @throws when the store does not answer
 */
export async function announceImages(db: Firestore, collection: Collection): Promise<void> {
  await write(db, (batch) => batch.set(imagesDe(db), { [collection]: FieldValue.increment(1) }, { merge: true }));
}

/** Keeps a subscription alive: one that the store ends is taken up again, after a pause that grows. */
function persist<Vue>(
  abonner: (...abonne: Abonne<Vue>) => () => void,
  onNext: (vue: Vue) => void,
  onError: (panne: unknown) => void,
): () => void {
  let pause = REPRISE_MIN_MS;
  let minuterie: NodeJS.Timeout | undefined;
  let quitter = () => {};
  const ouvrir = () => {
    quitter = abonner(
      (vue) => {
        pause = REPRISE_MIN_MS;
        onNext(vue);
      },
      (panne) => {
        minuterie = setTimeout(ouvrir, pause).unref();
        pause = Math.min(pause * 2, REPRISE_MAX_MS);
        onError(withoutNames(panne));
      },
    );
  };
  ouvrir();
  return () => {
    clearTimeout(minuterie);
    quitter();
  };
}
