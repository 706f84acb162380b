/** The pages, and files for search engines, that are the same for every visitor, and what each of them shows. */
import type { Collection } from "#ports/image-store.ts";

/** Something that can be written: a collection with its pictures, the pictures of a page, or the settings. */
export type Source = Collection | "reglages";

/** What a page shows besides the settings, which stand in the footer of every page. */
const PAGES = new Map<string, readonly Source[]>([
  ["/", ["accueil", "evenements"]],
  ["/comite", ["membres"]],
  ["/planning", ["evenements"]],
  ["/dons", []],
  ["/inscription", []],
  ["/contact", []],
  ["/rjv2025", []],
  ["/charte", []],
  ["/responsabilite", []],
  ["/confidentialite", []],
  ["/robots.txt", []],
  ["/sitemap.xml", ["evenements", "membres"]],
]);

export const estPublique = (chemin: string): boolean => PAGES.has(chemin);

/** @returns whether a write to a source changes a page */
export const montre = (chemin: string, source: Source): boolean =>
  source === "reglages" || (PAGES.get(chemin)?.includes(source) ?? false);
