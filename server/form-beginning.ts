/** The beginning of a form whose end, a large file, was not read. */

const BOUNDARY = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i;

/**
 * @param type of the content
 * @param beginning of what was sent, or all of it
 * @returns the parts that came whole, as a form of its own; what is no form in several parts as it is
 */
export function wholeParts(type: string, beginning: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const [, quoted, bare] = BOUNDARY.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (!boundary) return beginning;
  const bytes = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength);
  if (bytes.includes(`\r\n--${boundary}--`)) return beginning;
  const cut = bytes.lastIndexOf(`\r\n--${boundary}`);
  return cut < 0 ? beginning : Buffer.concat([bytes.subarray(0, cut), Buffer.from(`\r\n--${boundary}--\r\n`)]);
}
