import type { SiteRoutes } from "#app/route-handle.ts";
import { ownAddress } from "#app/session/safe-redirect.ts";

/**
 * @param asked path and query of a file that the committee takes away, spelt as its links spell it
 * @returns the file's address and the part of the list that it is of; null for anything else
 */
export function exportOf(
  asked: string | null,
  routes: Pick<SiteRoutes, "find">,
): { file: string; page: string } | null {
  const url = ownAddress(asked);
  if (!url || asked !== url.pathname + url.search) return null;
  const { exact, handle } = routes.find(url.pathname);
  return exact && handle.offeredOn ? { file: asked, page: handle.offeredOn + url.search } : null;
}

/** @returns the address of the page that asks for the password before an export */
export const confirmExport = (file: string): string => `/confirmer?suite=${encodeURIComponent(file)}`;
