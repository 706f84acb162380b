/**
 * Formats of the documents that this version reads. Increase `newest` if older versions of the site can no longer read
 * the documents. Formats before `oldest` are of unreleased versions.
 */
export const DOCUMENT_FORMAT_RANGE = { oldest: 2, newest: 2 };
