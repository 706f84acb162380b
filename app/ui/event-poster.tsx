import type { ComponentProps, ReactNode } from "react";
import noImage from "#app/ui/drawings/evenement-sans-image.svg";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { type Image, ResponsiveImage } from "#app/ui/pictures/responsive-image.tsx";
import type { EventFields } from "#domain/events/planned-event.ts";

type Props = { event: Pick<EventFields, "name"> } & Omit<ComponentProps<typeof ResponsiveImage>, "image" | "alt"> & {
    image: Image | null;
    children?: ReactNode;
  };

export const EventPoster = ({ event: { name }, image, children, ...loading }: Props) => (
  <PrintFrame poster={image}>
    {image ? (
      <ResponsiveImage {...loading} image={image} alt={`Affiche\u00a0: ${name}`} />
    ) : (
      <img loading={loading.lazy ? "lazy" : undefined} src={noImage} width="800" height="640" alt="" />
    )}
    {children}
  </PrintFrame>
);
