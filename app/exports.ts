/** The files that the committee takes away, each with the page that offers it. */
const PAGES = { "/inscriptions.csv": "/inscriptions", "/messages.csv": "/messages" } as const;

/**
 * @param asked path and query of an export, as an address names it
 * @returns the export's address and the part of the list that it is of; null for anything else
 */
export function exportOf(asked: string | null): { file: string; page: string } | null {
  const site = "https://site.invalid";
  const url = asked?.startsWith("/") ? URL.parse(asked, site) : null;
  if (url?.origin !== site) return null;
  const page = Object.entries(PAGES).find(([file]) => file === url.pathname)?.[1];
  return page ? { file: url.pathname + url.search, page: page + url.search } : null;
}

/** @returns the address of the page that asks for the password before an export */
export const confirmExport = (file: string): string => `/confirmer?suite=${encodeURIComponent(file)}`;
