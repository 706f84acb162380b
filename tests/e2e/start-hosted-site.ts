/** Starts the site on Firebase's emulators, with nothing but the committee's account. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import { stopAutomaticPlanningYear } from "#usecases/save-settings.ts";
import { startEmulators } from "../emulators/start.ts";

const { emulators, stop } = await startEmulators();
// Google's libraries find the emulators by these variables.
Object.assign(process.env, {
  BACKEND: "firebase",
  FIREBASE_PROJECT_ID: "demo-e2e",
  FIREBASE_API_KEY: "cle-de-demo-e2e",
  FIREBASE_STORAGE_BUCKET: "demo-e2e.firebasestorage.app",
  FIRESTORE_EMULATOR_HOST: emulators.firestore,
  FIREBASE_AUTH_EMULATOR_HOST: emulators.auth,
  FIREBASE_STORAGE_EMULATOR_HOST: emulators.storage,
  STORAGE_EMULATOR_HOST: `http://${emulators.storage}`,
  METADATA_SERVER_DETECTION: "none",
  DATA_DIR: mkdtempSync(join(tmpdir(), "jeunesse-e2e-")),
});

const { services, isHealthy, close } = await openServices(readConfig(process.env), {
  onChange: () => {},
  onMail: () => {},
  report: (error) => error && process.stderr.write(`${error}\n`),
});
// The emulator's first answer may take longer than the site gives a store.
while (!(await isHealthy()));
// The same year as the site with the demo.
await stopAutomaticPlanningYear(services, 2025, { id: "", name: "Test" });
await close();

const site = spawn(process.execPath, ["server/index.ts"], { stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => site.kill(signal));
site.on("exit", async (code) => {
  await stop();
  rmSync(String(process.env.DATA_DIR), { recursive: true, force: true });
  process.exit(code ?? 0);
});
