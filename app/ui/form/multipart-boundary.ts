const MULTIPART = /^multipart\/form-data\b/i;
/** RFC 2046, section 5.1.1: up to 70 characters, of which the last is no space. */
const BOUNDARY = /^boundary=("?)([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])\1$/i;

/** @param type the Content-Type header */
export const isMultipart = (type: string): boolean => MULTIPART.test(type);

/**
 * The time of a search for a boundary is quadratic in its length.
 * @param type the Content-Type header of a multipart form
 * @returns null when it names none, several, or one that RFC 2046 does not allow
 */
export function boundaryOf(type: string): string | null {
  const parameters = type.split(";").map((parameter) => parameter.trim());
  const [boundary, ...others] = parameters.filter((parameter) => /^boundary\b/i.test(parameter));
  return others.length > 0 ? null : (BOUNDARY.exec(boundary ?? "")?.[2] ?? null);
}
