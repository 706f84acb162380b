/**
 * Firebase's emulators for Auth and Storage in one process, loopback only: firebase-tools' own JavaScript without its
 * command line, hub, Java or downloads. The runtime of security rules (a Java program) is replaced by one that refuses
 * everybody but the server's own credentials, which is what this project's rules say as well.
 * Prints one line of JSON when both listen: `{ "auth": port, "storage": port }`.
 */
const { AsyncLocalStorage } = require("node:async_hooks");
const { mkdtempSync, rmSync } = require("node:fs");
const { createServer } = require("node:http");
const { tmpdir } = require("node:os");
const { join } = require("node:path");
const { AuthEmulator } = require("firebase-tools/lib/emulator/auth");
const authServer = require("firebase-tools/lib/emulator/auth/server");
const { AgentProjectState } = require("firebase-tools/lib/emulator/auth/state");
const { EmulatorRegistry } = require("firebase-tools/lib/emulator/registry");
const { StorageEmulator } = require("firebase-tools/lib/emulator/storage");
const { StoredFileMetadata } = require("firebase-tools/lib/emulator/storage/metadata");

const host = "127.0.0.1";
const projectId = "demo-saviese";
const [authPort, storagePort] = process.argv.slice(2).map(Number);

/**
 * Project of the web API key of a request: the key is `cle-de-` and the project's id. Without this, the emulator uses its
 * first project for every key.
 */
const projectOfKey = new AsyncLocalStorage();

class Projects extends Map {
  get(id) {
    const project = (id === projectId && projectOfKey.getStore()) || id;
    if (!this.has(project)) this.set(project, new AgentProjectState(project));
    return super.get(project);
  }
}

const { createApp } = authServer;
authServer.createApp = async (...settings) => {
  const app = await createApp(...settings, new Projects());
  return createServer((request, response) => {
    const key = new URL(request.url, "http://localhost").searchParams.get("key");
    const project = /^cle-de-(.+)$/.exec(key ?? "")?.[1];
    projectOfKey.run(project, () => app(request, response));
  });
};

/** Replaces the tokens of download URLs by those in the metadata, as Google does; the emulator would only add tokens. */
const { update } = StoredFileMetadata.prototype;
StoredFileMetadata.prototype.update = function (incoming, ...rest) {
  if (incoming.metadata?.firebaseStorageDownloadTokens !== undefined) this.downloadTokens = [];
  return update.call(this, incoming, ...rest);
};

async function main() {
  const auth = new AuthEmulator({ host, port: authPort, projectId, singleProjectMode: 0 });
  await EmulatorRegistry.start(auth);

  const rules = { name: "none", content: "" };
  const storage = new StorageEmulator({ host, port: storagePort, projectId, rules, auto_download: false });
  const refuse = { verify: async () => ({ permitted: false, issues: { exist: () => false, all: [] } }) };
  storage._rulesRuntime = { start: async () => {}, stop: async () => {} };
  storage._rulesManager = { start: async () => [], stop: async () => {}, getRuleset: () => refuse };
  const files = mkdtempSync(join(tmpdir(), "jeunesse-emulateur-"));
  storage.getPersistenceTmpDir = () => files;
  storage._persistence.reset(files);
  await EmulatorRegistry.start(storage);

  const stop = async () => {
    await Promise.allSettled([storage.stop(), auth.stop()]);
    rmSync(files, { recursive: true, force: true });
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  // Stop when the parent process has ended.
  process.stdin.on("end", stop).resume();
  process.stdout.write(`${JSON.stringify({ auth: authPort, storage: storagePort })}\n`);
}

main().catch((fault) => {
  process.stderr.write(`${fault.stack}\n`);
  process.exit(1);
});
