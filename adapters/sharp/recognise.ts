/** The kinds of files that are pictures for this site. */
type Kind = "jpeg" | "png" | "webp" | "heif" | "gif";

const PNG = "\x89PNG\r\n\x1a\n";
/** Brands of AVIF and HEIC files; which of the two it is shows only inside. */
const BRANDS = new Set(["avif", "avis", "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]);

/**
 * Recognises a file by its first bytes, so that no decoder but the right ones ever sees it (an SVG, a PDF).
 * @returns null when it is none of them
 */
export function recognise(octets: Uint8Array): Kind | null {
  const debut = Buffer.from(octets.buffer, octets.byteOffset, Math.min(octets.length, 12)).toString("latin1");
  if (debut.startsWith("\xff\xd8\xff")) return "jpeg";
  if (debut.startsWith(PNG)) return "png";
  if (/^GIF8[79]a/.test(debut)) return "gif";
  if (debut.startsWith("RIFF") && debut.endsWith("WEBP")) return "webp";
  return debut.slice(4, 8) === "ftyp" && BRANDS.has(debut.slice(8)) ? "heif" : null;
}
