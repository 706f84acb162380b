/** The public pages to which the site links, without the pages of single events. */

/** Pages without a form; their HTML loads no React. */
export const READING_PAGES = [
  "/",
  "/comite",
  "/planning",
  "/dons",
  "/rjv2025",
  "/charte",
  "/responsabilite",
  "/confidentialite",
] as const;

export const PUBLIC_PAGES = [...READING_PAGES, "/inscription", "/contact", "/ma-fiche"] as const;

/** Pages that need a session and no document. */
export const COMMITTEE_PAGES = [
  "/comite/create",
  "/comite/plusieurs",
  "/evenement/create",
  "/evenement/plusieurs",
  "/inscriptions",
  "/messages",
  "/reglages",
  "/reglages/historique",
  "/journal",
  "/registre",
  "/registre/a-verifier",
  "/registre/create",
  "/ecrire/envoyes",
  "/cotisations/banque",
  "/cotisations/ouvrir",
  "/comptes",
  "/mot-de-passe",
  "/premiers-pas",
  "/a-faire",
  "/dossiers",
] as const;
