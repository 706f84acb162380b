/**
 * The one kind of tar file that a backup is: plain files with short names, nothing else. Every tar program opens
 * it, but this reader accepts only what this writer writes, byte for byte: a link, a folder, a path of another
 * kind, a sparse or compressed entry has no spelling here.
 */
import { readSync, writeSync } from "node:fs";

const BLOC = 512;
/** Of eleven octal digits. */
const TAILLE_MAX = 8 ** 11 - 1;
const NOM = /^[\w.-]+(?:\/[\w.-]+)?$/;
const NOM_MAX = 100;
const TAMPON = 1024 * 1024;

/** The file is no such archive, is cut short, or was changed. */
export class DamagedArchive extends Error {}

/** @returns the block before the contents of a file */
function entete(nom: string, taille: number): Buffer {
  if (!NOM.test(nom) || nom.length > NOM_MAX) throw new Error(`${nom} can be no name in a backup.`);
  if (taille > TAILLE_MAX) throw new Error(`${nom} is too large for a backup (8 GB at most).`);
  const bloc = Buffer.alloc(BLOC);
  const octal = (valeur: number, longueur: number) => `${valeur.toString(8).padStart(longueur, "0")}\0`;
  bloc.write(nom, 0, "latin1");
  bloc.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7) + octal(taille, 11) + octal(0, 11), 100, "latin1");
  bloc.write("        0", 148, "latin1");
  bloc.write("ustar\u000000", 257, "latin1");
  const somme = bloc.reduce((total, octet) => total + octet, 0);
  bloc.write(`${octal(somme, 6)} `, 148, "latin1");
  return bloc;
}

const bourrage = (taille: number) => (BLOC - (taille % BLOC)) % BLOC;

/** Writes all of it: a call of the system may write less. */
export function writeAll(fd: number, octets: Buffer): void {
  for (let debut = 0; debut < octets.length; ) debut += writeSync(fd, octets, debut);
}

/** @returns as many bytes as there are, `octets.length` at most */
function readUpTo(fd: number, octets: Buffer): number {
  let lus = 0;
  while (lus < octets.length) {
    const n = readSync(fd, octets, lus, octets.length - lus, null);
    if (n === 0) break;
    lus += n;
  }
  return lus;
}

export type TarWriter = {
  /** Adds a file. @param source open for reading, `taille` bytes long @param onChunk sees what goes by */
  add(nom: string, source: number, taille: number, onChunk: (morceau: Buffer) => void): void;
  /** Adds a small file. */
  addBytes(nom: string, octets: Buffer): void;
  /** Writes the end. The file is left open. */
  end(): void;
};

/** @param fd a file open for writing, empty */
export function createTarWriter(fd: number): TarWriter {
  const tampon = Buffer.alloc(TAMPON);
  return {
    add(nom, source, taille, onChunk) {
      writeAll(fd, entete(nom, taille));
      for (let reste = taille; reste > 0; ) {
        const lus = readUpTo(source, tampon.subarray(0, Math.min(TAMPON, reste)));
        if (lus === 0) throw new Error(`${nom} became shorter while it was read.`);
        onChunk(tampon.subarray(0, lus));
        writeAll(fd, tampon.subarray(0, lus));
        reste -= lus;
      }
      writeAll(fd, Buffer.alloc(bourrage(taille)));
    },
    addBytes(nom, octets) {
      writeAll(fd, entete(nom, octets.length));
      writeAll(fd, octets);
      writeAll(fd, Buffer.alloc(bourrage(octets.length)));
    },
    end() {
      writeAll(fd, Buffer.alloc(2 * BLOC));
    },
  };
}

/** Where the contents of an entry go. */
export type Sink = { write(morceau: Buffer): void; end(): void };

/**
 * Reads an archive from its beginning to its end, a megabyte at a time.
 * @param fd a file open for reading
 * @param onEntry says where a file goes; throws when it has no place
 * @throws DamagedArchive at the first byte that `createTarWriter` would not have written
 */
export function readTar(fd: number, onEntry: (nom: string, taille: number) => Sink): void {
  const bloc = Buffer.alloc(BLOC);
  const tampon = Buffer.alloc(TAMPON);
  const coupe = () => new DamagedArchive("it is cut short");
  for (;;) {
    if (readUpTo(fd, bloc) < BLOC) throw coupe();
    if (estVide(bloc)) break;
    const { nom, taille } = lireEntete(bloc);
    const sink = onEntry(nom, taille);
    try {
      for (let reste = taille; reste > 0; ) {
        const lus = readUpTo(fd, tampon.subarray(0, Math.min(TAMPON, reste)));
        if (lus === 0) throw coupe();
        sink.write(tampon.subarray(0, lus));
        reste -= lus;
      }
    } finally {
      sink.end();
    }
    const fin = tampon.subarray(0, bourrage(taille));
    if (readUpTo(fd, fin) < fin.length) throw coupe();
    if (!estVide(fin)) throw new DamagedArchive("it was changed");
  }
  if (readUpTo(fd, bloc) < BLOC) throw coupe();
  if (!estVide(bloc) || readUpTo(fd, bloc) > 0) throw new DamagedArchive("something follows its end");
}

const estVide = (octets: Buffer) => octets.every((octet) => octet === 0);

function lireEntete(bloc: Buffer): { nom: string; taille: number } {
  const nom = bloc.toString("latin1", 0, NOM_MAX).split("\0", 1)[0] ?? "";
  const taille = Number.parseInt(bloc.toString("latin1", 124, 135), 8);
  if (!NOM.test(nom) || !(taille >= 0) || !entete(nom, taille).equals(bloc))
    throw new DamagedArchive("it holds something that no backup holds");
  return { nom, taille };
}
