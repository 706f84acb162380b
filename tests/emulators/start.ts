/**
 * Starts Google's emulators: Firestore (Java, from the Google Cloud SDK), Auth and Storage (firebase-tools, which has its
 * own package.json in this folder; the first run installs it).
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { COMPILED } from "../compiled.ts";
import { freePorts } from "../free-ports.ts";

/** Where the emulators listen, as `host:port`. */
export type Emulators = { firestore: string; auth: string; storage: string };

const HERE = import.meta.dirname;
const HOST = "127.0.0.1";
const STARTUP_MS = 240_000;

const JARS = [
  "/usr/lib/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator*.jar",
  "/opt/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator*.jar",
  `${process.env.HOME}/google-cloud-sdk/platform/cloud-firestore-emulator/cloud-firestore-emulator*.jar`,
  `${process.env.HOME}/.cache/firebase/emulators/cloud-firestore-emulator*.jar`,
];

/** Thrown if this machine cannot run the emulators. */
export class NoEmulators extends Error {}

/**
 * @returns their addresses, and a function that stops them
 * @throws {NoEmulators} with the reason if this machine cannot run them, or if SKIP_HOSTED is set
 */
export async function startEmulators(): Promise<{ emulators: Emulators; stop: () => Promise<void> }> {
  const missing = missingForEmulators();
  if (missing) throw new NoEmulators(missing);
  installTools();
  const [firestore, auth, storage] = await freePorts(3);
  const processes = [
    run("java", ...SHORT_LIVED, "-cp", findJar() ?? "", FIRESTORE, "start", `--host=${HOST}`, `--port=${firestore}`),
    run(process.execPath, join(HERE, "auth-storage.cjs"), String(auth), String(storage)),
  ];
  const stop = async () => {
    await Promise.all(processes.map(end));
  };
  // Java does not notice the end of its parent process.
  process.once("exit", () => {
    for (const { child } of processes) child.kill("SIGKILL");
  });
  try {
    await Promise.all([firestore, auth, storage].map((port) => untilListening(port ?? 0, processes)));
  } catch (error) {
    await stop();
    throw error;
  }
  const address = (port: number | undefined) => `${HOST}:${port}`;
  return { emulators: { firestore: address(firestore), auth: address(auth), storage: address(storage) }, stop };
}

/** Flags for short runs: by default, Java spends more time on optimising code than on requests. */
const SHORT_LIVED = ["-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
const FIRESTORE = "com.google.cloud.datastore.emulator.firestore.CloudFirestore";

/** @returns why this machine cannot run the emulators; null if it can */
export function missingForEmulators(): string | null {
  if (process.env.SKIP_HOSTED) return "SKIP_HOSTED is set";
  if (!findJar())
    return (
      "Google's Firestore emulator is missing: `gcloud components install cloud-firestore-emulator`, " +
      "or name its jar in FIRESTORE_EMULATOR_JAR"
    );
  return spawnSync("java", ["-version"]).status === 0 ? null : "Google's Firestore emulator needs Java";
}

const findJar = (): string | undefined =>
  [process.env.FIRESTORE_EMULATOR_JAR, ...JARS.flatMap((pattern) => globSync(pattern))].find(
    (one) => one && existsSync(one),
  );

function installTools(): void {
  if (existsSync(join(HERE, "node_modules/firebase-tools/package.json"))) return;
  process.stdout.write("Installing Firebase's emulators for Auth and Storage (266 MB, once).\n");
  try {
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: HERE, stdio: "inherit" });
  } catch {
    throw new NoEmulators("Firebase's emulators for Auth and Storage cannot be installed");
  }
}

type SiteProcess = { child: ChildProcess; output: () => string };

function run(command: string, ...args: string[]): SiteProcess {
  const env = { ...process.env, ...COMPILED };
  const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "pipe"] });
  let text = "";
  for (const flux of [child.stdout, child.stderr])
    flux?.on("data", (piece: Buffer) => {
      text = (text + piece.toString()).slice(-4000);
    });
  return { child, output: () => text };
}

async function end({ child }: SiteProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function untilListening(port: number, processes: readonly SiteProcess[]): Promise<void> {
  const end = Date.now() + STARTUP_MS;
  for (;;) {
    if (await isListening(port)) return;
    const dead = processes.find(({ child }) => child.exitCode !== null);
    if (dead) throw new Error(`An emulator ended at its start: ${dead.output()}`);
    if (Date.now() > end) throw new Error(`An emulator did not listen on port ${port} within four minutes.`);
    await pause(50);
  }
}

async function isListening(port: number): Promise<boolean> {
  const trial = connect(port, HOST);
  try {
    await once(trial, "connect");
    return true;
  } catch {
    return false;
  } finally {
    trial.destroy();
  }
}
