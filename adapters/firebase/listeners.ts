/** Hears what other instances do to pictures: Cloud Storage has no listeners. */
import { type DocumentReference, type DocumentSnapshot, FieldValue, type Firestore } from "@google-cloud/firestore";
import { withoutNames, write } from "#adapters/firestore/firestore-calls.ts";
import { type Collection, PICTURE_COLLECTIONS } from "#domain/pictures/stored-image.ts";
import { COLLECTIONS } from "./firestore-fields.ts";

const RESUME_MIN_MS = 1000;
const RESUME_MAX_MS = 60_000;

type Options = {
  db: Firestore;
  onChange: (collection: Collection) => void;
  /** The store ended the subscription, which is taken up again by itself. */
  onError?: (fault: unknown) => void;
};

/** What a subscription calls: for each change, and when the store has ended it. */
type Subscriber<View> = [onNext: (view: View) => void, onEnd: (fault: Error) => void];

const imagesOf = (db: Firestore): DocumentReference => db.collection(COLLECTIONS.state).doc("images");

/** @returns what ends the watch */
export function watchImages({ db, onChange, onError = () => {} }: Options): () => void {
  let images: Partial<Record<string, unknown>> = {};
  const onImages = (marks: DocumentSnapshot) => {
    const before = images;
    images = marks.data() ?? {};
    for (const name of PICTURE_COLLECTIONS) if (images[name] !== before[name]) onChange(name);
  };
  return persist((...subscriber) => imagesOf(db).onSnapshot(...subscriber), onImages, onError);
}

/**
 * Tells every instance that pictures of a collection have changed: Cloud Storage has no listeners.
 * @throws when the store does not answer
 */
export async function announceImages(db: Firestore, collection: Collection): Promise<void> {
  await write(db, (batch) => batch.set(imagesOf(db), { [collection]: FieldValue.increment(1) }, { merge: true }));
}

/** Keeps a subscription alive: one that the store ends is taken up again, after a pause that grows. */
function persist<View>(
  subscribe: (...subscriber: Subscriber<View>) => () => void,
  onNext: (view: View) => void,
  onError: (fault: unknown) => void,
): () => void {
  let pause = RESUME_MIN_MS;
  let timer: NodeJS.Timeout | undefined;
  let unsubscribe = () => {};
  const open = () => {
    unsubscribe = subscribe(
      (view) => {
        pause = RESUME_MIN_MS;
        onNext(view);
      },
      (fault) => {
        timer = setTimeout(open, pause).unref();
        pause = Math.min(pause * 2, RESUME_MAX_MS);
        onError(withoutNames(fault));
      },
    );
  };
  open();
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
