/** What stands before each part of a JPEG: two bytes that say which it is, then two with its length. */
const FIRST_PART = 2;
/** The parts that hold the picture's measures; the others of their numbers hold tables. */
const FRAMES = { from: 0xffc0, to: 0xffcf, tables: [0xffc4, 0xffc8, 0xffcc] };

/** @returns what a JPEG measures in pixels; null when the bytes are none */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = FIRST_PART; at + 9 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const part = view.getUint16(at);
    const isFrame = part >= FRAMES.from && part <= FRAMES.to && !FRAMES.tables.includes(part);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return null;
}
