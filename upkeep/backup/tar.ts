/**
 * The one kind of tar file that a backup is: plain files with short names, nothing else. Every tar program opens
 * it, but this reader accepts only what this writer writes, byte for byte: a link, a folder, a path of another
 * kind, a sparse or compressed entry has no spelling here.
 */
import { readSync, writeSync } from "node:fs";

const BLOCK = 512;
/** Of eleven octal digits. */
const SIZE_MAX = 8 ** 11 - 1;
const NAME = /^[\w.-]+(?:\/[\w.-]+)?$/;
const NAME_MAX = 100;
const BUFFER_SIZE = 1024 * 1024;

/** The file is no such archive, is cut short, or was changed. */
export class DamagedArchive extends Error {}

/** @returns the block before the contents of a file */
function header(name: string, size: number): Buffer {
  if (!NAME.test(name) || name.length > NAME_MAX) throw new Error(`${name} can be no name in a backup.`);
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

/** Writes all of it: a call of the system may write less. */
export function writeAll(fd: number, bytes: Buffer): void {
  for (let start = 0; start < bytes.length; ) start += writeSync(fd, bytes, start);
}

/** @returns as many bytes as there are, `octets.length` at most */
function readUpTo(fd: number, bytes: Buffer): number {
  let stored = 0;
  while (stored < bytes.length) {
    const n = readSync(fd, bytes, stored, bytes.length - stored, null);
    if (n === 0) break;
    stored += n;
  }
  return stored;
}

export type TarWriter = {
  /** Adds a file. @param source open for reading, `size` bytes long @param onChunk sees what goes by */
  add(name: string, source: number, size: number, onChunk: (piece: Buffer) => void): void;
  /** Adds a small file. */
  addBytes(name: string, bytes: Buffer): void;
  /** Writes the end. The file is left open. */
  end(): void;
};

/** @param fd a file open for writing, empty */
export function createTarWriter(fd: number): TarWriter {
  const buffer = Buffer.alloc(BUFFER_SIZE);
  return {
    add(name, source, size, onChunk) {
      writeAll(fd, header(name, size));
      for (let rest = size; rest > 0; ) {
        const stored = readUpTo(source, buffer.subarray(0, Math.min(BUFFER_SIZE, rest)));
        if (stored === 0) throw new Error(`${name} became shorter while it was read.`);
        onChunk(buffer.subarray(0, stored));
        writeAll(fd, buffer.subarray(0, stored));
        rest -= stored;
      }
      writeAll(fd, Buffer.alloc(padding(size)));
    },
    addBytes(name, bytes) {
      writeAll(fd, header(name, bytes.length));
      writeAll(fd, bytes);
      writeAll(fd, Buffer.alloc(padding(bytes.length)));
    },
    end() {
      writeAll(fd, Buffer.alloc(2 * BLOCK));
    },
  };
}

/** Where the contents of an entry go. */
export type Sink = { write(piece: Buffer): void; end(): void };

/**
 * Reads an archive from its beginning to its end, a megabyte at a time.
 * @param fd a file open for reading
 * @param onEntry says where a file goes; throws when it has no place
 * @throws DamagedArchive at the first byte that `createTarWriter` would not have written
 */
export function readTar(fd: number, onEntry: (name: string, size: number) => Sink): void {
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
