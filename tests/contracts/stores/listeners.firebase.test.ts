import { once } from "node:events";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import type { Firestore } from "@google-cloud/firestore";
import { expect, it, onTestFinished, vi } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { announceImages, watch } from "#adapters/firebase/listeners.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { createSettingsStore } from "#adapters/firebase/settings-store.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { openLine } from "#tests/emulators/cut-line.ts";
import { describeHosted, EMULATOR_ENV } from "#tests/emulators/hosted.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";
import { firestoreProject } from "./firestore-project.ts";

const ana = { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" };

/** How Firestore ends a subscription (`ListenResponse`): the target is removed, because of code 7 (PERMISSION_DENIED). */
const CAUSE = Buffer.from([0x08, 7, 0x12, 4, ...Buffer.from("Non.")]);
const REMOVAL = Buffer.from([0x08, 2, 0x1a, CAUSE.length, ...CAUSE]);
const REFUSALS = Buffer.from([0, 0, 0, 0, REMOVAL.length + 2, 0x12, REMOVAL.length, ...REMOVAL]);

/** An instance that watches, and has seen what there was at first. */
async function instance(db: Firestore) {
  const heard: string[] = [];
  const { stop } = watch({ db, onChange: (source) => heard.push(source) });
  onTestFinished(stop);
  await vi.waitFor(() => expect(new Set(heard)).toEqual(new Set(["membres", "evenements", "settings"])), 20_000);
  heard.length = 0;
  const waitFor = (source: string) =>
    vi.waitFor(() => expect(heard).toContain(source), { timeout: 25_000, interval: 20 });
  return { heard, stop, waitFor };
}

describeHosted("an instance that watches Firestore", () => {
  it("hears of an event that another one creates, changes and deletes", async () => {
    const { openOne } = firestoreProject();
    const { heard, waitFor } = await instance(openOne());
    const evenements = createEvenementStore(openOne());
    const writes = [
      () => evenements.create("A", anEvenement()),
      async () => evenements.update("A", anEvenement(), (await evenements.get("A"))?.version ?? ""),
      () => moveCard(evenements, "A"),
    ];
    for (const write of writes) {
      await write();
      await waitFor("evenements");
      expect(new Set(heard)).toEqual(new Set(["evenements"]));
      heard.length = 0;
    }
  });

  it("hears of members, settings and pictures, each by its name", async () => {
    const { openOne } = firestoreProject();
    const { heard, waitFor } = await instance(openOne());
    const elsewhere = openOne();
    await createMembreStore(elsewhere).create("A", ana);
    await waitFor("membres");
    await createSettingsStore(elsewhere).save(INITIAL_SETTINGS, "0", {
      by: { id: "", name: "a@exemple.ch" },
      at: new Date(),
    });
    await waitFor("settings");
    heard.length = 0;
    await announceImages(elsewhere, "accueil");
    await waitFor("accueil");
    await announceImages(elsewhere, "evenements");
    await waitFor("evenements");
    await announceImages(elsewhere, "accueil");
    await vi.waitFor(() => expect(heard).toEqual(["accueil", "evenements", "accueil"]), 20_000);
  });

  it("hears what was written while it was cut off, once it is back", async () => {
    const line = await openLine(EMULATOR_ENV.FIRESTORE_EMULATOR_HOST ?? "");
    const { openOne } = firestoreProject();
    const { heard, waitFor } = await instance(openOne(line.address));
    line.cut();
    await createMembreStore(openOne()).create("A", ana);
    expect(heard).toEqual([]);
    line.restore();
    await waitFor("membres");
  });

  it("asks again when the store has refused to tell it anything, and says so", async () => {
    const server = createServer().on("stream", (flux) => {
      flux.respond({ ":status": 200, "content-type": "application/grpc" });
      flux.write(REFUSALS);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const faults: unknown[] = [];
    const db = firestoreProject().openOne(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { stop } = watch({ db, onChange: () => {}, onError: (fault) => faults.push(fault) });
    // More than the four subscriptions of a start.
    await vi.waitFor(() => expect(faults.length).toBeGreaterThan(4), { timeout: 25_000, interval: 20 });
    stop();
    expect(String(faults[0])).toBe("Error: Error 7: Non.");
  });

  it("hears nothing more once it has stopped", async () => {
    const { openOne } = firestoreProject();
    const [one, other] = [await instance(openOne()), await instance(openOne())];
    one.stop();
    await createMembreStore(openOne()).create("A", ana);
    await other.waitFor("membres");
    expect(one.heard).toEqual([]);
  });
});
