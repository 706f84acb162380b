import { describe, expect, it } from "vitest";
import { findingsOf, type Subject } from "#domain/site-health/findings.ts";
import type { Checked, Measured } from "#domain/site-health/measurements.ts";
import { healthLine } from "#domain/site-health/sentences.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const DAY = 24 * 60 * 60 * 1000;
const GB = 1e9;
const daysFromNow = (days: number) => new Date(NOW.getTime() + days * DAY);

const WELL: Measured = {
  disk: { free: 8.2 * GB, total: 20 * GB, backup: 0.1 * GB },
  memory: { used: 180e6, limit: 900e6, free: 600e6 },
  clock: { synchronised: true, aheadS: null, heldSince: null },
  backups: { last: daysFromNow(-0.4), failedAt: null, kept: 7 },
  running: "0.2.0",
  news: "newest",
};
const CHECKED: Checked = {
  at: NOW,
  publicUrl: "https://jeunesse.exemple.ch",
  trial: { outcome: "restored", madeAt: daysFromNow(-0.4), files: 412 },
  certificate: { outcome: "shown", from: daysFromNow(-30), until: daysFromNow(60), trusted: true },
  address: { outcome: "site", version: "0.2.0", healthy: true },
  mail: "accepted",
};

function look(subject: Subject, measured: Partial<Measured>, checked: Partial<Checked> | null = {}) {
  const all = findingsOf({ ...WELL, ...measured }, checked && { ...CHECKED, ...checked }, NOW);
  const finding = all.find((one) => one.subject === subject);
  if (!finding) throw new Error(`nothing is said of ${subject}`);
  return healthLine(finding);
}
const stateOf = (...args: Parameters<typeof look>) => look(...args).state;

describe("a site where all is well", () => {
  it("says so in nine lines, none of which asks for anything", () => {
    const lines = findingsOf(WELL, CHECKED, NOW).map(healthLine);
    expect(lines.map(({ title, state, remedy }) => [title, state, remedy])).toEqual(
      [
        "Disque",
        "Mémoire",
        "Horloge",
        "Sauvegarde",
        "Restauration",
        "Adresse",
        "Certificat",
        "Courrier",
        "Version",
      ].map((title) => [title, "ok", ""]),
    );
  });

  it("says that nobody has looked yet at what takes long", () => {
    const lines = findingsOf(WELL, null, NOW).map(healthLine);
    const unchecked = lines.filter(({ text }) => text === "Pas encore vérifié.").map(({ subject }) => subject);
    expect(unchecked).toEqual(["restore", "address", "certificate", "mail"]);
  });
});

describe("mail that a setting stops", () => {
  it.each([CHECKED, null])("is at fault with what to do, whatever the last check said (%#)", (checked) => {
    const mail = findingsOf(WELL, checked, NOW, "La clé manque. Ajoutez-la.").filter(
      ({ subject }) => subject === "mail",
    );
    expect(mail.map(healthLine)).toMatchObject([
      {
        ...{ title: "Courrier", state: "fault", text: "Les e-mails attendent\u00a0: un réglage les arrête." },
        remedy: expect.stringMatching(/^La clé manque\. Ajoutez-la\. Envoyez ensuite un courrier d’essai/),
      },
    ]);
    expect(findingsOf(WELL, checked, NOW, "La clé manque.")).toHaveLength(9);
  });
});

describe("the disk", () => {
  const withFree = (free: number, backup = 0.1 * GB) => ({ disk: { free, total: 20 * GB, backup } });

  it("is red where a backup more leaves no room to write", () => {
    expect(stateOf("disk", withFree(2.4 * GB))).toBe("ok");
    expect(stateOf("disk", withFree(2.2 * GB))).toBe("attention");
    expect(stateOf("disk", withFree(0.61 * GB))).toBe("attention");
    expect(look("disk", withFree(0.3 * GB))).toMatchObject({
      state: "fault",
      text: "Il reste 0,3\u00a0Go sur 20.",
      remedy: expect.stringMatching(/^Effacez .* ou agrandissez le disque/),
    });
    expect(look("disk", withFree(8.2 * GB)).text).toBe("8,2\u00a0Go libres sur 20.");
  });

  it("counts large backups, and asks a small disk for less", () => {
    expect(stateOf("disk", withFree(8.2 * GB, 3 * GB))).toBe("attention");
    expect(stateOf("disk", { disk: { free: 0.4 * GB, total: GB, backup: 0 } })).toBe("ok");
    expect(stateOf("disk", { disk: "unreadable" })).toBe("fault");
    expect(stateOf("disk", { disk: "elsewhere" })).toBe("ok");
  });
});

describe("memory and clock", () => {
  it("memory is red close to its limit, or when the machine has none left", () => {
    const memory = (used: number | null, free: number | null) =>
      stateOf("memory", { memory: { used, limit: 900e6, free } });
    expect(memory(180e6, null)).toBe("ok");
    expect(memory(800e6, null)).toBe("attention");
    expect(memory(880e6, null)).toBe("fault");
    expect(memory(180e6, 30e6)).toBe("fault");
    expect(memory(null, 90e6)).toBe("attention");
    expect(memory(null, null)).toBe("ok");
  });

  it("a clock is right, alone, off, or nobody knows", () => {
    const clock = (synchronised: boolean | null, aheadS: number | null) =>
      look("clock", { clock: { synchronised, aheadS, heldSince: null } });
    expect(clock(true, 2).state).toBe("ok");
    expect(clock(null, 2).state).toBe("ok");
    expect(clock(null, null).state).toBe("unknown");
    expect(clock(false, 2).state).toBe("attention");
    expect(clock(true, 45)).toMatchObject({ state: "attention", text: "Le serveur avance de 45\u00a0secondes." });
    expect(clock(true, -3600)).toMatchObject({ state: "fault", text: "Le serveur retarde de 60\u00a0minutes." });
  });

  it("a clock that has jumped ahead is told with both times and what to do, whatever else is known of it", () => {
    const heldSince = new Date("2026-11-14T08:30:00Z");
    const { state, text, remedy } = look("clock", { clock: { synchronised: true, aheadS: 0, heldSince } });
    expect([state, text]).toEqual([
      "attention",
      "Le serveur dit qu’on est le 23.11.2026, 13:00. La dernière fois que le site a vu l’heure, c’était le 14.11.2026, 09:30.",
    ]);
    expect(remedy).toMatch(/une heure.*Si cette date est juste, continuez tout de suite/);
  });
});

describe("backups", () => {
  it("are red when none was made for two nights, when one failed, and when their folder cannot be read", () => {
    expect(stateOf("backup", { backups: { last: daysFromNow(-3), failedAt: null, kept: 7 } })).toBe("fault");
    expect(stateOf("backup", { backups: { last: NOW, failedAt: NOW, kept: 7 } })).toBe("fault");
    expect(stateOf("backup", { backups: null })).toBe("fault");
    expect(stateOf("backup", { backups: { last: null, failedAt: null, kept: 7 } })).toBe("attention");
    expect(stateOf("backup", { backups: { last: null, failedAt: null, kept: null } })).toBe("ok");
  });

  it("count only when they can be put back", () => {
    const trial = (outcome: Checked["trial"]) => stateOf("restore", {}, { trial: outcome });
    expect(trial({ outcome: "refused", madeAt: NOW })).toBe("fault");
    expect(trial({ outcome: "no-room", needed: 2e9, free: 1e9 })).toBe("attention");
    expect(trial({ outcome: "failed" })).toBe("unknown");
    expect(trial({ outcome: "elsewhere" })).toBe("ok");
  });
});

describe("what visitors meet", () => {
  it("the address is red when something else answers, or nobody", () => {
    const address = (answer: Checked["address"]) => look("address", {}, { address: answer });
    expect(address({ outcome: "silent" }).state).toBe("fault");
    expect(address({ outcome: "other", status: 502 }).text).toContain("(réponse 502)");
    expect(address({ outcome: "site", version: "0.1.0", healthy: true })).toMatchObject({
      state: "fault",
      text: "https://jeunesse.exemple.ch mène à une autre version du site (0.1.0).",
    });
    expect(address({ outcome: "site", version: "0.2.0", healthy: false }).state).toBe("fault");
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
    expect(certificate(8)).toBe("fault");
    expect(certificate(-1)).toBe("fault");
    expect(certificate(60, false)).toBe("fault");
    expect(stateOf("certificate", {}, { certificate: { outcome: "http" } })).toBe("attention");
    expect(stateOf("certificate", {}, { certificate: { outcome: "local" } })).toBe("ok");
    expect(stateOf("certificate", {}, { certificate: { outcome: "silent" } })).toBe("unknown");
  });

  it("mail is red when the server does not take the sign-in; what cannot be tried is said", () => {
    expect(stateOf("mail", {}, { mail: "sign-in" })).toBe("fault");
    expect(stateOf("mail", {}, { mail: "late" })).toBe("fault");
    expect(stateOf("mail", {}, { mail: "outbox" })).toBe("attention");
    expect(stateOf("mail", {}, { mail: "emailjs" })).toBe("unknown");
  });

  it("a newer version is quoted", () => {
    const news = { version: "0.3.0", text: "Les photos se tournent." };
    expect(look("version", { news })).toMatchObject({
      state: "attention",
      text: "La version 0.3.0 est là\u00a0; ce site en est à 0.2.0. «\u00a0Les photos se tournent.\u00a0»",
    });
    expect(stateOf("version", { news: "silent" })).toBe("unknown");
    expect(stateOf("version", { news: "off" })).toBe("ok");
  });
});
