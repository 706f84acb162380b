/**
 * @param seconds to wait, more than 0
 * @returns "dans une minute", "dans 12 minutes": rounded up, so that who waits that long has waited long enough
 */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "dans une minute" : `dans ${minutes} minutes`;
}
