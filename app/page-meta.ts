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

/** Title, description, canonical address and share data of a public page. */
export function pageMeta({ titre, description, chemin, matches }: Page): MetaDescriptor[] {
  const racine = matches.find((match) => match?.id === "root")?.loaderData as { publicUrl: string } | undefined;
  const publicUrl = racine?.publicUrl ?? "";
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

/** Title of a page for the committee, which no search engine may list. */
export const metaPrivee = (titre: string): MetaDescriptor[] => [
  { title: `${titre} | ${NOM_DU_SITE}` },
  { name: "robots", content: "noindex, nofollow" },
];
