import { isBinKey } from "#domain/recycle-bin.ts";
import { FAILURE_TEXTS } from "./failure-texts.ts";

/** The texts of toasts (docs/specification.md sections 4, 8 and 9). */
export type Toast = {
  readonly type: "success" | "error";
  readonly text: string;
  /** A new toast replaces a toast with the same id. */
  readonly id?: string;
  /** A string is the recycle bin's key of a deleted document, which the toast offers to restore. */
  readonly undo?: string | EventUndo | ReplacementUndo | undefined;
  /** Change of a picture, which the form of the member or event offers to undo. */
  readonly picture?: ChangedPicture | undefined;
  /**
   * The toast is part of the loaded page: it stays visible while the toast library loads, without a second entry
   * animation.
   */
  readonly fixed?: boolean;
};

export type ChangedPicture = {
  /** Path of the page that can undo the change. */
  readonly page: string;
  /** Versions of the card before and after the change. */
  readonly from: string;
  readonly to: string;
  /** Key of the previous picture. Null if the card had no picture. Absent if the change cannot be undone. */
  readonly was?: string | null | undefined;
};

/** Describes a change of an event by a short form or a button of its card. */
export type EventUndo = { readonly event: string; readonly version: string; readonly at: string };

/** Describes the replacement of a committee member. `key`: key of the replaced card in the recycle bin. */
export type ReplacementUndo = { readonly successor: string; readonly key: string };

function isReplacementUndo(sent: unknown): sent is ReplacementUndo {
  const { successor, key } = Object(sent) as Record<string, unknown>;
  return typeof successor === "string" && typeof key === "string" && isBinKey(key);
}

function isEventUndo(sent: unknown): sent is EventUndo {
  const { event, version, at } = Object(sent) as Record<string, unknown>;
  return [event, version, at].every((value) => typeof value === "string");
}

function isChangedPicture(sent: unknown): sent is ChangedPicture {
  if (typeof sent !== "object" || sent === null) return false;
  const { page, from, to, was } = sent as Record<string, unknown>;
  const isPage = typeof page === "string" && /^\/(?:evenement|comite)\/modify\/[^/?#]+\/(?:affiche|photo)$/.test(page);
  const isPath = was === undefined || was === null || typeof was === "string";
  return isPage && isPath && typeof from === "string" && typeof to === "string";
}

export type ToastRequest = Toast | { readonly type: "loading"; readonly text: string };

const TOASTS = {
  signedIn: { type: "success", text: "Utilisateur connecté" },
  signedOut: { type: "success", text: "Utilisateur déconnecté" },
  "membre-added": { type: "success", text: "Membre ajouté" },
  "membres-added": { type: "success", text: "Membres ajoutés" },
  "membre-updated": { type: "success", text: "Membre modifié" },
  "membre-replaced": { type: "success", text: "Membre remplacé" },
  "membre-deleted": { type: "success", text: "Membre supprimé" },
  "evenement-created": { type: "success", text: "L'événement a été créee avec succès" },
  "evenement-updated": { type: "success", text: "L'événement a été mis à jour avec succès" },
  "evenement-back": { type: "success", text: "Comme avant" },
  "evenement-gone": { type: "error", text: "Cet événement n’existe plus" },
  "draft-made": { type: "success", text: "Brouillon prêt\u00a0: il attend d’être publié" },
  "drafts-made": { type: "success", text: "Brouillons prêts\u00a0: ils attendent d’être publiés" },
  "drafts-there": { type: "error", text: "Rien à refaire\u00a0: c’est déjà au planning" },
  "draft-published": { type: "success", text: "Brouillon publié" },
  "drafts-published": { type: "success", text: "Brouillons publiés" },
  "year-changed": { type: "success", text: "Le planning a changé d’année" },
  "evenement-deleted": { type: "success", text: "Événement supprimé" },
  "evenement-deleted-alone": { type: "success", text: "Événement supprimé, son dossier est gardé" },
  "text-saved": { type: "success", text: "Texte enregistré" },
  "settings-saved": { type: "success", text: "Réglages enregistrés" },
  "announcement-published": { type: "success", text: "Annonce publiée" },
  "announcement-removed": { type: "success", text: "Annonce retirée" },
  "account-removed": { type: "success", text: "Compte retiré" },
  "account-renamed": { type: "success", text: "Prénom enregistré" },
  "invitation-cancelled": { type: "success", text: "Invitation retirée" },
  "passkey-added": { type: "success", text: "Clé ajoutée" },
  "passkey-renamed": { type: "success", text: "Clé renommée" },
  "passkey-removed": { type: "success", text: "Clé retirée" },
  "passkey-kept": { type: "error", text: "Rien n’a changé\u00a0: c’est votre seule entrée, ou la clé n’existe plus" },
  "calendar-link-made": { type: "success", text: "Le lien de l’agenda est prêt" },
  "calendar-link-renewed": { type: "success", text: "Le lien de l’agenda est renouvelé" },
  "to-do-letter-on": { type: "success", text: "L’e-mail du lundi vous est envoyé" },
  "to-do-letter-off": { type: "success", text: "L’e-mail du lundi ne vous est plus envoyé" },
  "sessions-ended": { type: "success", text: "Autres appareils déconnectés" },
  "poster-changed": { type: "success", text: "L’affiche a été changée" },
  "poster-removed": { type: "success", text: "L’affiche a été retirée" },
  "poster-back": { type: "success", text: "L’affiche d’avant est de retour" },
  "photo-changed": { type: "success", text: "La photo a été changée" },
  "photo-removed": { type: "success", text: "La photo a été retirée" },
  "photo-back": { type: "success", text: "La photo d’avant est de retour" },
  "crop-changed": { type: "success", text: "Le cadrage a été changé" },
  "state-restored": { type: "success", text: "État rétabli" },
  "password-changed": { type: "success", text: "Mot de passe modifié" },
  "inscription-handled": { type: "success", text: "Inscription traitée" },
  "inscriptions-handled": { type: "success", text: "inscriptions traitées" },
  "inscription-reopened": { type: "success", text: "Inscription rouverte" },
  "inscription-deleted": { type: "success", text: "Inscription supprimée" },
  "inscriptions-deleted": { type: "success", text: "inscriptions supprimées" },
  "consent-received": { type: "success", text: "Autorisation parentale notée comme reçue" },
  "consent-missing": { type: "success", text: "Autorisation parentale notée comme manquante" },
  "birth-date-verified": { type: "success", text: "Date de naissance vérifiée" },
  "message-handled": { type: "success", text: "Message traité" },
  "messages-handled": { type: "success", text: "messages traités" },
  "message-reopened": { type: "success", text: "Message rouvert" },
  "message-deleted": { type: "success", text: "Message supprimé" },
  "messages-deleted": { type: "success", text: "messages supprimés" },
  "membre-restored": { type: "success", text: "Membre restauré" },
  "evenement-restored": { type: "success", text: "Événement restauré" },
  "inscription-restored": { type: "success", text: "Inscription restaurée" },
  "message-restored": { type: "success", text: "Message restauré" },
  "register-added": { type: "success", text: "Membre ajouté au registre" },
  "register-renewed": { type: "success", text: "Fiche renouvelée" },
  "register-updated": { type: "success", text: "Fiche modifiée" },
  "register-deleted": { type: "success", text: "Fiche supprimée" },
  "register-left": { type: "success", text: "Départ noté" },
  "register-back": { type: "success", text: "Retour noté" },
  "group-noted": { type: "success", text: "C’est noté" },
  "group-same": { type: "success", text: "C’était déjà noté" },
  "infos-noted": { type: "success", text: "C’est noté" },
  "email-retried": { type: "success", text: "Le site essaiera encore cette adresse" },
  "person-erased": { type: "success", text: "Effacé partout" },
  "register-imported": { type: "success", text: "La liste est importée" },
  "register-import-same": { type: "success", text: "Il n’y avait rien à changer" },
  "register-import-later": {
    type: "success",
    text: "La liste est enregistrée\u00a0: le site termine l’import tout seul",
  },
  "inscription-accepted": { type: "success", text: "Inscription acceptée" },
  "inscriptions-reopened": { type: "success", text: "inscriptions rouvertes" },
  "messages-reopened": { type: "success", text: "messages rouverts" },
  "inscriptions-restored": { type: "success", text: "inscriptions restaurées" },
  "messages-restored": { type: "success", text: "messages restaurés" },
  "inscriptions-accepted": { type: "success", text: "inscriptions acceptées" },
  "inscription-undone": { type: "success", text: "Acceptation annulée" },
  "inscriptions-undone": { type: "success", text: "acceptations annulées" },
  "inscription-refused": { type: "success", text: "Inscription refusée" },
  "fees-opened": { type: "success", text: "Les cotisations sont ouvertes" },
  "fees-closed": { type: "success", text: "L’année est bouclée" },
  "fees-settled": { type: "success", text: "C’est noté" },
  "reminders-queued": { type: "success", text: "Les rappels partent par e-mail" },
  "mailing-stopped": { type: "success", text: "L’envoi est arrêté" },
  "mailing-resumed": { type: "success", text: "L’envoi reprend" },
  "fees-unchanged": { type: "success", text: "C’était déjà noté" },
  "bank-kept": { type: "success", text: "Les paiements sont enregistrés" },
  "bank-same": { type: "success", text: "Tout était déjà enregistré" },
  "bank-outdated": { type: "error", text: "Quelqu’un a déjà décidé : voici où en est ce paiement" },
  "fees-gone": { type: "error", text: "Cette cotisation n’existe plus" },
  "link-renewed": { type: "success", text: "Le lien est renouvelé" },
  "changed-meanwhile": { type: "error", text: "Cela a changé entre-temps\u00a0: regardez encore une fois" },
  "register-restored": { type: "success", text: "Fiche restaurée" },
  "slots-added": { type: "success", text: "Les créneaux sont au plan" },
  "slots-same": { type: "success", text: "C’était déjà au plan" },
  "slot-updated": { type: "success", text: "Créneau modifié" },
  "slot-deleted": { type: "success", text: "Créneau supprimé" },
  "slot-restored": { type: "success", text: "Créneau restauré" },
  "slot-taken": { type: "error", text: "Le plan a de nouveau ce créneau, ou il est complet" },
  "slot-back": { type: "success", text: "Comme avant" },
  "slot-replied": { type: "error", text: "Quelqu’un vient de s’inscrire\u00a0: voici qui vient" },
  "slots-removed": { type: "success", text: "Les créneaux sont dans la corbeille" },
  "tasks-added": { type: "success", text: "C’est dans le dossier" },
  "tasks-same": { type: "success", text: "C’était déjà dans le dossier" },
  "tasks-removed": { type: "success", text: "Les tâches sont dans la corbeille" },
  "task-updated": { type: "success", text: "Tâche modifiée" },
  "task-deleted": { type: "success", text: "Tâche supprimée" },
  "task-done": { type: "success", text: "C’est fait" },
  "task-reopened": { type: "success", text: "De nouveau à faire" },
  "task-back": { type: "success", text: "Comme avant" },
  "task-taken": { type: "error", text: "Le dossier a de nouveau cette tâche, ou il est complet" },
  "dossier-gone": { type: "error", text: "Ce dossier n’existe plus" },
  "notes-saved": { type: "success", text: "Notes enregistrées" },
  "dossier-deleted": { type: "success", text: "Dossier supprimé" },
  "dossier-restored": { type: "success", text: "Dossier restauré" },
  "result-saved": { type: "success", text: "Résultat enregistré" },
  "result-closed": { type: "success", text: "Résultat bouclé" },
  "result-reopened": { type: "success", text: "Résultat rouvert" },
  "result-corrected": { type: "success", text: "Correction ajoutée" },
  "result-final": { type: "error", text: "Ce résultat reste bouclé\u00a0: ajoutez une correction" },
  "result-empty": { type: "error", text: "Il n’y a pas encore de résultat à boucler" },
  "task-restored": { type: "success", text: "Tâche restaurée" },
  "handover-item-added": { type: "success", text: "Ligne ajoutée" },
  "handover-item-updated": { type: "success", text: "Ligne modifiée" },
  "handover-item-deleted": { type: "success", text: "Ligne supprimée" },
  "handover-item-back": { type: "success", text: "Comme avant" },
  "handover-tasks-added": { type: "success", text: "Les points sont aux tâches de l’association" },
  "handover-tasks-full": {
    type: "error",
    text: "Le dossier de l’association est plein\u00a0: supprimez d’abord d’anciennes tâches",
  },
  "handover-item-restored": { type: "success", text: "Ligne restaurée" },
  "other-email": { type: "error", text: "La fiche a un autre e-mail entre-temps\u00a0: il reste" },
  "register-taken": { type: "error", text: "Cette personne est déjà au registre" },
  "nothing-ticked": { type: "error", text: "Rien n’est coché" },
  erased: { type: "success", text: "Effacé définitivement" },
  "bin-again": { type: "success", text: "De retour dans la corbeille" },
  "bin-left": { type: "success", text: "C’est déjà fait" },
  "bin-gone": { type: "error", text: "Quelqu’un l’a déjà restauré ou effacé" },
  "mail-resent": { type: "success", text: "L’e-mail repart tout de suite" },
  "mails-resent": { type: "success", text: "Les e-mails repartent tout de suite" },
  "entry-gone": { type: "error", text: "Quelqu’un l’a déjà supprimé" },
  "search-forgotten": { type: "error", text: "Cette recherche est oubliée : tapez-la encore une fois" },
  "mailing-sent": { type: "success", text: "C’est lancé\u00a0: voici où en est le message" },
  "mailing-same": { type: "success", text: "Ce message était déjà lancé\u00a0: rien ne part deux fois" },
  ...FAILURE_TEXTS,
} as const satisfies Record<string, Toast>;

export type ToastCode = keyof typeof TOASTS;

export const isToastCode = (code: unknown): code is ToastCode =>
  typeof code === "string" && Object.hasOwn(TOASTS, code);

/** A string is the recycle bin's key of a deleted document. */
export type UndoableChange = string | ChangedPicture | EventUndo | ReplacementUndo;

/** The value of a cookie is untrusted. */
export const isUndoable = (sent: unknown): sent is UndoableChange =>
  typeof sent === "string" ? isBinKey(sent) : isChangedPicture(sent) || isEventUndo(sent) || isReplacementUndo(sent);

export type ToastDetails = {
  readonly undo?: UndoableChange | undefined;
  /** Name of the person or document that the action changed. */
  readonly name?: string | undefined;
  /** Number of entries, if several: « 3 inscriptions traitées ». */
  readonly count?: number | undefined;
  /** Words for the change, which replace the text of the toast code: `reporté au 19.12.2026`. */
  readonly what?: string | undefined;
};

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** @returns a new object each time, because a toast is shown once for each object */
export function composeToast(code: ToastCode, { undo, name, count, what }: ToastDetails = {}): Toast {
  const { text: ofCode, ...kind }: Toast = TOASTS[code];
  const text = what ?? ofCode;
  // Toasts about rows replace each other, because several would cover the rows.
  const named = name && { ...kind, id: "row", text: `${name}\u00a0: ${lowerFirst(text)}` };
  const counted = count !== undefined && count > 1 && { ...kind, text: `${count} ${text}` };
  const toast = named || counted || { ...kind, text };
  const isAction = typeof undo === "string" || isEventUndo(undo) || isReplacementUndo(undo);
  return isAction ? { ...toast, undo } : { ...toast, picture: undo };
}
