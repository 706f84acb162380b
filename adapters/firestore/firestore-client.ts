import { Firestore } from "@google-cloud/firestore";
import { STORE_DEADLINE_MS } from "#ports/store-unavailable.ts";

const RECONNECT_MAX_MS = 2000;

/** gRPC methods with a deadline. `Listen` gets none, because a deadline would close its stream. */
const WRITES = ["Commit", "Rollback"];
const READS = ["BatchGetDocuments", "RunQuery", "RunAggregationQuery"];

const CALL = { timeout_millis: STORE_DEADLINE_MS, retry_params_name: "site" };

/** Limits the library's retries to the deadline: a write reported as failed must not succeed minutes later. */
const LIMITS = {
  interfaces: {
    "google.firestore.v1.Firestore": {
      retry_codes: { none: [] },
      retry_params: {
        site: {
          initial_retry_delay_millis: 100,
          retry_delay_multiplier: 1.3,
          max_retry_delay_millis: 1000,
          initial_rpc_timeout_millis: STORE_DEADLINE_MS,
          rpc_timeout_multiplier: 1,
          max_rpc_timeout_millis: STORE_DEADLINE_MS,
          total_timeout_millis: STORE_DEADLINE_MS,
        },
      },
      methods: {
        ...Object.fromEntries(WRITES.map((method) => [method, CALL])),
        // No retries by gRPC, because the library already retries reads.
        ...Object.fromEntries(READS.map((method) => [method, { ...CALL, retry_codes_name: "none" }])),
      },
    },
  },
};

/** Sends no request. FIRESTORE_EMULATOR_HOST selects an emulator. */
export const createFirestoreClient = ({ projectId }: { projectId: string }): Firestore =>
  new Firestore({
    projectId,
    clientConfig: LIMITS,
    // `true` makes the library obey LIMITS. By default it retries a refused read for seven seconds.
    gaxServerStreamingRetries: true,
    grpcOptions: {
      "grpc.initial_reconnect_backoff_ms": 200,
      "grpc.max_reconnect_backoff_ms": RECONNECT_MAX_MS,
    },
  });
