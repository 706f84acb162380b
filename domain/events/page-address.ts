/** Only the server imports this file, so that browsers need not load the sentences. */

export const ADDRESS_SENTENCES = {
  reserved: "Le site a déjà une page à cette adresse, ou la garde pour plus tard. Choisissez-en une autre.",
  taken: (name: string) => `«\u00a0${name}\u00a0» a déjà cette adresse. Choisissez-en une autre.`,
} as const;
