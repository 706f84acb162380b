import { describe, expect, it } from "vitest";
import { isCheckDue } from "#domain/site-health/check-due.ts";
import { findingsOf, type Looks, needsPerson, type Subject } from "#domain/site-health/findings.ts";
import type { Checked, Measured } from "#domain/site-health/measurements.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const DAY = 24 * 60 * 60 * 1000;
const GB = 1e9;
const daysFromNow = (days: number) => new Date(NOW.getTime() + days * DAY);

const WELL: Measured = {
  service: "well",
  disk: { free: 8.2 * GB, total: 20 * GB, backup: 0.1 * GB },
  clockHeldSince: null,
  backups: { last: daysFromNow(-0.4), failedAt: null, kept: 7 },
  updates: true,
  running: "0.2.0",
};
const CHECKED: Checked = {
  at: NOW,
  publicUrl: "https://jeunesse.exemple.ch",
  restoreTest: { outcome: "restored", madeAt: daysFromNow(-0.4), files: 412 },
  certificate: { outcome: "shown", from: daysFromNow(-30), until: daysFromNow(60), trusted: true },
  address: { outcome: "site", version: "0.2.0", healthy: true },
  mail: "accepted",
};

const QUIET = { waiting: 0, refused: 0, heldReason: null };
const well = (other: Partial<Looks> = {}) =>
  findingsOf({ measured: WELL, checked: CHECKED, mail: QUIET, now: NOW, ...other });

function look(subject: Subject, measured: Partial<Measured>, checked: Partial<Checked> | null = {}) {
  const all = well({ measured: { ...WELL, ...measured }, checked: checked && { ...CHECKED, ...checked } });
  const finding = all.find((one) => one.subject === subject);
  if (!finding) throw new Error(`nothing is said of ${subject}`);
  return finding;
}
const stateOf = (...args: Parameters<typeof look>) => look(...args).state;

describe("a site where all is well", () => {
  it("says so in ten lines, none of which asks for anything", () => {
    const titles = ["Site", "Disque", "Sauvegarde", "Restauration", "Adresse", "Certificat", "Courrier", "Envois"];
    expect(well().map(({ title, state, remedy }) => [title, state, remedy])).toEqual(
      [...titles, "Mises à jour", "Version"].map((title) => [title, "ok", ""]),
    );
    expect(well().some(needsPerson)).toBe(false);
  });

  it("says that nobody has looked yet at what takes long", () => {
    const unchecked = well({ checked: null }).filter(({ text }) => text === "Pas encore vérifié.");
    expect(unchecked.map(({ subject }) => subject)).toEqual(["restore", "address", "certificate", "mail"]);
    expect(unchecked.some(needsPerson)).toBe(false);
  });
});

describe("mail", () => {
  it.each([CHECKED, null])("that a setting stops fails with what to do, whatever the last check said", (checked) => {
    const heldReason = "La clé manque. Ajoutez-la.";
    const mail = well({ checked, mail: { ...QUIET, heldReason } }).filter(({ subject }) => subject === "mail");
    expect(mail).toMatchObject([
      {
        ...{ title: "Courrier", state: "error", text: "Les e-mails attendent\u00a0: un réglage les arrête." },
        remedy: expect.stringMatching(/^La clé manque\. Ajoutez-la\. Envoyez ensuite un courrier d’essai/),
      },
    ]);
  });

  it("that waits is counted; what was refused for good needs a person", () => {
    const outbox = (mail: Looks["mail"]) => well({ mail }).find(({ subject }) => subject === "outbox");
    expect(outbox({ ...QUIET, waiting: 2 })).toMatchObject({ state: "ok", text: "2\u00a0e-mails en attente." });
    expect(outbox({ ...QUIET, refused: 1 })).toMatchObject({
      state: "attention",
      text: "1\u00a0e-mail en échec. Aucun e-mail en attente.",
      remedy: expect.stringContaining("Renvoyer"),
    });
    expect(outbox(null)?.state).toBe("unknown");
  });
});

describe("the service and the machine", () => {
  it("a site that does not run or cannot write fails; a hosted one is not asked by a command", () => {
    expect(look("service", { service: "silent" })).toMatchObject({ state: "error", text: "Le site ne tourne pas." });
    expect(stateOf("service", { service: "failing" })).toBe("error");
    expect(() => look("service", { service: null })).toThrow();
  });

  it("Debian's unattended-upgrades are recommended where they are off", () => {
    expect(look("updates", { updates: false })).toMatchObject({
      state: "attention",
      remedy: expect.stringContaining("apt-get install unattended-upgrades"),
    });
    expect(() => look("updates", { updates: null })).toThrow();
  });
});

describe("the disk", () => {
  const withFree = (free: number, backup = 0.1 * GB) => ({ disk: { free, total: 20 * GB, backup } });

  it("is red where a backup more leaves no room to write", () => {
    expect(stateOf("disk", withFree(2.4 * GB))).toBe("ok");
    expect(stateOf("disk", withFree(2.2 * GB))).toBe("attention");
    expect(stateOf("disk", withFree(0.61 * GB))).toBe("attention");
    expect(look("disk", withFree(0.3 * GB))).toMatchObject({
      state: "error",
      text: "Il reste 0,3\u00a0Go sur 20.",
      remedy: expect.stringMatching(/^Effacez .* ou agrandissez le disque/),
    });
    expect(look("disk", withFree(8.2 * GB)).text).toBe("8,2\u00a0Go libres sur 20.");
  });

  it("counts large backups, and asks a small disk for less", () => {
    expect(stateOf("disk", withFree(8.2 * GB, 3 * GB))).toBe("attention");
    expect(stateOf("disk", { disk: { free: 0.4 * GB, total: GB, backup: 0 } })).toBe("ok");
    expect(stateOf("disk", { disk: "unreadable" })).toBe("error");
    expect(stateOf("disk", { disk: "elsewhere" })).toBe("ok");
  });
});

describe("the clock", () => {
  it("that has jumped ahead is told with both times and what to do; otherwise nothing is said of it", () => {
    const heldSince = new Date("2026-11-14T08:30:00Z");
    const { state, text, remedy } = look("clock", { clockHeldSince: heldSince });
    expect([state, text]).toEqual([
      "attention",
      "Le serveur dit qu’on est le 23.11.2026, 13:00. La dernière fois que le site a vu l’heure, c’était le 14.11.2026, 09:30.",
    ]);
    expect(() => look("clock", {})).toThrow();
    expect(remedy).toMatch(/une heure.*Si cette date est juste, continuez tout de suite/);
  });
});

describe("backups", () => {
  it("are red when none was made for two nights, when one failed, and when their folder cannot be read", () => {
    expect(stateOf("backup", { backups: { last: daysFromNow(-3), failedAt: null, kept: 7 } })).toBe("error");
    expect(stateOf("backup", { backups: { last: NOW, failedAt: NOW, kept: 7 } })).toBe("error");
    expect(stateOf("backup", { backups: null })).toBe("error");
    expect(stateOf("backup", { backups: { last: null, failedAt: null, kept: 7 } })).toBe("unknown");
    expect(stateOf("backup", { backups: { last: null, failedAt: null, kept: null } })).toBe("ok");
  });

  it("count only when they can be put back", () => {
    const restoreTest = (outcome: Checked["restoreTest"]) => stateOf("restore", {}, { restoreTest: outcome });
    expect(restoreTest({ outcome: "refused", madeAt: NOW })).toBe("error");
    expect(restoreTest({ outcome: "no-room", needed: 2e9, free: 1e9 })).toBe("attention");
    expect(restoreTest({ outcome: "failed" })).toBe("unknown");
    expect(restoreTest({ outcome: "elsewhere" })).toBe("ok");
  });
});

describe("what visitors meet", () => {
  it("the address is red when something else answers, or nobody", () => {
    const address = (answer: Checked["address"]) => look("address", {}, { address: answer });
    expect(address({ outcome: "silent" }).state).toBe("error");
    expect(address({ outcome: "other", status: 502 }).text).toContain("(réponse 502)");
    expect(address({ outcome: "site", version: "0.1.0", healthy: true })).toMatchObject({
      state: "error",
      text: "https://jeunesse.exemple.ch mène à une autre version du site (0.1.0).",
    });
    expect(address({ outcome: "site", version: "0.2.0", healthy: false }).state).toBe("error");
  });

  it("a certificate is red in its last tenth, and when nobody trusts it", () => {
    const certificate = (left: number, trusted = true) =>
      stateOf(
        "certificate",
        {},
        { certificate: { outcome: "shown", from: daysFromNow(left - 90), until: daysFromNow(left), trusted } },
      );
    expect(certificate(29)).toBe("ok");
    expect(certificate(20)).toBe("attention");
    expect(certificate(8)).toBe("error");
    expect(certificate(-1)).toBe("error");
    expect(certificate(60, false)).toBe("error");
    expect(stateOf("certificate", {}, { certificate: { outcome: "http" } })).toBe("attention");
    expect(stateOf("certificate", {}, { certificate: { outcome: "local" } })).toBe("ok");
    expect(stateOf("certificate", {}, { certificate: { outcome: "silent" } })).toBe("unknown");
  });

  it("mail is red when the server does not take the sign-in; what cannot be tried is said", () => {
    expect(stateOf("mail", {}, { mail: "sign-in" })).toBe("error");
    expect(stateOf("mail", {}, { mail: "late" })).toBe("error");
    expect(stateOf("mail", {}, { mail: "outbox" })).toBe("attention");
    expect(stateOf("mail", {}, { mail: "emailjs" })).toBe("unknown");
  });
});

describe("a check of the site", () => {
  it("follows the first start, the backup of a night, or a day without one", () => {
    const HOUR = DAY / 24;
    expect(isCheckDue(null, false)).toBe(true);
    expect(isCheckDue(11 * HOUR, true)).toBe(false);
    expect(isCheckDue(20 * HOUR, true)).toBe(true);
    expect(isCheckDue(25 * HOUR, false)).toBe(false);
    expect(isCheckDue(26 * HOUR, false)).toBe(true);
  });
});
