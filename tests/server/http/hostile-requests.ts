/** Raw HTTP requests that are cheap to send and expensive to parse. */

const post = (origin: string, type: string, lines: string) =>
  `POST /contact HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nConnection: close\r\nContent-Type: ${type}\r\n${lines}\r\n\r\n`;

const FORM_BYTES = 240_000;

/** @returns a form of 240 KB with one part, which repeats almost the whole boundary of `length` characters */
export function longBoundary(origin: string, length: number): string {
  const boundary = "a".repeat(length);
  const begin = `--${boundary}\r\nContent-Disposition: form-data; name="nom"\r\n\r\n`;
  const body = begin + "a".repeat(FORM_BYTES - begin.length);
  return post(origin, `multipart/form-data; boundary=${boundary}`, `Content-Length: ${body.length}`) + body;
}

/** @returns a request whose body has `bytes` bytes in chunks of `size` bytes */
export function inChunks(origin: string, size: number, bytes = FORM_BYTES): string {
  const chunk = `${size.toString(16)}\r\n${"a".repeat(size)}\r\n`;
  const body = `${chunk.repeat(Math.ceil(bytes / size))}0\r\n\r\n`;
  return post(origin, "application/x-www-form-urlencoded", "Transfer-Encoding: chunked") + body;
}

/** @returns `length` requests for one connection, sent without waiting for answers; the last one closes it */
export const pipeline = (path: string, length: number): string => {
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\n`;
  return `${`${request}\r\n`.repeat(length - 1)}${request}Connection: close\r\n\r\n`;
};
