/**
 * Another instance at work on the inbox of a project; it ends by itself.
 * Usage: node inbox-firebase.worker.ts PROJECT deposer COUNT | PROJECT livrer
 */
import { openFirestore } from "#adapters/firebase/client.ts";
import { createInbox } from "#adapters/firebase/inbox.ts";
import { travailler } from "./inbox-work.ts";

const [projectId = "", ...tache] = process.argv.slice(2);
await travailler(createInbox(openFirestore({ projectId })), tache);
