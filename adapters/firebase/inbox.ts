/** What visitors sent, and the outbox of its mail, in the collection `inbox`; inbox-desk.ts is the committee's side. */
import { createHash, randomBytes } from "node:crypto";
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { DUREES_INBOX, type Entree, type Envoi, type Inbox, texteDEnvoi } from "#ports/inbox.ts";
import { ask, untilWritten, write } from "./calls.ts";
import { COLLECTIONS, estNomDeDocument } from "./collections.ts";
import { createInboxDesk } from "./inbox-desk.ts";
import { type Champs, champsDe, entreeDe, entreeDesChamps, parArrivee } from "./inbox-document.ts";

/** Of many that are due, the oldest among so many that have been due longest: each one read is paid for. */
const CANDIDATS_MIN = 20;

/**
 * Makes the inbox. Any number of them, in any number of instances, may work on one project: every write names the
 * state that it has read, so that one which comes late finds nothing to change.
 * @param db as `openFirestore` gave it
 */
export function createInbox(db: Firestore): Inbox {
  const inbox = db.collection(COLLECTIONS.inbox);
  const empreintes = db.collection(COLLECTIONS.empreintes);

  async function lire(id: unknown): Promise<DocumentSnapshot | null> {
    if (typeof id !== "string" || !estNomDeDocument(id)) return null;
    const snapshot = await ask(inbox.doc(id).get());
    return snapshot.exists ? snapshot : null;
  }

  /** @param changements what changes in the document as it is; null: nothing @returns false when there is none */
  function modifier(id: string, changements: (avant: Champs) => Partial<Champs> | null): Promise<boolean> {
    return untilWritten(async () => {
      const avant = await lire(id);
      if (!avant) return false;
      const suivants = changements(champsDe(avant));
      if (!suivants) return true;
      const ecrit = await write(db, (batch) => batch.update(avant.ref, suivants, { lastUpdateTime: avant.updateTime }));
      return ecrit || undefined;
    });
  }

  /** @returns documents whose mail is due, oldest first */
  async function dus(maintenant: Date, nombre: number): Promise<DocumentSnapshot[]> {
    const parEcheance = inbox.orderBy("echeance").limit(Math.max(nombre, CANDIDATS_MIN));
    const reponses = await Promise.all([
      ask(parEcheance.where("echeance", "<=", maintenant.toISOString()).get()),
      ask(parEcheance.where("echeance", ">", apres(maintenant, DUREES_INBOX.attenteMax)).get()),
    ]);
    return parArrivee(reponses.flatMap(({ docs }) => docs));
  }

  return {
    ...createInboxDesk(db, modifier),

    async add(envoi, maintenant) {
      const id = randomBytes(18).toString("base64url");
      const champs = champsInitiaux(envoi, maintenant);
      const depuis = apres(maintenant, -DUREES_INBOX.memeEnvoi);
      return untilWritten(async () => {
        const repere = await ask(empreintes.doc(champs.empreinte).get());
        const meme = await lire(repere.get("id"));
        if (meme && champsDe(meme).recuLe > depuis) return { entree: entreeDe(meme), nouvelle: meme.id === id };
        const ecrit = await write(db, (batch) => {
          batch.create(inbox.doc(id), champs);
          if (repere.exists) batch.update(repere.ref, { id }, { lastUpdateTime: repere.updateTime });
          else batch.create(repere.ref, { id });
        });
        return ecrit ? { entree: entreeDesChamps(id, champs), nouvelle: true } : undefined;
      });
    },

    async get(id) {
      const snapshot = await lire(id);
      return snapshot && entreeDe(snapshot);
    },

    async claimDue(maintenant, dureeMs, nombre) {
      const echeance = apres(maintenant, dureeMs);
      const prises: Entree[] = [];
      for (let perdues = true; perdues && prises.length < nombre; ) {
        perdues = false;
        for (const candidat of await dus(maintenant, nombre - prises.length)) {
          if (prises.length === nombre) break;
          const { ref, updateTime: lastUpdateTime } = candidat;
          const prise = await write(db, (batch) => batch.update(ref, { echeance }, { lastUpdateTime }));
          if (prise) prises.push(entreeDe(candidat));
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

    async markSent(id, le) {
      await modifier(id, ({ courrier }) =>
        courrier === "envoye" ? null : { courrier: "envoye", envoyeLe: le.toISOString(), raison: null, echeance: null },
      );
    },

    async markKept(id, le) {
      await modifier(id, ({ courrier }) =>
        courrier === "envoye" || courrier === "garde"
          ? null
          : { courrier: "garde", envoyeLe: le.toISOString(), raison: null, echeance: null },
      );
    },

    async markRetry(id, raison, prochaine) {
      const echeance = prochaine.toISOString();
      await modifier(id, ({ courrier, tentatives }) =>
        // A worker whose claim has lapsed may report after another one: what is settled stays so.
        courrier === "en-attente" ? { tentatives: tentatives + 1, raison, prochaine: echeance, echeance } : null,
      );
    },

    async markFailed(id, raison) {
      await modifier(id, ({ courrier }) =>
        courrier === "en-attente" ? { courrier: "echec", raison, echeance: null } : null,
      );
    },
  };
}

const apres = (instant: Date, dureeMs: number): string => new Date(instant.getTime() + dureeMs).toISOString();

function champsInitiaux(envoi: Envoi, maintenant: Date): Champs {
  const recuLe = maintenant.toISOString();
  return {
    type: envoi.type,
    contenu: envoi.contenu,
    empreinte: empreinteDe(envoi),
    recuLe,
    courrier: "en-attente",
    tentatives: 0,
    prochaine: recuLe,
    echeance: recuLe,
    raison: null,
    envoyeLe: null,
    traiteLe: null,
    autorisationRecueLe: null,
    birthDateToVerify: envoi.type === "inscription" && envoi.birthDateToVerify === true,
  };
}

/** @returns what an entry of the same content is found by */
export const empreinteDe = (envoi: Envoi): string => createHash("sha256").update(texteDEnvoi(envoi)).digest("hex");
