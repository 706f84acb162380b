import type { MetaDescriptor } from "react-router";

export const NOM_DU_SITE = "La jeunesse de Savièse";

/** A picture of 1200 × 630 pixels that chats show of a link. */
type ImageDePartage = {
  /** Its path, with the slash in front. */
  chemin: string;
  type: "image/png" | "image/jpeg";
  alt: string;
};

const IMAGE_DU_SITE: ImageDePartage = {
  chemin: "/partage.png",
  type: "image/png",
  alt: "La Jeunesse de Savièse\u00a0: affiche illustrée du village, de ses vignes et d’une farandole d’étoiles.",
};

export const IMAGE_DU_PLANNING: ImageDePartage = {
  chemin: "/partage-planning.png",
  type: "image/png",
  alt: "Planning\u00a0: affiche illustrée, douze fanions pour douze mois au-dessus des montagnes.",
};

type Page = {
  /** Without the site's name; absent for the home page. */
  titre?: string;
  description: string;
  /** Path of the page's one address, with its slash in front. */
  chemin: string;
  /** Absent: the picture of the site. */
  image?: ImageDePartage;
  /** What search engines are told in the words of schema.org; the framework escapes what could end the script. */
  donnees?: object | undefined;
  /** The matches that React Router gives to `meta`; the root's data names the public origin. */
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
};

/** The origin that visitors see, as the root's data names it. */
function origineDe(matches: Page["matches"]): string {
  const racine = matches.find((match) => match?.id === "root")?.loaderData as { publicUrl: string } | undefined;
  return racine?.publicUrl ?? "";
}

/** Title, description, canonical address, share data and structured data of a public page. */
export function pageMeta({
  titre,
  description,
  chemin,
  image = IMAGE_DU_SITE,
  donnees,
  matches,
}: Page): MetaDescriptor[] {
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
    { property: "og:image", content: publicUrl + image.chemin },
    { property: "og:image:type", content: image.type },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: image.alt },
    { name: "twitter:card", content: "summary_large_image" },
    ...(donnees ? [{ "script:ld+json": donnees as Record<string, string> }] : []),
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
