/** `npm run doctor`, as the webmaster runs it: beside a site, and without one. */
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { SITE_VERSION } from "#server/version.ts";
import { fillSite, scratch } from "#tests/backup/site.ts";
import { commandHere } from "#tests/server/command.ts";
import { makeBackup } from "#upkeep/backup/create.ts";
import { backupName } from "#upkeep/backup/names.ts";

const doctor = (env: Record<string, string>, ...args: string[]) => commandHere("doctor", env, ...args);

/** What a site answers at its public address. @returns its settings */
async function startSite() {
  const server = createServer((_, answer) => answer.end(JSON.stringify({ health: "ok", version: SITE_VERSION })));
  server.listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { PUBLIC_URL: `http://localhost:${port}`, PORT: String(port), HOST: "localhost" };
}

async function backedUp() {
  const DATA_DIR = join(scratch(), "data");
  await fillSite(DATA_DIR);
  const file = join(DATA_DIR, "sauvegardes", backupName(new Date()));
  await makeBackup({ dataDir: DATA_DIR, file });
  return { DATA_DIR, file };
}

describe("the doctor", () => {
  it("prints each check of /reglages on a line, exits with code 1 if a check requires an action, and changes nothing", async () => {
    const { DATA_DIR, file } = await backedUp();
    const before = readFileSync(join(DATA_DIR, "site.db"));
    const { code, output, error } = await doctor({ DATA_DIR, ...(await startSite()) });
    const lines = output.trimEnd().split("\n");
    expect(lines.map((line) => line.split(/\s{2,}/)[1])).toEqual([
      "Site",
      "Disque",
      "Sauvegarde",
      "Restauration",
      "Adresse",
      "Certificat",
      "Courrier",
      "Envois",
      "Version",
    ]);
    expect(lines[0]).toBe("En ordre      Site          Le site tourne et enregistre.");
    expect(output).toMatch(
      /^En ordre {6}Restauration {2}La sauvegarde du .* relue en entier pour essai.*tout y est\.$/m,
    );
    expect(output).toMatch(/^À surveiller {2}Courrier .*pas de messagerie.* → Prévenez .*\(MAIL, SMTP_URL, /m);
    expect([code, error, output.includes("\u001b")]).toEqual([1, "", false]);
    expect(readFileSync(join(DATA_DIR, "site.db")).equals(before)).toBe(true);
    expect(readdirSync(join(DATA_DIR, "sauvegardes"))).toEqual([basename(file)]);
  });

  it("exits with code 0 if no check requires an action", async () => {
    const { DATA_DIR } = await backedUp();
    const mail = {
      MAIL: "emailjs",
      EMAILJS_PUBLIC_KEY: "k",
      EMAILJS_SERVICE_ID: "s",
      EMAILJS_TEMPLATE_CONTACT: "c",
      EMAILJS_TEMPLATE_INSCRIPTION: "i",
    };
    const { code, output } = await doctor({ DATA_DIR, ...(await startSite()), ...mail });
    expect([code, output]).toEqual([0, expect.not.stringContaining("→")]);
  });

  it("prints a remedy for a site that does not run, a damaged backup and a public address without a server", async () => {
    const { DATA_DIR, file } = await backedUp();
    writeFileSync(file, readFileSync(file).subarray(0, 5000));
    const { code, output, error } = await doctor({ DATA_DIR, PUBLIC_URL: "https://localhost:1", PORT: "1" });
    expect(output).toMatch(/^À corriger {4}Site .*ne tourne pas\. → .*jeunesse logs/m);
    expect(output).toMatch(/^À corriger {4}Restauration .*est abîmée.* → Gardez les sauvegardes plus anciennes/m);
    expect(output).toMatch(/^À corriger {4}Adresse .*ne répond pas depuis le serveur\. → Ouvrez l’adresse/m);
    expect([code, error]).toEqual([1, expect.stringContaining("is refused")]);
  });

  it("warns before a move to another domain whose passkeys will stop working", async () => {
    const { DATA_DIR } = await backedUp();
    const documents = openSqliteDocuments(join(DATA_DIR, "site.db"));
    for (const [id, host] of [
      ["a", "localhost"],
      ["b", "ancien.exemple.ch"],
    ] as const)
      await documents.transaction(async (transaction) =>
        transaction.create("accounts", id, { passkeys: [{ id: "k", host }] }),
      );
    documents.close();
    const { code, output } = await doctor({ DATA_DIR, ...(await startSite()) });
    expect(output).toMatch(
      /^À surveiller {2}Clés .* celle-ci\u00a0: 1\. → Gardez l’ancienne adresse.*\(PUBLIC_URL\)$/m,
    );
    expect(code).toBe(1);
  });

  it("leaves out the checks that do not apply to a hosted site, and prints its usage", async () => {
    const hosted = { BACKEND: "firebase", FIREBASE_PROJECT_ID: "demo-x", FIREBASE_API_KEY: "x" };
    const { output } = await doctor({ ...(await startSite()), ...hosted, FIREBASE_STORAGE_BUCKET: "x" });
    expect(output).toMatch(/^En ordre +Disque +Les données sont chez le prestataire/m);
    expect(output).toMatch(/^En ordre +Restauration +Le prestataire garde/m);
    expect(output).not.toMatch(/ (?:Site|Domaine) {2}/);
    expect(await doctor({}, "--help")).toMatchObject({
      code: 2,
      error: expect.stringContaining("Usage: npm run doctor"),
    });
  });
});
