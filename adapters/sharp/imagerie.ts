/** Pictures made with sharp, one at a time. */
import sharp from "sharp";
import { createLimit, type Limit } from "#domain/limit.ts";
import { accepte } from "#domain/resultat.ts";
import type { Imagerie, VoeuxDePreparation } from "#ports/imagerie.ts";
import { giveWay } from "./background.ts";
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
  const oneAtATime = createLimit(1);
  const inBackground: Limit = (work) =>
    oneAtATime(() => {
      giveWay();
      return work();
    });
  return {
    preparer: (octets, voeux) => inBackground(() => prepare(octets, voeux)),
    encoder: (master, largeur, format) => encoder(master, largeur, format, inBackground),
    reconnaitre: (octets) => recognise(octets) !== null,
    partager: (octets) => inBackground(() => encodePartage(octets)),
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
