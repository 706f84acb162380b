/** One-time links to a password. */
import { randomBytes } from "node:crypto";
import { Timestamp } from "@google-cloud/firestore";
import { DUREES_LIEN_MS, type GenreDeLien } from "#domain/lien-compte.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Compte, Lien, RefusDeLien } from "#ports/authenticator.ts";
import { accountOf, type CompteFirebase, type Parts } from "./comite.ts";
import { fingerprintOf, type KeptLink } from "./kept-account.ts";

/** @returns what is kept of a new link, and the link for an account */
export function newLink(now: Date, genre: GenreDeLien, lastsMs = DUREES_LIEN_MS[genre]) {
  const jeton = randomBytes(32).toString("base64url");
  const expireLe = new Date(now.getTime() + lastsMs);
  const lien: KeptLink = { empreinte: fingerprintOf(jeton), genre, expireLe: Timestamp.fromDate(expireLe) };
  return { lien, linkOf: (compte: Compte): Lien => ({ jeton, genre, expireLe, compte }) };
}

/** @returns whose link it is and what it does, or why it does not work */
export async function findLink(
  { comite, kept, now }: Pick<Parts, "comite" | "kept" | "now">,
  token: string,
): Promise<Resultat<{ account: CompteFirebase; link: Omit<Lien, "jeton"> }, RefusDeLien>> {
  const empreinte = fingerprintOf(token);
  const [uid, { lien = null } = {}] =
    [...(await kept.all())].find(([, one]) => one.lien?.empreinte === empreinte) ?? [];
  const account = uid && (await comite.byId(uid));
  if (!lien || !account || account.disabled) return refuse("inconnu");
  const expireLe = lien.expireLe.toDate();
  if (expireLe <= now()) return refuse("expire");
  return accepte({ account, link: { genre: lien.genre, expireLe, compte: accountOf(account) } });
}
