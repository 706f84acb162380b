/** Where the browser tests find the site and its data, and who may sign in there. */
import { tmpdir } from "node:os";
import { join } from "node:path";

export const PORT = Number(process.env.E2E_PORT ?? 4173);
/** The site on the hosted family, and the name of the tests' project that visits it. */
export const HOSTED_PORT = PORT + 1;
export const HOSTED = "hosted";
export const DATA_DIR = join(tmpdir(), `jeunesse-e2e-${PORT}`);
export const ADMIN = { email: "comite@exemple.ch", password: "tracteur-violon-nuage" };
