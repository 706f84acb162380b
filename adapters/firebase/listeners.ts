/** Hears what other instances write, so that this one forgets pages that show something older. */
import { type DocumentReference, type DocumentSnapshot, FieldValue, type Firestore } from "@google-cloud/firestore";
import { type Collection, PICTURE_COLLECTIONS } from "#domain/pictures/stored-image.ts";
import { withoutNames, write } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";

const RESUME_MIN_MS = 1000;
const RESUME_MAX_MS = 60_000;

type Options = {
  db: Firestore;
  /** What visitors see of this may be another thing than before. */
  onChange: (source: Collection | "settings") => void;
  /** The store ended a subscription, which is taken up again by itself. */
  onError?: (fault: unknown) => void;
};

/** What a subscription calls: for each change, and when the store has ended it. */
type Subscriber<View> = [onNext: (view: View) => void, onEnd: (fault: Error) => void];

const imagesOf = (db: Firestore): DocumentReference => db.collection(COLLECTIONS.state).doc("images");

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
    for (const name of PICTURE_COLLECTIONS) if (images[name] !== before[name]) onChange(name);
  };
  const stops = (["membres", "evenements", "settings"] as const).map((name) =>
    persist(
      (...subscriber) => db.collection(COLLECTIONS[name]).onSnapshot(...subscriber),
      () => onChange(name),
      onError,
    ),
  );
  stops.push(persist((...subscriber) => imagesOf(db).onSnapshot(...subscriber), onImages, onError));
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
