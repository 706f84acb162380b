import type { MetaDescriptor } from "react-router";

const NOM_DU_SITE = "La jeunesse de Savièse";

type Page = {
  /** Without the site's name; absent for the home page. */
  titre?: string;
  description: string;
  /** Path of the page's one address, with its slash in front. */
  chemin: string;
  /** The matches that React Router gives to `meta`; the root's data names the public origin. */
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
};

/** The origin that visitors see, as the root's data names it. */
function origineDe(matches: Page["matches"]): string {
  const racine = matches.find((match) => match?.id === "root")?.loaderData as { publicUrl: string } | undefined;
  return racine?.publicUrl ?? "";
}

/** Title, description, canonical address and share data of a public page. */
export function pageMeta({ titre, description, chemin, matches }: Page): MetaDescriptor[] {
  const publicUrl = origineDe(matches);
  const title = titre ? `${titre} | ${NOM_DU_SITE}` : NOM_DU_SITE;
  const adresse = publicUrl + chemin;
  return [
    { title },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: adresse },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: NOM_DU_SITE },
    { property: "og:locale", content: "fr_CH" },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: adresse },
    { property: "og:image", content: `${publicUrl}/partage.png` },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
  ];
}

/**
 * Title, description and address of a page that no search engine may list.
 * @param location where it stands; absent when its address is a secret
 */
export function metaPrivee(
  titre: string,
  description: string,
  { matches, location }: Pick<Page, "matches"> & { location?: { pathname: string } },
): MetaDescriptor[] {
  return [
    { title: `${titre} | ${NOM_DU_SITE}` },
    { name: "description", content: description },
    { name: "robots", content: "noindex, nofollow" },
    ...(location ? [{ tagName: "link" as const, rel: "canonical", href: origineDe(matches) + location.pathname }] : []),
  ];
}
