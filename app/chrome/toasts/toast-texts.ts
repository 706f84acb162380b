/** A toast: what it says and how (SPEC.md sections 4, 8 and 9). */
export type Toast = {
  readonly type: "success" | "error";
  readonly text: string;
  /** Key in the recycle bin of what was just deleted, which can be taken back. */
  readonly undo?: string | undefined;
};

/** A toast that is asked for in the browser, or one that stays as long as something is on its way. */
export type RequestedToast = Toast | { readonly type: "loading"; readonly text: string };

/** The one that the browser itself has to tell (SPEC.md section 8). */
export const DELETION_FAILED: Toast = { type: "error", text: "Erreur lors de la suppression" };

/** Toasts that survive a change of page. SPEC.md's texts are kept letter for letter. */
const TOASTS = {
  signedIn: { type: "success", text: "Utilisateur connecté" },
  signedOut: { type: "success", text: "Utilisateur déconnecté" },
  "membre-added": { type: "success", text: "Membre ajouté" },
  "membre-updated": { type: "success", text: "Membre modifié" },
  "membre-deleted": { type: "success", text: "Membre supprimé" },
  "evenement-created": { type: "success", text: "L'événement a été créee avec succès" },
  "evenement-deleted": { type: "success", text: "Evénement supprimé" },
  "settings-saved": { type: "success", text: "Réglages enregistrés" },
  "account-removed": { type: "success", text: "Compte retiré" },
  "account-renamed": { type: "success", text: "Prénom enregistré" },
  "invitation-cancelled": { type: "success", text: "Invitation annulée" },
  "sessions-ended": { type: "success", text: "Autres appareils déconnectés" },
  "state-restored": { type: "success", text: "État rétabli" },
  "password-changed": { type: "success", text: "Mot de passe modifié" },
  "inscription-handled": { type: "success", text: "Inscription traitée" },
  "inscription-reopened": { type: "success", text: "Inscription remise à traiter" },
  "inscription-deleted": { type: "success", text: "Inscription supprimée" },
  "consent-received": { type: "success", text: "Autorisation notée comme reçue" },
  "consent-missing": { type: "success", text: "Autorisation notée comme manquante" },
  "birth-date-verified": { type: "success", text: "Date de naissance vérifiée" },
  "message-handled": { type: "success", text: "Message traité" },
  "message-reopened": { type: "success", text: "Message remis à traiter" },
  "message-deleted": { type: "success", text: "Message supprimé" },
  "membre-restored": { type: "success", text: "Membre remis en place" },
  "evenement-restored": { type: "success", text: "Événement remis en place" },
  "inscription-restored": { type: "success", text: "Inscription remise en place" },
  "message-restored": { type: "success", text: "Message remis en place" },
  erased: { type: "success", text: "Effacé définitivement" },
  "bin-gone": { type: "error", text: "Quelqu’un l’a déjà restauré ou effacé" },
  "mail-resent": { type: "success", text: "L’e-mail repart tout de suite" },
  "mails-resent": { type: "success", text: "Les e-mails repartent tout de suite" },
  "entry-gone": { type: "error", text: "Quelqu’un l’a déjà supprimé" },
  "search-forgotten": { type: "error", text: "Cette recherche est oubliée : tapez-la encore une fois" },
  "deletion-failed": DELETION_FAILED,
} as const satisfies Record<string, Toast>;

export type ToastCode = keyof typeof TOASTS;

export const isToastCode = (code: unknown): code is ToastCode =>
  typeof code === "string" && Object.hasOwn(TOASTS, code);

/** @returns a new object each time: the same toast asked for twice is shown twice */
export const toastOf = (code: ToastCode, undo?: string): Toast => ({ ...TOASTS[code], undo });
