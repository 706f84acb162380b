import type { MetaDescriptor } from "react-router";
import { hasHandleFlag } from "#app/route-handle.ts";

export const SITE_NAME = "La jeunesse de Savièse";

/** 1200 × 630 pixels. */
type SharePicture = {
  /** With a leading slash. */
  path: string;
  type: "image/png" | "image/jpeg";
  alt: string;
};

const SITE_PICTURE: SharePicture = {
  path: "/partage.png",
  type: "image/png",
  alt: "La Jeunesse de Savièse\u00a0: affiche illustrée du village, de ses vignes et d’une farandole d’étoiles.",
};

export const PLANNING_SHARE_PICTURE: SharePicture = {
  path: "/partage-planning.png",
  type: "image/png",
  alt: "Planning\u00a0: affiche illustrée, douze fanions pour douze mois au-dessus des montagnes.",
};

type Page = {
  /** Without the name of the site. Absent for the home page. */
  title?: string;
  description: string;
  /** Canonical path, with a leading slash. */
  path: string;
  image?: SharePicture;
  /** JSON-LD. React Router escapes the data for the script element. */
  data?: object | undefined;
};

/** Arguments of `meta`. The root route's data contains the public origin. */
export type PageMetaArgs = {
  matches: readonly ({ id: string; handle?: unknown; loaderData?: unknown } | undefined)[];
  location: { pathname: string };
};

function originOf({ matches }: Pick<PageMetaArgs, "matches">): string {
  const root = matches.find((match) => match?.id === "root")?.loaderData as { publicUrl: string } | undefined;
  return root?.publicUrl ?? "";
}

export const pageMeta =
  ({ title: name, description, path, image = SITE_PICTURE, data }: Page) =>
  (args: Pick<PageMetaArgs, "matches">): MetaDescriptor[] => {
    const publicUrl = originOf(args);
    const title = name ? `${name} | ${SITE_NAME}` : SITE_NAME;
    const address = publicUrl + path;
    return [
      { title },
      { name: "description", content: description },
      { tagName: "link", rel: "canonical", href: address },
      { property: "og:type", content: "website" },
      { property: "og:site_name", content: SITE_NAME },
      { property: "og:locale", content: "fr_CH" },
      { property: "og:title", content: title },
      { property: "og:description", content: description },
      { property: "og:url", content: address },
      { property: "og:image", content: publicUrl + image.path },
      { property: "og:image:type", content: image.type },
      { property: "og:image:width", content: "1200" },
      { property: "og:image:height", content: "630" },
      { property: "og:image:alt", content: image.alt },
      { name: "twitter:card", content: "summary_large_image" },
      ...(data ? [{ "script:ld+json": data as Record<string, string> }] : []),
    ];
  };

/**
 * Returns the `meta` function of a page that search engines must not list. If the URL of the page is a secret, the page
 * has no canonical link, because the link would repeat the URL.
 */
export const privateMeta =
  (title: string, description: string) =>
  (args: PageMetaArgs): MetaDescriptor[] => {
    const isSecret = hasHandleFlag(args.matches, "secret");
    return [
      { title: `${title} | ${SITE_NAME}` },
      { name: "description", content: description },
      { name: "robots", content: "noindex, nofollow" },
      ...(isSecret
        ? []
        : [{ tagName: "link" as const, rel: "canonical", href: originOf(args) + args.location.pathname }]),
    ];
  };
