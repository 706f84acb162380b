/** Errors of a hosted site with a wrong project, wrong credentials or a wrong key; and its start during an outage. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { createFirestoreClient } from "#adapters/firestore/firestore-client.ts";
import { openLine } from "#tests/emulators/cut-line.ts";
import { describeHosted, EMULATOR_ENV, newProject } from "#tests/emulators/hosted.ts";
import { refusingFirestore } from "#tests/emulators/refusing-firestore.ts";
import { command } from "#tests/server/command.ts";
import { COMMITTEE, health, write } from "#tests/server/visit.ts";
import { warmUp } from "#tests/stores/pictures/warm-up.ts";
import { dataFolder, start, startInVain } from "../server/process.ts";

const PATIENCE = { timeout: 30_000, interval: 50 };

/** @param others variables, if other than for a project in the emulators */
function settings(others: Record<string, string> = {}) {
  const { projectId, bucket, apiKey } = newProject();
  const env = {
    BACKEND: "firebase",
    DATA_DIR: dataFolder(),
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_API_KEY: apiKey,
    FIREBASE_STORAGE_BUCKET: bucket,
    ...EMULATOR_ENV,
    ...others,
  };
  return { env, projectId };
}

/** Starts an identity provider that always gives the same answer. @returns `host:port`, and the requests */
async function identityProvider(status: number, answer: unknown) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const refused = (code: number, message: string, status: string) => ({
  error: { code, message, errors: [{ message, reason: "badRequest", domain: "global" }], status },
});

describeHosted("a hosted site whose settings are wrong", () => {
  it.each(["PERMISSION_DENIED", "NOT_FOUND", "UNAUTHENTICATED", "FAILED_PRECONDITION"] as const)(
    "does not start if Firestore answers %s, and prints one line with the remedy",
    async (refusal) => {
      const { address, calls } = await refusingFirestore(refusal);
      const { env, projectId } = settings({ FIRESTORE_EMULATOR_HOST: address });
      const { code, output } = await startInVain(env);
      expect([code, output.trim().split("\n")]).toEqual([
        1,
        [expect.stringContaining(`Firestore answered ${refusal}`)],
      ]);
      expect(output).toContain(`FIREBASE_PROJECT_ID=${projectId}: `);
      expect(output).toMatch(/docs\/deploy\.md/);
      // The watches send requests from the start.
      expect(calls.filter((call) => call !== "Listen")).toEqual(["BatchGetDocuments"]);
    },
  );

  it("does not start, and no command runs, on a project of a newer version, which is not changed", async () => {
    const { env, projectId } = settings();
    const db = createFirestoreClient({ projectId });
    onTestFinished(() => db.terminate());
    await db.doc("state/format").set({ version: 9 });
    await db.doc("evenements/Loto1125").set({ Nom: "Loto", Date: "2025-11", Lieu: "Halle" });
    const { code, output } = await startInVain(env);
    const refusal = expect.stringMatching(/^(FIREBASE_PROJECT_ID=[\w-]+: )?A newer version of this site /);
    expect([code, output.trim().split("\n")]).toEqual([1, [refusal]]);
    const listing = await command("accounts", env, "list");
    expect([listing.code, listing.error.trim().split("\n")]).toEqual([1, [refusal]]);
    const collections = await db.listCollections();
    expect(collections.map(({ id }) => id).sort()).toEqual(["evenements", "state"]);
    expect((await db.collection("state").get()).docs.map(({ id }) => id)).toEqual(["format"]);
  });

  it("does not start without the file of its credentials", async () => {
    const { env } = settings({ GOOGLE_APPLICATION_CREDENTIALS: "/nowhere/key.json", FIREBASE_PROJECT_ID: "saviese" });
    const real = Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith("EMULATOR_HOST")));
    const { code, output } = await startInVain(real);
    expect([code, output.trim().split("\n")]).toEqual([
      1,
      [expect.stringMatching(/^GOOGLE_APPLICATION_CREDENTIALS: Unable to read the credential file\. /)],
    ]);
  });

  it.each([
    [400, "API key not valid. Please pass a valid API key.", "INVALID_ARGUMENT"],
    [403, "Requests from referer <empty> are blocked.", "PERMISSION_DENIED"],
    [400, "CONFIGURATION_NOT_FOUND", "INVALID_ARGUMENT"],
  ])("does not start if the identity provider answers %i %s to a request without side effects", async (...answer) => {
    const { address, asked } = await identityProvider(answer[0], refused(...answer));
    const { code, output } = await startInVain(settings({ FIREBASE_AUTH_EMULATOR_HOST: address }).env);
    expect([code, output.trim().split("\n")]).toEqual([1, [expect.stringContaining(answer[1])]]);
    expect(output).toMatch(/^FIREBASE_API_KEY: /);
    expect(asked).toEqual([expect.stringMatching(/^GET \/identitytoolkit\.googleapis\.com\/v1\/projects\?key=/)]);
  });
});

describeHosted("a hosted site that starts during an outage of its providers", () => {
  it("starts, reports that it is failing, and recovers without a restart", {
    timeout: 120_000,
  }, async () => {
    await warmUp();
    const line = await openLine(EMULATOR_ENV.FIRESTORE_EMULATOR_HOST ?? "");
    const storage = await openLine(new URL(EMULATOR_ENV.STORAGE_EMULATOR_HOST ?? "").host);
    const { address } = await refusingFirestore("UNAVAILABLE");
    const { address: identity } = await identityProvider(
      503,
      refused(503, "The service is unavailable.", "UNAVAILABLE"),
    );
    line.divert(address);
    storage.cut();
    const { env } = settings({
      FIRESTORE_EMULATOR_HOST: line.address,
      FIREBASE_AUTH_EMULATOR_HOST: identity,
      STORAGE_EMULATOR_HOST: `http://${storage.address}`,
      ...COMMITTEE,
    });
    const site = await start(env);
    expect((await health(site.url)).status).toBe(503);
    line.restore();
    storage.restore();
    await vi.waitUntil(async () => (await health(site.url)).status === 200, PATIENCE);
    expect((await write(site.url, "Enfin")).status).toBe(200);
    expect(site.output()).not.toContain("Enfin");
  });
});

describeHosted("a hosted site whose permissions are revoked while it runs", () => {
  it.each(["PERMISSION_DENIED", "UNAUTHENTICATED"] as const)(
    "logs %s for reads and for writes, and answers without waiting for the deadline",
    { timeout: 120_000 },
    async (refusal) => {
      await warmUp();
      const line = await openLine(EMULATOR_ENV.FIRESTORE_EMULATOR_HOST ?? "");
      const site = await start(settings({ FIRESTORE_EMULATOR_HOST: line.address }).env);
      line.divert((await refusingFirestore(refusal)).address);
      const codes = (where: string) =>
        site
          .output()
          .split("\n")
          .filter((text) => text.startsWith("{"))
          .map((text) => JSON.parse(text) as { msg: string; code?: unknown })
          .filter(({ msg }) => msg.includes(where))
          .map(({ code }) => code);
      await vi.waitUntil(async () => {
        await fetch(`${site.url}/planning/Bal0825`);
        return codes("GET /planning").includes(refusal);
      }, PATIENCE);
      const began = performance.now();
      expect((await write(site.url, "Vaine")).status).toBe(503);
      expect(performance.now() - began).toBeLessThan(3_000);
      expect(codes("contact")).toContain(refusal);
    },
  );
});
