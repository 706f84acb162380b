/** Hears what other instances write, so that this one forgets pages that show something older. */
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type QuerySnapshot,
} from "@google-cloud/firestore";
import { type Collection, PICTURE_COLLECTIONS } from "#domain/pictures/stored-image.ts";
import { isDue } from "#domain/planning/publication.ts";
import { withoutNames, write } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";

const RESUME_MIN_MS = 1000;
const RESUME_MAX_MS = 60_000;
const TRUSTED_MS = 15 * 60_000;

type Options = {
  db: Firestore;
  /** What visitors see of this may be another thing than before. */
  onChange: (source: Collection | "settings") => void;
  /** A mail may wait that did not before. */
  onMail?: () => void;
  /** The store ended a subscription, which is taken up again by itself. */
  onError?: (fault: unknown) => void;
};

export type Watch = {
  /** Whether no event that was heard of has to be announced by now; false while none is heard of. */
  isNothingDue: (now: Date) => boolean;
  stop: () => void;
};

/** What a subscription calls: for each change, and when the store has ended it. */
type Subscriber<View> = [onNext: (view: View) => void, onEnd: (fault: Error) => void];

const imagesOf = (db: Firestore): DocumentReference => db.collection(COLLECTIONS.state).doc("images");

/**
 * Tells of each write to what visitors see, within a moment of it, those of this instance among them. What is found at
 * first, and after an interruption, counts as a change: pages may have been made from what was there before. While the
 * store does not answer nothing is told, so that a page needs a maximum age as well.
 */
export function watch({ db, onChange, onMail = () => {}, onError = () => {} }: Options): Watch {
  let evenements: QuerySnapshot | null = null;
  let images: Partial<Record<string, unknown>> = {};
  const onImages = (marks: DocumentSnapshot) => {
    const before = images;
    images = marks.data() ?? {};
    for (const name of PICTURE_COLLECTIONS) if (images[name] !== before[name]) onChange(name);
  };
  const stops = (["membres", "evenements", "settings"] as const).map((name) =>
    persist(
      (...subscriber) => db.collection(COLLECTIONS[name]).onSnapshot(...subscriber),
      (view: QuerySnapshot) => {
        if (name === "evenements") evenements = view;
        onChange(name);
      },
      (fault) => {
        if (name === "evenements") evenements = null;
        onError(fault);
      },
    ),
  );
  for (const collection of [COLLECTIONS.inbox, COLLECTIONS.accountMail]) {
    const first = db.collection(collection).where("dueAt", ">", "").orderBy("dueAt").limit(1);
    stops.push(persist((...subscriber) => first.onSnapshot(...subscriber), onMail, onError));
  }
  stops.push(persist((...subscriber) => imagesOf(db).onSnapshot(...subscriber), onImages, onError));
  return {
    isNothingDue: (now) =>
      evenements?.docs.every((one) => !isDue({ Publication: String(one.get("Publication") ?? "") }, now)) ?? false,
    stop() {
      evenements = null;
      for (const stop of stops) stop();
    },
  };
}

/**
 * @param listDue reads the drafts that are due; each look is paid for
 * @param isNothingDue what is heard of them
 * @returns asks the store only when something is due, when nothing is heard, and now and then in any case: a line may be
 * dead that nobody has closed
 */
export function sparing<Due>(
  listDue: (now: Date) => Promise<Due[]>,
  isNothingDue: (now: Date) => boolean,
): (now: Date) => Promise<Due[]> {
  let asked = Number.NEGATIVE_INFINITY;
  return async (now) => {
    const isRecent = Math.abs(now.getTime() - asked) < TRUSTED_MS;
    if (isRecent && isNothingDue(now)) return [];
    const due = await listDue(now);
    asked = now.getTime();
    return due;
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
