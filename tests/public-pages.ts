/** The pages that a visitor finds by the site's own links, without those of single events. */

/** Those that are only read: they come without React. */
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

export const PUBLIC_PAGES = [...READING_PAGES, "/inscription", "/contact"] as const;
