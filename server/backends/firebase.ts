import { randomInt } from "node:crypto";
import { bucketProblem, openBucket } from "#adapters/cloud-storage/files.ts";
import { FIREBASE_PROCESSORS } from "#adapters/firestore/data-processors.ts";
import { createDistributedThrottle } from "#adapters/firestore/distributed-throttle.ts";
import { createFirestoreDocuments } from "#adapters/firestore/documents.ts";
import { createFirestoreClient } from "#adapters/firestore/firestore-client.ts";
import { databaseProblem, googleCredentialsProblem, readFirestoreTime } from "#adapters/firestore/health.ts";
import { createIdentityPlatform, openFirebaseAuth } from "#adapters/identity-platform/identities.ts";
import { apiKeyProblem } from "#adapters/identity-platform/sign-in.ts";
import type { Documents } from "#ports/documents.ts";
import { STORE_DEADLINE_MS } from "#ports/store-unavailable.ts";
import { documentFormatProblem, recordDocumentFormat } from "#stores/format.ts";
import { createPictureStore } from "#stores/pictures/pictures.ts";
import { createSiteSecret } from "#stores/site-secret.ts";
import { createHealthCheck, createLastSeenTimeStore, incrementHealthCount } from "#stores/site-state.ts";
import type { FirebaseConfig } from "../config.ts";
import type { Backend, BackendEvents } from "./backend.ts";
import { FIREBASE_BACKUP_STATE } from "./health.ts";

/** Limits of the memory cache. `bytes`: size of all picture files. `ms`: age of the older site's list of files. */
const MEMORY = { bytes: 64 * 1024 * 1024, ms: 60_000 };

async function firstOf(...problems: Promise<string | null>[]): Promise<string | null> {
  return (await Promise.all(problems)).find((line) => line !== null) ?? null;
}

export function openFirebase(project: FirebaseConfig, { onChange, report }: BackendEvents): Backend {
  const { projectId, apiKey, bucket, admins, signInUrl } = project;
  const db = createFirestoreClient({ projectId });
  const onWarning = (sentence: string) => report(null, sentence);
  const [documents, healthDocuments] = [createFirestoreDocuments(db), createFirestoreDocuments(db)];
  const pictures = createPictureStore({
    documents,
    files: openBucket({ projectId, bucket }),
    olderSite: true,
    memory: MEMORY,
    onChange,
    onError: (error) => report(error, "pictures"),
    onWarning,
  });
  return {
    documents,
    identities: createIdentityPlatform({ auth: openFirebaseAuth({ projectId }), signInUrl, apiKey, admins, report }),
    pictures,
    siteSecret: createSiteSecret(documents),
    backups: FIREBASE_BACKUP_STATE,
    dataProcessors: FIREBASE_PROCESSORS,
    lastSeen: createLastSeenTimeStore(documents, () => readFirestoreTime(db)),
    mailThrottle: createDistributedThrottle(db, "emailjs"),
    singleInstance: false,
    isHealthy: createHealthCheck(healthDocuments, { waitMs: STORE_DEADLINE_MS, id: `health-${randomInt(256)}` }),
    async resume() {
      const problem =
        (await googleCredentialsProblem(projectId)) ??
        (await firstOf(
          databaseProblem(projectId, async () => (await documentFormatProblem(documents)) ?? writeProblem(documents)),
          apiKeyProblem({ url: signInUrl, apiKey }),
          bucketProblem({ projectId, bucket }),
        ));
      if (problem) throw new Error(problem);
      // During an outage, the format is not recorded. The next start tries again.
      recordDocumentFormat(documents).catch((error: unknown) => report(error, "format not recorded"));
    },
    // Do not call Firestore's `terminate`: during an outage, `terminate` waits for calls whose deadline has passed.
    async close() {
      documents.close();
      await pictures.stop();
    },
  };
}

const writeProblem = (documents: Documents): Promise<null> => incrementHealthCount(documents).then(() => null);
