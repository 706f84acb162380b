/** Any tar program can read these archives. The reader accepts only archives of this writer. */
import { readSync, writeSync } from "node:fs";

const BLOCK = 512;
const SIZE_MAX = 8 ** 11 - 1;
const NAME = /^[\w.-]+(?:\/[\w.-]+)?$/;
const NAME_MAX = 100;
const BUFFER_SIZE = 1024 * 1024;

export class DamagedArchive extends Error {}

function header(name: string, size: number): Buffer {
  if (!NAME.test(name) || name.length > NAME_MAX) throw new Error(`${name} is not a valid name in a backup.`);
  if (size > SIZE_MAX) throw new Error(`${name} is too large for a backup (8 GB at most).`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length, "0")}\0`;
  block.write(name, 0, "latin1");
  block.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(0, 11), 100, "latin1");
  block.write("        0", 148, "latin1");
  block.write("ustar\u000000", 257, "latin1");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)} `, 148, "latin1");
  return block;
}

const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

/** A system call may write only a part of the bytes. */
export function writeFully(fd: number, bytes: Buffer): void {
  for (let start = 0; start < bytes.length; ) start += writeSync(fd, bytes, start);
}

function readUpTo(fd: number, bytes: Buffer): number {
  let stored = 0;
  while (stored < bytes.length) {
    const n = readSync(fd, bytes, stored, bytes.length - stored, null);
    if (n === 0) break;
    stored += n;
  }
  return stored;
}

export function createTarWriter(fd: number) {
  const buffer = Buffer.alloc(BUFFER_SIZE);
  return {
    add(name: string, source: number, size: number, onChunk: (piece: Buffer) => void): void {
      writeFully(fd, header(name, size));
      for (let rest = size; rest > 0; ) {
        const stored = readUpTo(source, buffer.subarray(0, Math.min(BUFFER_SIZE, rest)));
        if (stored === 0) throw new Error(`${name} was truncated while it was read.`);
        onChunk(buffer.subarray(0, stored));
        writeFully(fd, buffer.subarray(0, stored));
        rest -= stored;
      }
      writeFully(fd, Buffer.alloc(padding(size)));
    },
    addBytes(name: string, bytes: Buffer): void {
      writeFully(fd, header(name, bytes.length));
      writeFully(fd, bytes);
      writeFully(fd, Buffer.alloc(padding(bytes.length)));
    },
    end: (): void => writeFully(fd, Buffer.alloc(2 * BLOCK)),
  };
}

export type TarSink = { write(piece: Buffer): void; end(): void };

/** `onEntry` returns the sink for the content of a file. Throws DamagedArchive for an archive of another program. */
export function readTar(fd: number, onEntry: (name: string, size: number) => TarSink): void {
  const block = Buffer.alloc(BLOCK);
  const buffer = Buffer.alloc(BUFFER_SIZE);
  const cut = () => new DamagedArchive("it is cut short");
  for (;;) {
    if (readUpTo(fd, block) < BLOCK) throw cut();
    if (isEmpty(block)) break;
    const { name, size } = readHeader(block);
    const sink = onEntry(name, size);
    try {
      for (let rest = size; rest > 0; ) {
        const stored = readUpTo(fd, buffer.subarray(0, Math.min(BUFFER_SIZE, rest)));
        if (stored === 0) throw cut();
        sink.write(buffer.subarray(0, stored));
        rest -= stored;
      }
    } finally {
      sink.end();
    }
    const end = buffer.subarray(0, padding(size));
    if (readUpTo(fd, end) < end.length) throw cut();
    if (!isEmpty(end)) throw new DamagedArchive("it was changed");
  }
  if (readUpTo(fd, block) < BLOCK) throw cut();
  if (!isEmpty(block) || readUpTo(fd, block) > 0) throw new DamagedArchive("something follows its end");
}

const isEmpty = (bytes: Buffer) => bytes.every((byte) => byte === 0);

function readHeader(block: Buffer): { name: string; size: number } {
  const name = block.toString("latin1", 0, NAME_MAX).split("\0", 1)[0] ?? "";
  const size = Number.parseInt(block.toString("latin1", 124, 135), 8);
  if (!NAME.test(name) || !(size >= 0) || !header(name, size).equals(block))
    throw new DamagedArchive("it holds something that no backup holds");
  return { name, size };
}
