/**
 * Another instance at work on the inbox of a project; it ends by itself.
 * Usage: node inbox-firebase.worker.ts PROJECT deposer COUNT | PROJECT livrer
 */
import { openFirestore } from "#adapters/firebase/firestore-client.ts";
import { createInbox } from "#adapters/firebase/inbox/inbox.ts";
import { doWork } from "./inbox-work.ts";

const [projectId = "", ...task] = process.argv.slice(2);
await doWork(createInbox(openFirestore({ projectId })), task);
