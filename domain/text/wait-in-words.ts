/** `dans une minute`, `dans 12 minutes`, rounded up; `seconds` is above 0. */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "dans une minute" : `dans ${minutes} minutes`;
}
