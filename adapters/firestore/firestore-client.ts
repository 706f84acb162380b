/** The one connection to Firestore, and the deadlines of its calls. */
import { Firestore } from "@google-cloud/firestore";
import { DEADLINE_MS } from "#ports/store-unavailable.ts";

/** A lost connection is tried again after this long at most; the library's own limit is two minutes. */
const RECONNECT_MAX_MS = 2000;

/** What the stores call; the listeners' stream is not among them, it has to stay open. */
const WRITES = ["Commit", "Rollback"];
const READS = ["BatchGetDocuments", "RunQuery", "RunAggregationQuery"];

const CALL = { timeout_millis: DEADLINE_MS, retry_params_name: "site" };

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
          initial_rpc_timeout_millis: DEADLINE_MS,
          rpc_timeout_multiplier: 1,
          max_rpc_timeout_millis: DEADLINE_MS,
          total_timeout_millis: DEADLINE_MS,
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
