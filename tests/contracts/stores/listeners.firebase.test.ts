import { once } from "node:events";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import type { Firestore } from "@google-cloud/firestore";
import { expect, it, onTestFinished, vi } from "vitest";
import { createAccountMailQueue } from "#adapters/firebase/accounts/account-mail-queue.ts";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { createInbox } from "#adapters/firebase/inbox/inbox.ts";
import { announceImages, sparing, watch } from "#adapters/firebase/listeners.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { createSettingsStore } from "#adapters/firebase/settings-store.ts";
import { DRAFT } from "#domain/planning/publication.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { moveCard } from "#tests/contracts/bin/deletions.ts";
import { openLine } from "#tests/emulators/cut-line.ts";
import { describeHosted, EMULATOR_ENV } from "#tests/emulators/hosted.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";
import { message } from "#tests/transfer/providers.ts";
import { firestoreProject } from "./firestore-project.ts";

const ana = { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" };

const minutesAfter = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000);

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

  it("hears of mail that another one takes in, to the committee and to accounts", async () => {
    const { openOne } = firestoreProject();
    const onMail = vi.fn();
    onTestFinished(watch({ db: openOne(), onChange: () => {}, onMail }).stop);
    const times = (count: number) => vi.waitFor(() => expect(onMail).toHaveBeenCalledTimes(count), 20_000);
    // What there is at first, of either kind.
    await times(2);
    const now = new Date();
    const { entry } = await createInbox(openOne()).add(message("Salut"), now);
    await times(3);
    await createInbox(openOne()).markSent(entry.id, now);
    await times(4);
    const letter = { id: "a", recipient: "ana@exemple.ch", subject: "Salut", text: "Salut", html: "" };
    await createAccountMailQueue(openOne()).add([letter], now);
    await times(5);
  });

  it("knows whether a draft is due, and that it does not know before it has heard", async () => {
    const { openOne } = firestoreProject();
    const { isNothingDue, stop } = watch({ db: openOne(), onChange: () => {} });
    const now = new Date();
    expect(isNothingDue(now)).toBe(false);
    await vi.waitFor(() => expect(isNothingDue(now)).toBe(true), 20_000);
    const evenements = createEvenementStore(openOne());
    await evenements.create("Draft", anEvenement({ Publication: DRAFT }));
    await evenements.create("Later", anEvenement({ Publication: minutesAfter(now, 60).toISOString() }));
    await vi.waitFor(() => expect(isNothingDue(minutesAfter(now, 60))).toBe(false), 20_000);
    expect(isNothingDue(minutesAfter(now, 59))).toBe(true);
    stop();
    expect(isNothingDue(now)).toBe(false);
  });

  it("asks the store for drafts when one is due, when nothing is heard, and now and then", async () => {
    const now = new Date();
    let hears = true;
    const ask = vi.fn(async () => ["Later"]);
    const listDue = sparing(ask, () => hears);
    expect(await listDue(now)).toEqual(["Later"]);
    expect(await listDue(minutesAfter(now, 1))).toEqual([]);
    hears = false;
    expect(await listDue(minutesAfter(now, 2))).toEqual(["Later"]);
    hears = true;
    expect(await listDue(minutesAfter(now, 3))).toEqual([]);
    expect(await listDue(minutesAfter(now, 17))).toEqual(["Later"]);
    ask.mockRejectedValueOnce(new Error("away"));
    await expect(listDue(minutesAfter(now, 40))).rejects.toThrow("away");
    expect(await listDue(minutesAfter(now, 41))).toEqual(["Later"]);
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
    // More than the six subscriptions of a start.
    await vi.waitFor(() => expect(faults.length).toBeGreaterThan(6), { timeout: 25_000, interval: 20 });
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
