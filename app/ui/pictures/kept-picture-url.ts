/** @returns where the committee sees a small version of a picture, also of one that nobody else sees */
export const keptPictureUrl = (key: string): string => `/corbeille/photo/${key}`;
