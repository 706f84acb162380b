const MULTIPART = /^multipart\/form-data\b/i;
/** At most 70 characters, without a space at the end (RFC 2046, section 5.1.1). */
const BOUNDARY = /^boundary=("?)([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])\1$/i;

export const isMultipart = (type: string): boolean => MULTIPART.test(type);

/**
 * Rejects long boundaries: the search for a boundary takes quadratic time in its length.
 * @param type the Content-Type header of a multipart form
 * @returns null if the header has no boundary, several, or an invalid one
 */
export function multipartBoundary(type: string): string | null {
  const parameters = type.split(";").map((parameter) => parameter.trim());
  const [boundary, ...others] = parameters.filter((parameter) => /^boundary\b/i.test(parameter));
  return others.length > 0 ? null : (BOUNDARY.exec(boundary ?? "")?.[2] ?? null);
}
