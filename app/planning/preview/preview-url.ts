/** @param token as `makePreviewToken` gave it @returns the path of the page that it opens */
export const previewUrl = (token: string): string => `/apercu/${token}`;

/** @returns the path of the picture of that page */
export const previewPictureUrl = (token: string): string => `${previewUrl(token)}/affiche`;
