import { keptPictureUrl } from "./kept-picture-url.ts";
import type { Image } from "./responsive-image.tsx";

/** @returns a picture that is hidden from visitors, as a card shows it to the committee; nobody knows its shape before it is there */
export const keptPicture = (key: string): Image => ({
  url: keptPictureUrl(key),
  width: 800,
  height: 640,
  tint: null,
  focus: "",
  sources: [],
  thumbnail: null,
});
