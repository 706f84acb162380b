/**
 * The objects of one bucket of Cloud Storage. Every call has its own deadline and few repetitions: the library's own
 * (120 s for an operation, 600 s for an upload, SPEC.md section 9) are longer than a person waits.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type File, type FileMetadata, type GetFilesOptions, Storage } from "@google-cloud/storage";
import { StoreAway } from "#ports/store-away.ts";
import { withDeadline } from "../client.ts";

/** For a call that carries no picture, repetitions included. */
const APPEL_MS = 3_000;
/** For a call that carries the bytes of one. */
const OCTETS_MS = 15_000;
/** Before each repetition of a call that failed in passing. */
const ATTENTES_MS = [200, 600, 1_800];
/** The most that a listing gives at once (SPEC.md section 9). */
const PAGE = 1_000;

/** What an object says of itself under names of our choice. */
type Fiche = Readonly<Record<string, string>>;

export type Objet = {
  readonly nom: string;
  /** Another one for each upload, also under the same name. */
  readonly generation: string;
  /** In bytes. */
  readonly taille: number;
  readonly creeLe: Date;
  readonly fiche: Fiche;
};

/** A fault of the store, told without names, addresses or tokens. */
class PanneStockage extends StoreAway {
  override readonly name = "CloudStorage";
  /** Its code is a status, or the name of a fault of the network. */
  constructor(quoi: string, panne: unknown) {
    const code = codeOf(panne);
    const raison = RAISONS[String(code)] ?? (code === null ? "no answer in time" : `answer ${code}`);
    super(`Cloud Storage, ${quoi}: ${raison}`, String(code ?? "TIMEOUT"));
  }
}

const RAISONS: Record<string, string> = {
  401: "the server's credentials are not accepted",
  402: "the project is on the Spark plan, which has no Cloud Storage: it needs the Blaze plan",
  403: "the server's credentials may not use the bucket",
  404: "the bucket does not exist",
};

/** Answers that stay the same until somebody changes a setting. */
const DEFINITIVES = new Set(Object.keys(RAISONS));

/** @returns the status of an answer, the name of a fault of the network, or null when nothing came in time */
function codeOf(panne: unknown): number | string | null {
  const { name, code, status, cause } = panne as Error & { code?: unknown; status?: unknown };
  if (name === "TimeoutError") return null;
  const un = code ?? status ?? (cause as { code?: unknown } | undefined)?.code;
  if (typeof un === "number") return un;
  if (typeof un !== "string") return null;
  return /^\d+$/.test(un) ? Number(un) : un;
}

const estPassagere = (code: number | string | null): boolean =>
  typeof code === "string" ? /^(?:E[A-Z]+|UND_ERR_.*)$/.test(code) : code === 408 || code === 429 || (code ?? 0) >= 500;

/** @returns what the call gives @throws `PanneStockage` */
async function tenter<T>(quoi: string, ms: number, appel: () => Promise<T>): Promise<T> {
  const fin = Date.now() + ms;
  const essayer = async (repetition: number): Promise<T> => {
    try {
      return await appel();
    } catch (panne) {
      const attente = ATTENTES_MS[repetition];
      if (attente === undefined || !estPassagere(codeOf(panne)) || Date.now() + attente >= fin) throw panne;
      await pause(attente);
      return essayer(repetition + 1);
    }
  };
  try {
    return await withDeadline(essayer(0), ms);
  } catch (panne) {
    throw new PanneStockage(quoi, panne);
  }
}

/** @returns what the call gives, or `sinon` when the store answers with one of these codes */
async function sauf<T, Sinon>(codes: readonly number[], sinon: Sinon, appel: Promise<T>): Promise<T | Sinon> {
  try {
    return await appel;
  } catch (panne) {
    if (panne instanceof PanneStockage && codes.includes(Number(panne.code))) return sinon;
    throw panne;
  }
}

const objetDe = ({ name, generation, size, timeCreated, metadata }: FileMetadata): Objet => ({
  nom: String(name),
  generation: String(generation),
  taille: Number(size),
  creeLe: new Date(String(timeCreated)),
  fiche: Object.fromEntries(Object.entries(metadata ?? {}).map(([cle, valeur]) => [cle, String(valeur)])),
});

export type Objets = ReturnType<typeof openObjects>;

/**
 * Makes the access to a bucket; nothing is sent before the first call. Where STORAGE_EMULATOR_HOST is set (with
 * `http://`), Google's library talks to that emulator.
 */
export function openObjects({ projectId, bucket: seau }: { projectId: string; bucket: string }) {
  const storage = new Storage({ projectId, timeout: OCTETS_MS, retryOptions: { autoRetry: false } });
  const bucket = storage.bucket(seau);
  /** Where download URLs lead: an emulator answers them at the same place as everything else. */
  const origine = storage.customEndpoint ? storage.apiEndpoint : "https://firebasestorage.googleapis.com";

  const lister = (query: GetFilesOptions) => tenter("listing", APPEL_MS, () => bucket.getFiles(query));

  /**
   * By hand with the library's credentials: its own download has Node warn of a leak at every picture (8.4.0).
   * @returns the bytes, or null when the object is gone
   */
  const read = (nom: string): Promise<Buffer | null> =>
    sauf(
      [404],
      null,
      tenter("reading", OCTETS_MS, async () => {
        const adresse = `${storage.apiEndpoint}/storage/v1/b/${encodeURIComponent(seau)}/o/${encodeURIComponent(nom)}?alt=media`;
        const headers = new Headers(storage.customEndpoint ? {} : await storage.authClient.getRequestHeaders());
        const reponse = await fetch(adresse, { headers, signal: AbortSignal.timeout(OCTETS_MS) });
        if (!reponse.ok) throw Object.assign(new Error("no bytes"), { status: reponse.status });
        return Buffer.from(await reponse.arrayBuffer());
      }),
    );

  const put = (
    nom: string,
    octets: Uint8Array,
    type: string,
    fiche: Fiche = {},
    nouveau = false,
  ): Promise<"ecrit" | "pris"> =>
    sauf(
      [412],
      "pris",
      tenter("writing", OCTETS_MS, async (): Promise<"ecrit"> => {
        await bucket.file(nom).save(Buffer.from(octets), {
          resumable: false,
          metadata: { contentType: type, metadata: { ...fiche } },
          preconditionOpts: nouveau ? { ifGenerationMatch: 0 } : {},
        });
        return "ecrit";
      }),
    );

  const remove = (nom: string, generation?: string): Promise<void> =>
    sauf(
      [404, 412],
      undefined,
      tenter("deleting", APPEL_MS, async () => {
        await bucket.file(nom).delete(generation ? { ifGenerationMatch: generation } : {});
      }),
    );

  return {
    /** @returns every object whose name begins so, by name */
    async list(prefix: string): Promise<Objet[]> {
      const objets: Objet[] = [];
      let query: GetFilesOptions | null = { prefix, maxResults: PAGE, autoPaginate: false };
      while (query) {
        const [files, suite]: [File[], GetFilesOptions | null, ...unknown[]] = await lister(query);
        objets.push(...files.map(({ metadata }) => objetDe(metadata)));
        query = suite;
      }
      return objets;
    },

    /** @returns null when there is none */
    get: (nom: string): Promise<Objet | null> =>
      sauf(
        [404],
        null,
        tenter("looking up", APPEL_MS, async () => {
          const [metadata] = await bucket.file(nom).getMetadata();
          return objetDe(metadata);
        }),
      ),

    /**
     * Writes an object whole, or nothing of it.
     * @param nouveau whether it must not be there yet
     * @returns `pris` when it is there already
     */
    put,

    /** Writes objects; when one fails the others are not on their way any more. @param fichiers contents by name */
    async putAll(fichiers: ReadonlyMap<string, Uint8Array>, type: string): Promise<void> {
      const issues = await Promise.allSettled([...fichiers].map(([nom, octets]) => put(nom, octets, type)));
      const rate = issues.find(({ status }) => status === "rejected");
      if (rate?.status === "rejected") throw rate.reason;
    },

    /**
     * Changes what an object says of itself; what is not named stays.
     * @returns the object as it is now, or null when it is gone or was replaced
     */
    patch: ({ nom, generation }: Objet, changements: Readonly<Record<string, string | null>>): Promise<Objet | null> =>
      sauf(
        [404, 412],
        null,
        tenter("marking", APPEL_MS, async () => {
          const [metadata] = await bucket
            .file(nom)
            .setMetadata({ metadata: { ...changements } }, { ifGenerationMatch: generation });
          return objetDe(metadata);
        }),
      ),

    /** Deletes an object. No fault if it is gone already. @param generation only this one */
    remove,

    async removeAll(noms: readonly string[]): Promise<void> {
      await Promise.all(noms.map((nom) => remove(nom)));
    },

    read,

    /**
     * @returns where anybody gets the object without credentials, by the token that it carries
     * (`pathImageDownloadUrl` of SPEC.md section 3), or null when it carries none
     */
    downloadUrl({ nom, fiche }: Objet): string | null {
      const [jeton] = (fiche[JETONS] ?? "").split(",");
      return jeton
        ? `${origine}/v0/b/${encodeURIComponent(seau)}/o/${encodeURIComponent(nom)}?alt=media&token=${encodeURIComponent(jeton)}`
        : null;
    },

    /** @returns why nothing can be kept in this bucket, in a line for who runs the site; null when it can or nobody answers */
    async probleme(): Promise<string | null> {
      try {
        await lister({ maxResults: 1, autoPaginate: false });
        return null;
      } catch (panne) {
        if (!(panne instanceof PanneStockage && DEFINITIVES.has(panne.code))) return null;
        return `FIREBASE_STORAGE_BUCKET=${seau}: ${panne.message} (Firebase console, Storage, shows the name of the project's default bucket)`;
      }
    },
  };
}

/** The name under which Firebase keeps the tokens of an object's download URL, separated by commas. */
export const JETONS = "firebaseStorageDownloadTokens";

/** @returns the bytes behind a download URL; null when it leads nowhere any more @throws without the address */
export const readUrl = (url: string): Promise<Buffer | null> =>
  sauf(
    [403, 404],
    null,
    tenter("downloading", OCTETS_MS, async () => {
      const reponse = await fetch(url, { signal: AbortSignal.timeout(OCTETS_MS) }).catch((panne: Error) => {
        throw panne.cause ?? panne;
      });
      if (!reponse.ok) {
        await reponse.body?.cancel();
        throw Object.assign(new Error("refused"), { code: reponse.status });
      }
      return Buffer.from(await reponse.arrayBuffer());
    }),
  );
