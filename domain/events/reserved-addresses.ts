/** Only the server imports this file, so that browsers need not load the list. */

/** First path segments of the site's existing and planned pages. A big event's page cannot use these segments. */
export const RESERVED_ADDRESSES: readonly string[] = `
  annonce apercu assemblees assets autorisation charte cle comite comptes confidentialite confirmer contact
  corbeille cotisations dons evenement facture healthz images inscription inscriptions invitation journal login
  logout ma-fiche messages mot-de-passe planning premier-compte premiers-pas qr-facture registre reglages
  responsabilite rjv2025 textes
`
  .trim()
  .split(/\s+/);

export const ADDRESS_SENTENCES = {
  reserved: "Le site a déjà une page à cette adresse, ou la garde pour plus tard. Choisissez-en une autre.",
  taken: (name: string) => `«\u00a0${name}\u00a0» a déjà cette adresse. Choisissez-en une autre.`,
} as const;
