/**
 * Another instance at work on the inbox of a project; it ends by itself.
 * Usage: node inbox-firebase.worker.ts PROJECT deposer COUNT | PROJECT livrer
 */
import { createDocuments } from "#adapters/firestore/documents.ts";
import { openFirestore } from "#adapters/firestore/firestore-client.ts";
import { createInbox } from "#stores/inbox.ts";
import { doWork } from "./inbox-work.ts";

const [projectId = "", ...task] = process.argv.slice(2);
const documents = createDocuments(openFirestore({ projectId }));
await doWork(createInbox(documents), task);
documents.close();
