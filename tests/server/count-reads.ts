/** Counts the documents that this process reads from Firestore, as Google charges them. */
import { DocumentReference, Firestore, Query, type QuerySnapshot, Transaction } from "@google-cloud/firestore";
import { onTestFinished } from "vitest";

type Method = (this: unknown, ...args: never[]) => unknown;
type OnView = (view: QuerySnapshot) => void;

/** Prototype of the result of `count()`, whose class the library does not export. */
const COUNTING: object = Object.getPrototypeOf(new Firestore({ projectId: "demo-none" }).collection("none").count());

/** Wraps a method of the library until the test ends. */
function replace(prototype: object, name: string, by: (original: Method) => Method): void {
  const original = Object.getOwnPropertyDescriptor(prototype, name);
  if (typeof original?.value !== "function") throw new Error(`Firestore has no ${name} here any more.`);
  Object.defineProperty(prototype, name, { ...original, value: by(original.value as Method) });
  onTestFinished(() => void Object.defineProperty(prototype, name, original));
}

/** Counts reads until the test ends. @returns a function that returns the number of reads so far */
export function countReads(): () => number {
  let reads = 0;
  /** @param cost reads of an answer; at least one: an empty query is one read, and so is a count of up to 1,000 entries */
  const asked = (prototype: object, name: string, cost: (answer: { docs: unknown[]; length: number }) => number) =>
    replace(
      prototype,
      name,
      (original) =>
        async function (this: unknown, ...args) {
          const answer = (await original.apply(this, args)) as { docs: unknown[]; length: number };
          reads += Math.max(1, cost(answer));
          return answer;
        },
    );
  const heard = (prototype: object, cost: (view: QuerySnapshot) => number) =>
    replace(
      prototype,
      "onSnapshot",
      (original) =>
        function (this: unknown, onNext: OnView, ...rest: never[]) {
          const counting: OnView = (view) => {
            reads += Math.max(1, cost(view));
            onNext(view);
          };
          return original.call(this, counting as never, ...rest);
        } as Method,
    );
  asked(Query.prototype, "get", ({ docs }) => docs.length);
  // `DocumentReference.get` calls this method, too.
  asked(Firestore.prototype, "getAll", ({ length }) => length);
  asked(Transaction.prototype, "get", ({ docs }) => docs?.length ?? 1);
  asked(COUNTING, "get", () => 1);
  heard(Query.prototype, (view) => view.docChanges().length);
  heard(DocumentReference.prototype, () => 1);
  return () => reads;
}
