/**
 * The preview page carries the transactions in a hidden field, so that nothing is stored before « Enregistrer »; the
 * file itself can have 20 MB. The field is signed, so that the browser cannot add transactions.
 */
import { createHmac } from "node:crypto";
import type { Judged } from "#usecases/bank/bank-payments.ts";
import type { Services } from "#usecases/services.ts";
import { packFile, unpackFile } from "../packed-file.server.ts";

type Needs = Pick<Services, "siteSecret">;

const sign = async ({ siteSecret }: Needs, packed: string): Promise<string> =>
  createHmac("sha256", await siteSecret())
    .update(`transactions of a bank ${packed}`)
    .digest("base64url");

export async function carry(services: Needs, judged: readonly Judged[]): Promise<string> {
  const packed = await packFile(new TextEncoder().encode(JSON.stringify(judged)));
  return `${await sign(services, packed)}.${packed}`;
}

/** @returns null if the field was changed */
export async function carried(services: Needs, field: string): Promise<Judged[] | null> {
  const [signature, packed = ""] = field.split(".");
  if (signature !== (await sign(services, packed))) return null;
  return JSON.parse(new TextDecoder().decode(await unpackFile(packed))) as Judged[];
}
