/**
 * What mail about an inbox entry is called. The entry's own id opens a minor's paper, and stays on the site: a mail's
 * names are read by every server on its way.
 * @param id of the entry
 * @returns the same 32 characters each time, safe in a mail's header and in a file name, from which no way leads back
 */
export async function mailIdOf(id: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`mail of ${id}`));
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
