type Kind = "jpeg" | "png" | "webp" | "heif" | "gif";

const PNG = "\x89PNG\r\n\x1a\n";
/** AVIF and HEIC; the codec is known only after parsing. */
const BRANDS = new Set(["avif", "avis", "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"]);

/** File type by magic bytes, so that only the expected decoders see a file (no SVG, no PDF); null for others. */
export function recognise(bytes: Uint8Array): Kind | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString("latin1");
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  if (start.startsWith(PNG)) return "png";
  if (/^GIF8[79]a/.test(start)) return "gif";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "webp";
  return start.slice(4, 8) === "ftyp" && BRANDS.has(start.slice(8)) ? "heif" : null;
}
