/** What visitors sent, and the outbox of its mail, in the collection `inbox`; inbox-desk.ts is the committee's side. */

import { randomBytes } from "node:crypto";
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { FARTHEST_ATTEMPT_MS } from "#domain/mail/mail-back-off.ts";
import { type Entree, type Inbox, SAME_ENTRY_MS } from "#ports/inbox.ts";
import { ask, change, put, write } from "./calls.ts";
import { COLLECTIONS } from "./collections.ts";
import { createInboxDesk } from "./inbox-desk.ts";
import {
  type Champs,
  champsDEntree,
  champsDe,
  changeEntry,
  empreinteDe,
  entreeDe,
  entryOf,
  parArrivee,
} from "./inbox-document.ts";

/** Of many that are due, the oldest among so many that have been due longest: each one read is paid for. */
const CANDIDATS_MIN = 20;

/**
 * Makes the inbox. Any number of them, in any number of instances, may work on one project: every write names the
 * state that it has read, so that one which comes late finds nothing to change.
 * @param db as `openFirestore` gave it
 */
export function createInbox(db: Firestore): Inbox {
  return { ...createInboxDesk(db), ...receiving(db), ...outbox(db) };
}

function receiving(db: Firestore): Pick<Inbox, "add" | "get"> {
  const inbox = db.collection(COLLECTIONS.inbox);
  return {
    add(envoi, maintenant) {
      const id = randomBytes(18).toString("base64url");
      const entree: Entree = {
        ...{ ...envoi, id, recuLe: maintenant, traiteLe: null, autorisationRecueLe: null },
        courrier: { etat: "en-attente", tentatives: 0, prochaine: maintenant, raison: null },
        birthDateToVerify: envoi.type === "inscription" && envoi.birthDateToVerify === true,
      };
      const depuis = apres(maintenant, -SAME_ENTRY_MS);
      return change(db, async (write) => {
        const repere = await ask(db.collection(COLLECTIONS.empreintes).doc(empreinteDe(envoi)).get());
        const meme = await entryOf(db, repere.get("id"));
        if (meme && champsDe(meme).recuLe > depuis) return { entree: entreeDe(meme), nouvelle: meme.id === id };
        await write((batch) => {
          batch.create(inbox.doc(id), champsDEntree(entree));
          put(batch, repere, { id });
        });
        return { entree, nouvelle: true };
      });
    },

    async get(id) {
      const snapshot = await entryOf(db, id);
      return snapshot && entreeDe(snapshot);
    },
  };
}

function outbox(
  db: Firestore,
): Pick<Inbox, "claimDue" | "nextDue" | "markSent" | "markKept" | "markRetry" | "markFailed"> {
  const inbox = db.collection(COLLECTIONS.inbox);

  /** @returns documents whose mail is due, oldest first */
  async function dus(maintenant: Date, nombre: number): Promise<DocumentSnapshot[]> {
    const parEcheance = inbox.orderBy("echeance").limit(Math.max(nombre, CANDIDATS_MIN));
    const reponses = await Promise.all([
      ask(parEcheance.where("echeance", "<=", maintenant.toISOString()).get()),
      ask(parEcheance.where("echeance", ">", apres(maintenant, FARTHEST_ATTEMPT_MS)).get()),
    ]);
    return parArrivee(reponses.flatMap(({ docs }) => docs));
  }

  /** A worker whose claim has lapsed may report after another one: what is settled stays so. */
  const settle = async (
    id: string,
    settled: readonly Champs["courrier"][],
    changes: (before: Champs) => Partial<Champs>,
  ): Promise<void> =>
    void (await changeEntry(db, id, (before) => (settled.includes(before.courrier) ? null : changes(before))));

  return {
    async claimDue(maintenant, dureeMs, nombre) {
      const echeance = apres(maintenant, dureeMs);
      const prises: Entree[] = [];
      for (let perdues = true; perdues && prises.length < nombre; ) {
        perdues = false;
        for (const candidat of (await dus(maintenant, nombre - prises.length)).slice(0, nombre - prises.length)) {
          if (await write(db, (batch) => put(batch, candidat, { echeance }))) prises.push(entreeDe(candidat));
          else perdues = true;
        }
      }
      return prises;
    },

    async nextDue() {
      const [premier] = (await ask(inbox.where("echeance", ">", "").orderBy("echeance").limit(1).get())).docs;
      const echeance = premier && champsDe(premier).echeance;
      return echeance ? new Date(echeance) : null;
    },

    markSent: (id, le) =>
      settle(id, ["envoye"], () => ({ courrier: "envoye", envoyeLe: le.toISOString(), raison: null, echeance: null })),
    markKept: (id, le) =>
      settle(id, ["envoye", "garde"], () => ({
        ...{ courrier: "garde", envoyeLe: le.toISOString(), raison: null, echeance: null },
      })),
    markRetry(id, raison, prochaine) {
      const echeance = prochaine.toISOString();
      const next = ({ tentatives }: Champs) => ({ tentatives: tentatives + 1, raison, prochaine: echeance, echeance });
      return settle(id, ["envoye", "garde", "echec"], next);
    },
    markFailed: (id, raison) =>
      settle(id, ["envoye", "garde", "echec"], () => ({ courrier: "echec", raison, echeance: null })),
  };
}

const apres = (instant: Date, dureeMs: number): string => new Date(instant.getTime() + dureeMs).toISOString();
