/** Format of the documents. Increase it if older versions of the site can no longer read the documents. */
export const FORMAT_VERSION = 1;
