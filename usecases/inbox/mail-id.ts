/** Public id of an entry in mail, one-way: the entry's own id opens a minor's form and must not leave the site. */
export async function mailIdOf(id: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`mail of ${id}`));
  return [...new Uint8Array(digest, 0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
