/** The one connection to Firestore, and the deadline of every call to a hosted provider. */
import { Firestore } from "@google-cloud/firestore";
import { StoreAway } from "#ports/store-away.ts";

/** Google's own libraries repeat a call for 40 s to ten minutes while the provider is down. */
const DELAY_MS = 3000;

/** A lost connection is tried again after this long at most; the library's own limit is two minutes. */
const RECONNECT_MAX_MS = 2000;

/** What the stores call; the listeners' stream is not among them, it has to stay open. */
const WRITES = ["Commit", "Rollback"];
const READS = ["BatchGetDocuments", "RunQuery", "RunAggregationQuery"];

const CALL = { timeout_millis: DELAY_MS, retry_params_name: "site" };

/** The library itself gives up when nobody waits any more: what was refused in time does not happen minutes later. */
const LIMITS = {
  interfaces: {
    "google.firestore.v1.Firestore": {
      retry_codes: { none: [] },
      retry_params: {
        site: {
          initial_retry_delay_millis: 100,
          retry_delay_multiplier: 1.3,
          max_retry_delay_millis: 1000,
          initial_rpc_timeout_millis: DELAY_MS,
          rpc_timeout_multiplier: 1,
          max_rpc_timeout_millis: DELAY_MS,
          total_timeout_millis: DELAY_MS,
        },
      },
      methods: {
        ...Object.fromEntries(WRITES.map((method) => [method, CALL])),
        // The library repeats a read by itself; what lies below it would do so at every attempt.
        ...Object.fromEntries(READS.map((method) => [method, { ...CALL, retry_codes_name: "none" }])),
      },
    },
  },
};

/**
 * Makes the connection to the database of a project; nothing is sent before the first call. Where FIRESTORE_EMULATOR_HOST
 * is set, Google's library talks to that emulator.
 */
export const openFirestore = ({ projectId }: { projectId: string }): Firestore =>
  new Firestore({
    projectId,
    clientConfig: LIMITS,
    // Without it a read that is refused for good is asked three times, over seven seconds, before anybody hears of it.
    gaxServerStreamingRetries: true,
    grpcOptions: {
      "grpc.initial_reconnect_backoff_ms": 200,
      "grpc.max_reconnect_backoff_ms": RECONNECT_MAX_MS,
    },
  });

/** Nobody answered in time: an outage, or a network that loses everything. */
export class NoAnswer extends StoreAway {
  override readonly name = "TimeoutError";
  constructor(ms: number) {
    super(`The hosted store did not answer within ${ms} ms.`, "DEADLINE_EXCEEDED");
  }
}

/**
 * Waits for a provider no longer than this. What it was asked is not undone: a write may still happen later.
 * @param promise the call
 * @param ms how long, in milliseconds
 * @returns what the call gives
 * @throws what the call throws, or `NoAnswer`
 */
export async function withDeadline<T>(promise: Promise<T>, ms = DELAY_MS): Promise<T> {
  const { promise: dueAt, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer(ms)), ms);
  try {
    return await Promise.race([promise, dueAt]);
  } finally {
    clearTimeout(timer);
  }
}
