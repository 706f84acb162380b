/** A toast: what it says and how (SPEC.md sections 4, 8 and 9). */
export type Avis = { readonly type: "success" | "error"; readonly texte: string };

/** The one that the browser itself has to tell (SPEC.md section 8). */
export const SUPPRESSION_RATEE: Avis = { type: "error", texte: "Erreur lors de la suppression" };

/** Toasts that survive a change of page. SPEC.md's texts are kept letter for letter. */
const AVIS = {
  connecte: { type: "success", texte: "Utilisateur connecté" },
  deconnecte: { type: "success", texte: "Utilisateur déconnecté" },
  "membre-ajoute": { type: "success", texte: "Membre ajouté" },
  "membre-modifie": { type: "success", texte: "Membre modifié" },
  "membre-supprime": { type: "success", texte: "Membre supprimé" },
  "evenement-cree": { type: "success", texte: "L'événement a été créee avec succès" },
  "evenement-supprime": { type: "success", texte: "Evénement supprimé" },
  "reglages-enregistres": { type: "success", texte: "Réglages enregistrés" },
  "compte-retire": { type: "success", texte: "Compte retiré" },
  "invitation-annulee": { type: "success", texte: "Invitation annulée" },
  "sessions-fermees": { type: "success", texte: "Autres appareils déconnectés" },
  "mot-de-passe-change": { type: "success", texte: "Mot de passe modifié" },
  "inscription-traitee": { type: "success", texte: "Inscription traitée" },
  "inscription-rouverte": { type: "success", texte: "Inscription remise à traiter" },
  "inscription-supprimee": { type: "success", texte: "Inscription supprimée" },
  "autorisation-recue": { type: "success", texte: "Autorisation notée comme reçue" },
  "autorisation-retiree": { type: "success", texte: "Autorisation notée comme manquante" },
  "birth-date-verified": { type: "success", texte: "Date de naissance vérifiée" },
  "message-traite": { type: "success", texte: "Message traité" },
  "message-rouvert": { type: "success", texte: "Message remis à traiter" },
  "message-supprime": { type: "success", texte: "Message supprimé" },
  "courrier-relance": { type: "success", texte: "L’e-mail repart tout de suite" },
  "courriers-relances": { type: "success", texte: "Les e-mails repartent tout de suite" },
  "entree-disparue": { type: "error", texte: "Quelqu’un l’a déjà supprimé" },
  "recherche-oubliee": { type: "error", texte: "Cette recherche est oubliée : tapez-la encore une fois" },
  "suppression-ratee": SUPPRESSION_RATEE,
} as const satisfies Record<string, Avis>;

export type CodeAvis = keyof typeof AVIS;

export const estCodeAvis = (code: unknown): code is CodeAvis => typeof code === "string" && Object.hasOwn(AVIS, code);

/** @returns a new object each time: the same toast asked for twice is shown twice */
export const avisDe = (code: CodeAvis): Avis => ({ ...AVIS[code] });
