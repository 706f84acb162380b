import type { ComponentProps } from "react";
import noImage from "#app/ui/drawings/evenement-sans-image.svg";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { type DisplayedPicture, ResponsiveImage } from "#app/ui/pictures/responsive-image.tsx";
import type { EventFields } from "#domain/events/planned-event.ts";

type Props = { event: Pick<EventFields, "name"> } & Omit<ComponentProps<typeof ResponsiveImage>, "image" | "alt"> & {
    image: DisplayedPicture | null;
  };

/** Size in pixels of the drawing for an event without a poster. */
export const NO_POSTER = { width: 800, height: 640 } as const;

export const EventPoster = ({ event: { name }, image, ...loading }: Props) => (
  <PrintFrame poster={image ?? NO_POSTER}>
    {image ? (
      <ResponsiveImage {...loading} image={image} alt={`Affiche\u00a0: ${name}`} />
    ) : (
      <img loading={loading.lazy ? "lazy" : undefined} src={noImage} {...NO_POSTER} alt="" />
    )}
  </PrintFrame>
);

/**
 * Largest ratio of width to height of an upright poster. On a phone, the text of an event fits beside such a poster.
 */
const UPRIGHT_MAX = 0.9;

export const isUprightPoster = (image: DisplayedPicture | null): boolean =>
  image !== null && image.width / image.height < UPRIGHT_MAX;
