/** A separate file: the browser needs these texts if it cannot reach the server. */
export const FAILURE_TEXTS = {
  "deletion-failed": { type: "error", text: "Erreur lors de la suppression" },
  "publication-failed": { type: "error", text: "Tout n’a pas été publié\u00a0: réessayez dans un instant" },
  "drafts-failed": { type: "error", text: "Tout n’a pas été refait\u00a0: réessayez dans un instant" },
  "year-failed": { type: "error", text: "L’année n’a pas changé\u00a0: réessayez dans un instant" },
  "evenement-unchanged": { type: "error", text: "Rien n’a changé\u00a0: réessayez dans un instant" },
} as const;
