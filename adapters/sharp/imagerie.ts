/** Pictures made with sharp, one at a time. */
import PQueue from "p-queue";
import sharp from "sharp";
import { accepte } from "#domain/resultat.ts";
import type { Imagerie, VoeuxDePreparation } from "#ports/imagerie.ts";
import { decode } from "./decode.ts";
import { encoder, encoderMaster } from "./formats.ts";
import { recognise } from "./recognise.ts";
import { encodePartage } from "./share-picture.ts";
import { teinteDominante } from "./tint.ts";

/** Threads that one encoding may use. */
const FILS = 1;

/** Makes the one workshop of a process: a second one would hold a second picture in memory. */
export function createImagerie(): Imagerie {
  sharp.concurrency(FILS);
  sharp.cache(false);
  /** Under it pixels are in memory: of one picture at a time, which may need some hundred megabytes. */
  const oneAtATime = new PQueue({ concurrency: 1 });
  return {
    preparer: (octets, voeux) => oneAtATime.add(() => prepare(octets, voeux)),
    encoder: (master, largeur, format) => encoder(master, largeur, format, (work) => oneAtATime.add(work)),
    reconnaitre: (octets) => recognise(octets) !== null,
    partager: (octets) => oneAtATime.add(() => encodePartage(octets)),
  };
}

async function prepare(
  octets: Uint8Array,
  { aPartager, ancienne = false }: VoeuxDePreparation,
): ReturnType<Imagerie["preparer"]> {
  const decoded = await decode(octets, ancienne);
  if (!decoded.ok) return decoded;
  const { largeur, hauteur } = decoded.valeur;
  return accepte({
    largeur,
    hauteur,
    variantes: await encoder(decoded.valeur, largeur, "jpeg"),
    partage: aPartager ? await encodePartage(decoded.valeur) : null,
    teinte: await teinteDominante(decoded.valeur),
    master: await encoderMaster(decoded.valeur),
  });
}
