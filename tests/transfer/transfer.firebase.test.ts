import { createHash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { Timestamp } from "@google-cloud/firestore";
import { expect, it, onTestFinished, vi } from "vitest";
import { fillWithDemo } from "#cli/demo/fill.ts";
import { GROUP_PHOTO } from "#domain/pictures/picture.ts";
import { openTransferSite } from "#server/backends/moves.ts";
import { readConfig } from "#server/config.ts";
import { backUpSite, restoreSite } from "#server/services.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { aDeletion, moveCard } from "#tests/contracts/bin/deletions.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { contentsOf } from "#tests/http/disk-content.ts";
import { openSite, type TestSite, versionIn } from "#tests/http/site.ts";
import { seenFile } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { command, commandHere } from "#tests/server/command.ts";
import { launchForTest } from "#tests/server/process.ts";
import { SITE_LOCK_FILE } from "#upkeep/backup/restore.ts";
import { lockFolder } from "#upkeep/folder-lock.ts";
import { TRANSFERRED_COLLECTIONS, type TransferredPart, type TransferSite } from "#usecases/transfer.ts";
import {
  ANA,
  type Env,
  expectEqual,
  fill,
  message,
  NOON,
  newDataFolder,
  type Report,
  testProject,
  transferBetween,
  withServices,
} from "./providers.ts";

/** @returns all data of a site: the documents of each collection by id, and the files by name */
async function all(env: Env) {
  const { documents, files, close } = await openTransferSite(readConfig(env), false);
  try {
    const found: [string, Map<string, unknown>][] = [];
    for (const kind of TRANSFERRED_COLLECTIONS) {
      const contents = (await documents.query(kind)).map(({ id, content }) => [id, content] as const);
      found.push([kind, new Map(contents)]);
    }
    const names = (await files.list("")).map(({ name }) => name);
    const bytes = await Promise.all(names.map(async (name) => [name, sha256(await files.get(name))] as const));
    return Object.fromEntries([...found, ["files", new Map(bytes)]]) as Record<TransferredPart, Map<string, unknown>>;
  } finally {
    await close();
  }
}

const sha256 = (bytes: Uint8Array | null) =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex");

describeHosted("a transfer of a site to Firebase", () => {
  it("copies all data, also on to another data folder, and writes nothing the second time", async () => {
    const [here, there, project] = [newDataFolder(), newDataFolder(), testProject()];
    const { sent, refuse, tried, handled, inscription } = await fill(here);
    const go = expectEqual(await transferBetween(here, project.env));
    expect(expectEqual(await transferBetween(project.env, there))).toEqual(go);
    const [before, during, after] = [await all(here), await all(project.env), await all(there)];
    expect(during).toEqual(before);
    expect(after).toEqual(before);
    expect(Object.fromEntries(Object.entries(before).map(([kind, found]) => [kind, found.size]))).toEqual({
      membres: 2,
      evenements: 2,
      "deleted-evenements": 1,
      keys: 4,
      settings: 1,
      pictures: 5,
      inbox: 5,
      mails: 1,
      fingerprints: 5,
      texts: 0,
      register: 0,
      "register-imports": 0,
      touches: 0,
      "link-requests": 0,
      "fee-years": 0,
      fees: 0,
      "bank-payments": 0,
      presences: 0,
      "member-links": 0,
      proposals: 0,
      slots: 1,
      replies: 1,
      tasks: 1,
      dossiers: 1,
      results: 1,
      "kept-dossiers": 1,
      "handover-items": 1,
      mailings: 1,
      "opt-outs": 0,
      journal: expect.any(Number),
      files: expect.any(Number),
    });
    expect([...before.inbox.keys()].toSorted()).toEqual([sent, inscription, refuse, tried, handled].toSorted());
    expect(before.settings.get("current")).toMatchObject({ updatedBy: { name: "Bob" }, updatedAt: NOON.toISOString() });
    const types = new Set((await project.content()).map(({ contentType }) => contentType));
    expect([...types].toSorted()).toEqual(["image/jpeg", "image/webp"]);

    const [written, folder] = [await project.writes(), contentsOf(there.DATA_DIR)];
    expectEqual(await transferBetween(here, project.env));
    expectEqual(await transferBetween(project.env, there));
    expect(contentsOf(there.DATA_DIR)).toEqual(folder);
    expect(await project.writes()).toEqual(written);
  });

  it.each(["firebase", "embedded"])("is complete after any number of interruptions (to %s)", async (to) => {
    const [here, there, project] = [newDataFolder(), newDataFolder(), testProject()];
    await fill(here);
    if (to === "embedded") await transferBetween(here, project.env);
    const [from, target] = to === "firebase" ? [here, project.env] : [project.env, there];
    let report: Report | null = null;
    let interruptions = 0;
    while (report === null) {
      const trial = transferBetween(from, target, (memory) => interrupted(memory, interruptions % 3));
      report = await trial.catch((error: unknown) => {
        expect(error).toEqual(new Error("cut off"));
        interruptions++;
        return null;
      });
    }
    expect(interruptions).toBeGreaterThan(10);
    expectEqual(report);
    expect(await all(target)).toEqual(await all(here));
  });
});

describeHosted("a transfer of an older Firebase project into a data folder", () => {
  it("copies cards, unknown fields and pictures, once", async () => {
    const [there, project] = [newDataFolder(), testProject()];
    const { firestore } = project;
    const edited = Timestamp.fromMillis(Date.UTC(2024, 1, 2, 3, 4, 5, 678));
    const ana = { ...DOCUMENT_KINDS.membre.write(ANA), Telephone: "0791234567", edited };
    await firestore.doc("membres/DupontRéseaux-sociaux").set(ana);
    await firestore.doc("evenements/Fête0825").set({ Nom: "Fête", Date: "2025-08", Lieu: "Savièse", AfterMovie: "" });
    await project.upload("evenements/Fête0825/b, la première.jpg", await jpeg(300, 300, 1));
    await project.upload("evenements/Fête0825/affiche #2.jpg", await jpeg(500, 300, 2));
    await project.upload("evenements/Oubliée0120/affiche.jpg", await jpeg(500, 300, 4));
    await project.put("backups/of-somebody-else", await jpeg(10, 10));

    const report = expectEqual(await transferBetween(project.env, there));
    expect([report.membres?.count, report.evenements?.count, report.files?.count]).toEqual([1, 1, 3]);
    const before = contentsOf(there.DATA_DIR);
    expect(expectEqual(await transferBetween(project.env, there))).toEqual(report);
    expect(contentsOf(there.DATA_DIR)).toEqual(before);
    const backTo = testProject();
    expectEqual(await transferBetween(there, backTo.env));
    expect((await backTo.firestore.doc("membres/DupontRéseaux-sociaux").get()).data()).toMatchObject(ana);

    await withServices(there, async ({ pictures, events }, resume) => {
      await resume();
      await vi.waitFor(async () => {
        const last = await pictures.find({ collection: "evenements", id: "Fête0825" });
        expect(last).toMatchObject({ width: 500, height: 300 });
        expect(last?.share).toMatch(/partage/);
      }, 10_000);
      expect(await pictures.find({ collection: "membres", id: "DupontRéseaux-sociaux" })).toBeNull();
      expect(await events.get("Fête0825")).toMatchObject(anEvent());
    });
  });

  it("gets no demo content when npm start runs before there is an account", async () => {
    const [there, project] = [newDataFolder(), testProject()];
    await project.firestore.doc("membres/DupontCaissier").set(DOCUMENT_KINDS.membre.write(ANA));
    await transferBetween(project.env, there);
    await withServices(there, fillWithDemo);
    expectEqual(await transferBetween(project.env, there));
  });

  /** Identifiers that an existing project may contain. */
  const ODD = ["Fête #2", "Bal?", "Loto, 2025", "St. Germain 08.25", "100 % & plus", "..a"];

  it("copies documents with unusual identifiers and their pictures, in both directions; both sites can edit and delete them", async () => {
    const [there, project, backTo] = [newDataFolder(), testProject(), testProject()];
    for (const [i, id] of ODD.entries()) {
      const fields = { Nom: `Nom ${i}`, Date: "2025-08", Lieu: "Savièse", AfterMovie: "" };
      await project.firestore.collection("evenements").doc(id).set(fields);
      await project.put(`evenements/${id}/affiche.jpg`, await jpeg(500, 300, i));
    }
    expectEqual(await transferBetween(project.env, there));
    expectEqual(await transferBetween(there, backTo.env));
    // A backup contains the older site's files, of which the site makes its own at the first request.
    const restored = newDataFolder();
    const { file } = await backUpSite(readConfig(there), join(there.DATA_DIR, "copie.db"));
    restoreSite(readConfig(restored), file);
    for (const env of [restored, backTo.env]) {
      const site = await openSite(env);
      await showsAll(site);
      await editsAndDeletesAll(site);
      expect(site.log.filter(({ error }) => error !== null)).toEqual([]);
      await site.close();
    }
  });

  async function showsAll({ request }: TestSite): Promise<void> {
    for (const [i, id] of ODD.entries())
      await vi.waitFor(async () => {
        const planning = await (await request("/planning")).text();
        expect(planning).toContain(`Nom ${i}`);
        const prefix = `/images/evenements/${encodeURIComponent(id)}/`;
        const file = planning.split(prefix).flatMap((rest) => rest.match(/^[0-9a-f]{20}-480\.jpg/) ?? [])[0];
        expect([id, (await request(prefix + file)).status]).toEqual([id, 200]);
      }, 20_000);
  }

  async function editsAndDeletesAll({ request, send, services, signIn }: TestSite): Promise<void> {
    const cookie = await signIn();
    const page = async (path: string) => (await request(path, { headers: { cookie } })).text();
    for (const id of ODD) {
      const segment = encodeURIComponent(id);
      expect(await page("/planning")).toContain(`href="/evenement/modify/${segment}"`);
      expect([id, (await request(`/planning/${segment}`)).status]).toEqual([id, 200]);
      const version = versionIn(await page(`/evenement/modify/${segment}`));
      const fields = { Nom: "Autre nom", mois: "09", annee: "2025", Lieu: "Halle", AfterMovie: "", hp: "", version };
      const saved = await send(`/evenement/modify/${segment}`, fields, cookie);
      expect([id, saved.status]).toEqual([id, 200]);
      expect(await services.events.get(id)).toMatchObject({ name: "Autre nom", place: "Halle" });
      expect((await send("/planning", { id, hp: "" }, cookie)).status).toBe(302);
      expect(await services.events.get(id)).toBeNull();
      expect(await services.pictures.find({ collection: "evenements", id })).toBeNull();
    }
  }

  it("copies identifiers that differ only in case, and files that are not pictures", async () => {
    const [there, project] = [newDataFolder(), testProject()];
    const { firestore, upload } = project;
    for (const id of ["Bal0825", "Fête", "FÊTE", "a.b"])
      await firestore.collection("evenements").doc(id).set({ Nom: id, Date: "2025-08" });
    const whole = await jpeg(300, 300);
    await upload("evenements/Bal0825/bonne.jpg", whole);
    await upload("evenements/Bal0825/coupée.jpg", whole.subarray(0, whole.length / 2));
    await upload("evenements/Bal0825/lettre.pdf", Buffer.from("%PDF-1.7"));
    await upload("evenements/Bal0825/énorme.jpg", Buffer.concat([whole, Buffer.alloc(25 * 1024 * 1024)]));
    await upload("evenements/Fête/affiche.gif", Buffer.from("GIF89a"));
    await project.put("evenements/Vide/", Buffer.alloc(0));
    expect(expectEqual(await transferBetween(project.env, there)).files?.count).toBe(5);
    await withServices(
      there,
      async ({ pictures, events }) => {
        expect((await events.list()).map(({ id }) => id).toSorted()).toEqual(["Bal0825", "FÊTE", "Fête", "a.b"]);
        await vi.waitFor(async () => {
          expect(await seenFile({ pictures }, { collection: "evenements", id: "Bal0825" })).toBe("bonne.jpg");
        }, 10_000);
      },
      3,
    );
  });
});

describeHosted("npm run transfer", () => {
  it("prints its usage for invalid arguments", async () => {
    for (const args of [
      [],
      ["--from", "firebase"],
      ["--from", "embedded", "--to", "embedded"],
      ["--from", "firebase", "--to", "embedded", "--force"],
    ]) {
      const { code, error } = await commandHere("transfer", {}, ...args);
      expect([args, code, error.slice(0, 6)]).toEqual([args, 2, "Usage:"]);
    }
  });

  it("copies a site, which then works and sends no mail twice; leaves and reports what changes in between", async () => {
    const [here, project] = [newDataFolder(), testProject()];
    const ids = await fill(here);
    const run = () => commandHere("transfer", { ...project.env, ...here }, "--from", "embedded", "--to", "firebase");
    const { code, output } = await run();
    expect(code).toBe(0);
    expect(output).toMatch(/^events +2 +2 {2}equal +[0-9a-f]{64}$/m);
    expect(output).toContain("Mails that wait to go out: 1.");
    expect(output).toContain("npm run admin -- create EMAIL");
    expect(output).not.toMatch(/Dupont|Rey|@/);

    const site = await openSite(project.env);
    onTestFinished(() => site.close());
    await expectWorking(site, ids);
    const { committee, events, inbox } = site.services;
    const version = (await committee.get("DupontCaissier"))?.version ?? "";
    await committee.update("DupontCaissier", { ...ANA, firstName: "Anna" }, version);
    await moveCard(events, "Loto1125");
    await events.create("Annulé0925", anEvent({ name: "Annulé" }));
    await inbox.moveToBin([ids.sent], aDeletion());
    await inbox.add(message("nouveau"), NOON);

    const again = await run();
    expect(again.code).toBe(1);
    expect(again.output).toContain("members: 1 differ.");
    expect(again.output).toContain("events: 1 not in firebase (Loto1125); 1 only in firebase (Annulé0925).");
    expect(again.output).toMatch(/inbox: .*1 only in firebase\./);
    expect(again.output + again.error).not.toMatch(/Dupont|Ana|Anna|Rey|léo|@/i);
    expect(await committee.get("DupontCaissier")).toMatchObject({ firstName: "Anna" });
    expect(await events.get("Loto1125")).toBeNull();
    expect(await events.get("Annulé0925")).toMatchObject({ name: "Annulé" });
  });

  async function expectWorking(site: TestSite, { tried, refuse, handled }: Awaited<ReturnType<typeof fill>>) {
    const planning = await (await site.request("/planning/2025")).text();
    expect(planning).toContain("Bal d’été");
    const image = /\/images\/evenements\/Bal0825\/[0-9a-f]{20}-480\.jpg/.exec(planning)?.[0] ?? "";
    const response = await site.request(image);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect(await (await site.request("/comite")).text()).toContain("Dupont");
    const cookie = await site.signIn();
    expect(await (await site.request("/messages", { headers: { cookie } })).text()).toContain("Salut");
    const { settings, inbox, mails, pictures } = site.services;
    const later = new Date(NOON.getTime() + 35 * 60_000);
    expect(await mails.leaseDue(later, 60_000)).toMatchObject({ cause: tried, attempts: 1 });
    expect(await mails.leaseDue(later, 60_000)).toBeNull();
    expect((await inbox.get(refuse))?.mail).toEqual({ state: "echec", reason: "550 refused" });
    expect((await inbox.add(message("traité"), new Date(NOON.getTime() + 3_600_000))).entry.id).toBe(handled);
    expect((await settings.get()).planningYear).toBe(2026);
    expect((await pictures.find(GROUP_PHOTO))?.width).toBe(1000);
    expect(await seenFile({ pictures }, { collection: "membres", id: "ReyMembre" })).toBe("léo rey.jpg");
    expect(site.log).toEqual([]);
  }

  it("continues after it was killed", async () => {
    const [here, project] = [newDataFolder(), testProject()];
    await fill(here);
    const args = ["--from", "embedded", "--to", "firebase"];
    const env = { ...project.env, ...here };
    const ends: unknown[] = [];
    for (const writes of [1, 15]) {
      const child = launchForTest(env, ["cli/transfer.ts", ...args]).child;
      const end = once(child, "exit");
      await vi.waitFor(async () => expect(Object.keys(await project.writes()).length).toBeGreaterThanOrEqual(writes), {
        timeout: 20_000,
        interval: 20,
      });
      child.kill("SIGKILL");
      ends.push(...(await end));
    }
    expect(ends).toContain("SIGKILL");
    expect((await command("transfer", env, ...args)).code).toBe(0);
  });

  it("refuses a folder without a site, and a data folder on which a site runs", async () => {
    const [here, project] = [newDataFolder(), testProject()];
    const run = (from: string, to: string) =>
      commandHere("transfer", { ...project.env, ...here }, "--from", from, "--to", to);
    const none = await run("embedded", "firebase");
    expect([none.code, none.error]).toEqual([1, `There is no site in ${here.DATA_DIR}.\n`]);
    await fill(here);
    const release = lockFolder(here.DATA_DIR, SITE_LOCK_FILE);
    onTestFinished(() => release?.());
    for (const [from, to] of [
      ["embedded", "firebase"],
      ["firebase", "embedded"],
    ] as const) {
      const { code, error } = await run(from, to);
      const sentence = /^Another site is already running on the data folder .*\n$/;
      expect([code, error]).toEqual([1, expect.stringMatching(sentence)]);
    }
    expect(await project.writes()).toEqual({});
  });
});

/** A target that fails after a number of writes. */
function interrupted({ documents, files }: TransferSite, after: number): TransferSite {
  let rest = after;
  const count = () => {
    if (rest-- === 0) throw new Error("cut off");
  };
  return {
    documents: {
      ...documents,
      transaction: async (...work) => {
        count();
        return documents.transaction(...work);
      },
    },
    files: {
      ...files,
      put: async (...file) => {
        count();
        await files.put(...file);
      },
    },
  };
}
