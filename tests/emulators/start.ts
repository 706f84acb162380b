/**
 * Starts Google's emulators for the hosted family: Firestore (Java, from the Google Cloud SDK), Auth and Storage
 * (firebase-tools, a package of its own in this folder, installed by the first run).
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { COMPILED } from "../compiled.ts";
import { portsLibres } from "../ports-libres.ts";

/** Where the emulators listen, as `host:port`. */
export type Emulateurs = { firestore: string; auth: string; storage: string };

const ICI = import.meta.dirname;
const HOTE = "127.0.0.1";
const DEMARRAGE_MS = 60_000;

const JARS = [
  "/usr/lib/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator*.jar",
  "/opt/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator*.jar",
  `${process.env.HOME}/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator*.jar`,
  `${process.env.HOME}/.cache/firebase/emulators/cloud-firestore-emulator*.jar`,
];

const COMMENT_FAIRE =
  "The tests of the hosted family (Firebase) need it; SKIP_HOSTED=1 leaves them out, and counts them as skipped.";

/**
 * @returns where they listen, and what stops them
 * @throws with one readable line when one cannot be had
 */
export async function startEmulators(): Promise<{ emulateurs: Emulateurs; stop: () => Promise<void> }> {
  const jar = findJar();
  installTools();
  const [firestore, auth, storage] = await portsLibres(3);
  const processes = [
    run("java", ...SHORT_LIVED, "-cp", jar, FIRESTORE, "start", `--host=${HOTE}`, `--port=${firestore}`),
    run(process.execPath, join(ICI, "auth-storage.cjs"), String(auth), String(storage)),
  ];
  const stop = async () => {
    await Promise.all(processes.map(end));
  };
  // Java does not notice that whoever started it is gone.
  process.once("exit", () => {
    for (const { enfant } of processes) enfant.kill("SIGKILL");
  });
  try {
    await Promise.all([firestore, auth, storage].map((port) => untilListening(port ?? 0, processes)));
  } catch (panne) {
    await stop();
    throw panne;
  }
  const adresse = (port: number | undefined) => `${HOTE}:${port}`;
  return { emulateurs: { firestore: adresse(firestore), auth: adresse(auth), storage: adresse(storage) }, stop };
}

/** Java otherwise spends more of two cores on compiling for the years to come than on what is asked of it. */
const SHORT_LIVED = ["-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
const FIRESTORE = "com.google.cloud.datastore.emulator.firestore.CloudFirestore";

function findJar(): string {
  const [jar] = [process.env.FIRESTORE_EMULATOR_JAR, ...JARS.flatMap((motif) => globSync(motif))].filter(
    (un) => un && existsSync(un),
  );
  if (!jar)
    throw new Error(
      "Google's Firestore emulator is not on this machine: `gcloud components install cloud-firestore-emulator` " +
        `(Debian: \`apt-get install google-cloud-cli-firestore-emulator\`), or name its jar in FIRESTORE_EMULATOR_JAR. ${COMMENT_FAIRE}`,
    );
  if (spawnSync("java", ["-version"]).status !== 0)
    throw new Error(`Google's Firestore emulator needs Java (11 or newer). ${COMMENT_FAIRE}`);
  return jar;
}

function installTools(): void {
  if (existsSync(join(ICI, "node_modules/firebase-tools/package.json"))) return;
  process.stdout.write("Installing Firebase's emulators for Auth and Storage (266 MB, once).\n");
  try {
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: ICI, stdio: "inherit" });
  } catch {
    throw new Error(`Firebase's emulators for Auth and Storage could not be installed. ${COMMENT_FAIRE}`);
  }
}

type Processus = { enfant: ChildProcess; sortie: () => string };

function run(commande: string, ...args: string[]): Processus {
  const env = { ...process.env, ...COMPILED };
  const enfant = spawn(commande, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  let texte = "";
  for (const flux of [enfant.stdout, enfant.stderr])
    flux?.on("data", (morceau: Buffer) => {
      texte = (texte + morceau.toString()).slice(-4000);
    });
  return { enfant, sortie: () => texte };
}

async function end({ enfant }: Processus): Promise<void> {
  if (enfant.exitCode !== null || enfant.signalCode !== null) return;
  enfant.kill("SIGTERM");
  await once(enfant, "exit");
}

async function untilListening(port: number, processes: readonly Processus[]): Promise<void> {
  const fin = Date.now() + DEMARRAGE_MS;
  for (;;) {
    if (await isListening(port)) return;
    const mort = processes.find(({ enfant }) => enfant.exitCode !== null);
    if (mort) throw new Error(`An emulator ended at its start: ${mort.sortie()}`);
    if (Date.now() > fin) throw new Error(`An emulator did not listen on port ${port} within a minute.`);
    await pause(50);
  }
}

async function isListening(port: number): Promise<boolean> {
  const essai = connect(port, HOTE);
  try {
    await once(essai, "connect");
    return true;
  } catch {
    return false;
  } finally {
    essai.destroy();
  }
}
