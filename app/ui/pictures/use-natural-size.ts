import { useState } from "react";

/** @returns the size of an image in pixels, null until it has loaded, and the props of the `img` that measure it */
export function useNaturalSize() {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const measure = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => setSize({ width, height });
  const measured = {
    // An image that loaded before hydration fires no `load` event.
    ref: (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth > 0 && !size) measure(image);
    },
    onLoad: ({ currentTarget }: { currentTarget: HTMLImageElement }) => measure(currentTarget),
  };
  return { size, measured };
}
