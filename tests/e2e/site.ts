/** Addresses, data folder and account of the sites that all browser tests share. */
import { tmpdir } from "node:os";
import { join } from "node:path";

export const PORT = Number(process.env.E2E_PORT ?? 4173);
/** The site on Firebase's emulators, and the name of its Playwright project. */
export const HOSTED_PORT = PORT + 1;
export const HOSTED = "hosted";
export const DATA_DIR = join(tmpdir(), `jeunesse-e2e-${PORT}`);
export const ADMIN = { email: "comite@exemple.ch", password: "tracteur-violon-nuage" };
