/** @returns where the committee sees a small version of a picture, also of one that nobody else sees. @param path as in `StoredImage` */
export const keptPictureUrl = (path: string): string =>
  `/corbeille/photo/${path.split("/").map(encodeURIComponent).join("/")}`;
