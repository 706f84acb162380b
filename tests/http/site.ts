/** The whole site without a socket, on real stores in a folder of its own: what the HTTP tests talk to. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "react-router";
import { placesOf } from "#adapters/embedded/data-folder.ts";
import type { RecordSecurity } from "#ports/security-log.ts";
import { createApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { PageCache } from "#server/page-cache.ts";
import { enTetesDeSecurite } from "#server/security-headers.ts";
import { openServices } from "#server/services.ts";
import { placeMigrated } from "#tests/migrated.ts";
import { passwordStrength } from "#tests/password-strength.ts";

export const ADMIN = { email: "comite@exemple.ch", motDePasse: "raclette-1965" };

const BUILD = join(import.meta.dirname, "../../build");

export type SiteDEssai = Awaited<ReturnType<typeof ouvrirSite>>;

/**
 * @param env settings that differ from a site nobody configured
 * @param demo the site only shows itself
 */
export async function ouvrirSite(env: Record<string, string> = {}, demo = false) {
  const dossier = mkdtempSync(join(tmpdir(), "jeunesse-http-"));
  const config = readConfig({ DATA_DIR: dossier, ...env });
  const cache = new PageCache(enTetesDeSecurite(config));
  const journal: { panne: unknown; ou: string }[] = [];
  const security: Parameters<RecordSecurity>[] = [];
  placeMigrated(placesOf(dossier).database);
  const ouverture = await openServices(config, {
    onChange: (source) => cache.clear(source),
    onMail: () => {},
    signaler: (panne, ou) => journal.push({ panne, ou }),
  });
  const { services, close } = ouverture;
  services.passwordStrength = passwordStrength;
  await services.auth.createAccount(ADMIN.email, ADMIN.motDePasse);
  const build = (await import(join(BUILD, "server/index.js"))) as ServerBuild;
  const app = createApp({
    services,
    site: {
      publicUrl: config.publicUrl,
      hstsSubdomains: config.hstsSubdomains,
      demo,
      signaler: (panne, ou) => journal.push({ panne, ou }),
      record: (...line) => security.push(line),
    },
    enBonneSante: ouverture.enBonneSante,
    imageFile: ouverture.imageFile,
    build,
    mode: "production",
    cache,
    assets: join(BUILD, "client"),
    trustProxy: config.trustProxy,
  });

  let visiteurs = 0;
  /** In a /48 of its own, so that no limit of a network counts two of them together. */
  function suivante(): string {
    const numero = visiteurs++;
    return `2001:${(0xdb8 + (numero >> 16)).toString(16)}:${(numero & 0xffff).toString(16)}::1`;
  }
  /** @param adresse of the visitor; without it, each request is somebody else's */
  const demander = async (chemin: string, init: RequestInit = {}, adresse = suivante()) =>
    app.request(config.publicUrl + chemin, init, { incoming: { socket: { remoteAddress: adresse } } });

  /** Sends a form as a browser without script does. A field with several values is sent several times. */
  async function envoyer(chemin: string, champs: Record<string, string | string[]>, cookie = "", adresse?: string) {
    const corps = new URLSearchParams();
    for (const [nom, valeurs] of Object.entries(champs)) for (const v of [valeurs].flat()) corps.append(nom, v);
    return demander(chemin, { method: "POST", body: corps, headers: { origin: config.publicUrl, cookie } }, adresse);
  }

  /** Sends a form with a file. */
  async function televerser(chemin: string, champs: Record<string, string | File>, cookie: string, adresse?: string) {
    const corps = new FormData();
    for (const [nom, valeur] of Object.entries(champs)) corps.append(nom, valeur);
    return demander(chemin, { method: "POST", body: corps, headers: { origin: config.publicUrl, cookie } }, adresse);
  }

  /** Signs in through the real form. @returns the cookie header of the session */
  async function seConnecter(): Promise<string> {
    const reponse = await envoyer("/login", { username: ADMIN.email, password: ADMIN.motDePasse });
    const session = reponse.headers.getSetCookie().find((c) => /^(?:__Host-)?session=/.test(c));
    if (!session) throw new Error(`signing in answered ${reponse.status} without a session`);
    return session.split(";", 1)[0] ?? "";
  }

  return {
    app,
    cache,
    config,
    dossier,
    journal,
    security,
    services,
    demander,
    envoyer,
    televerser,
    seConnecter,
    async fermer() {
      cache.stop();
      await close();
      rmSync(dossier, { recursive: true, force: true });
    },
  };
}

/** The sentences beside the fields of a page, each with its field, in the page's order. */
export const phrases = (html: string) =>
  [...html.matchAll(/<p class="champ__erreur" id="([^"]+)-erreur">.*?<\/svg>(.*?)<\/p>/gs)].map(([, champ, phrase]) => [
    champ,
    phrase,
  ]);
