/** Requests that cost a sender little, as bytes for the wire. */

const post = (origin: string, type: string, lines: string) =>
  `POST /contact HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nConnection: close\r\nContent-Type: ${type}\r\n${lines}\r\n\r\n`;

const FORM_BYTES = 240_000;

/** @returns a form of 240 KB whose one part almost ends with a boundary of so many characters, again and again */
export function longBoundary(origin: string, length: number): string {
  const boundary = "a".repeat(length);
  const begin = `--${boundary}\r\nContent-Disposition: form-data; name="nom"\r\n\r\n`;
  const body = begin + "a".repeat(FORM_BYTES - begin.length);
  return post(origin, `multipart/form-data; boundary=${boundary}`, `Content-Length: ${body.length}`) + body;
}

/** @returns a body of so many bytes in HTTP chunks of a size */
export function inChunks(origin: string, size: number, bytes = FORM_BYTES): string {
  const chunk = `${size.toString(16)}\r\n${"a".repeat(size)}\r\n`;
  const body = `${chunk.repeat(Math.ceil(bytes / size))}0\r\n\r\n`;
  return post(origin, "application/x-www-form-urlencoded", "Transfer-Encoding: chunked") + body;
}

/** @returns so many requests on one connection, without waiting for an answer; the last one ends it */
export const pipeline = (path: string, length: number): string => {
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n`;
  return `${`${request}\r\n`.repeat(length - 1)}${request}Connection: close\r\n\r\n`;
};
