import { describe, expect, it } from "vitest";
import {
  assessHealthMeasurements,
  doesFindingRequireAction,
  type FindingSubject,
  type HealthMeasurements,
} from "#domain/site-health/findings.ts";
import type { DnsCheck, QuickChecks, SlowChecks } from "#domain/site-health/measurements.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
const GB = 1e9;
const daysFromNow = (days: number) => new Date(NOW.getTime() + days * 24 * 60 * 60 * 1000);

const SITE = "jeunesse.exemple.ch";
const V4 = { name: SITE, type: "A", address: "203.0.113.7", here: true } as const;
const V6 = { name: SITE, type: "AAAA", address: "2001:db8::7", here: true } as const;
const WWW = { ...V4, name: `www.${SITE}` } as const;
const dnsOf = (...records: NonNullable<DnsCheck>["records"]) => ({ names: [SITE], records, isPublic: true });

const WELL: QuickChecks = {
  service: "well",
  disk: { free: 8.2 * GB, total: 20 * GB, backup: 0.1 * GB },
  clockHeldSince: null,
  logLoss: null,
  backups: { last: daysFromNow(-0.4), failedAt: null, kept: 7 },
  updates: true,
  running: "0.2.0",
};
const CHECKED: SlowChecks = {
  at: NOW,
  publicUrl: `https://${SITE}`,
  restoreTest: { outcome: "readable", madeAt: daysFromNow(-0.4) },
  certificate: { outcome: "shown", from: daysFromNow(-30), until: daysFromNow(60), trusted: true },
  address: { outcome: "site", version: "0.2.0", healthy: true },
  dns: { ...dnsOf(V4, V6, WWW), names: [SITE, WWW.name] },
  mail: "accepted",
  mailDomain: {
    domain: SITE,
    mailHost: "mail.infomaniak.com",
    spf: ["v=spf1 include:spf.infomaniak.ch -all"],
    dmarc: ["v=DMARC1; p=none"],
    mx: ["mta-gw.infomaniak.ch"],
  },
};
const QUIET = { waiting: 0, refused: 0, refusedAddresses: [], heldReason: null };
const well = (other: Partial<HealthMeasurements> = {}) =>
  assessHealthMeasurements({ measured: WELL, checked: CHECKED, mail: QUIET, now: NOW, ...other });

const find = (subject: FindingSubject, other: Partial<HealthMeasurements>) =>
  well(other).find((one) => one.subject === subject);
const measured = (subject: FindingSubject, changed: Partial<QuickChecks>) =>
  find(subject, { measured: { ...WELL, ...changed } });
const checked = (subject: FindingSubject, changed: Partial<SlowChecks>) =>
  find(subject, { checked: { ...CHECKED, ...changed } });

/** Words for the webmaster, which the committee's advice does not have. */
const TECHNICAL = /docs\/|chown|«|SMTP|proxy|DNS|Caddy|Prévenez|pare-feu/;

describe("a healthy site", () => {
  it("has fourteen findings, and none requires an action", () => {
    const titles = ["Site", "Disque", "Sauvegarde", "Restauration", "Adresse", "Domaine", "Certificat", "Courrier"];
    expect(well().map(({ title, state, remedy }) => [title, state, remedy])).toEqual(
      [...titles, "SPF", "DMARC", "MX", "Envois", "Mises à jour", "Version"].map((title) => [title, "ok", ""]),
    );
    expect(well().some(doesFindingRequireAction)).toBe(false);
  });

  it("marks the slow checks as not done yet", () => {
    const unchecked = well({ checked: null }).filter(({ text }) => text === "Pas encore vérifié.");
    expect(unchecked.map(({ subject }) => subject)).toEqual(["restore", "address", "certificate", "mail"]);
    expect(unchecked.some(doesFindingRequireAction)).toBe(false);
  });
});

describe("mail", () => {
  it("held because of a setting is an error with a remedy, whatever the last check found", () => {
    const held = { ...QUIET, heldReason: "La clé manque. Ajoutez-la." };
    const error = { title: "Courrier", state: "error", text: "Les e-mails attendent\u00a0: un réglage les arrête." };
    const remedy = expect.stringMatching(/^La clé manque\. Ajoutez-la\. Envoyez ensuite un courrier d’essai/);
    const advice = expect.stringMatching(/Demandez à la personne qui s’occupe du serveur de régler la messagerie\./);
    for (const checked of [CHECKED, null])
      expect(find("mail", { checked, mail: held })).toMatchObject({ ...error, remedy, advice });
  });

  it("that waits is counted, and refused mail requires an action", () => {
    const outbox = (mail: HealthMeasurements["mail"]) => find("outbox", { mail });
    expect(outbox({ ...QUIET, waiting: 2 })).toMatchObject({ state: "ok", text: "2\u00a0e-mails en attente." });
    expect(outbox({ ...QUIET, refused: 1 })).toMatchObject({
      state: "attention",
      text: "1\u00a0e-mail en échec. Aucun e-mail en attente.",
      remedy: expect.stringContaining("Renvoyer"),
    });
    expect(outbox({ ...QUIET, refused: 2, refusedAddresses: ["bob@exemple.ch", "zoe@exemple.ch"] })).toMatchObject({
      state: "attention",
      text: expect.stringContaining("Le serveur de messagerie refuse bob@exemple.ch, zoe@exemple.ch."),
      remedy: expect.stringContaining("retirez"),
    });
    expect(outbox(null)?.state).toBe("unknown");
  });
});

describe("the health of the machine", () => {
  it("has no finding about the service of a hosted site, nor about updates without deploy/install.sh", () => {
    expect(measured("service", { service: null })).toBeUndefined();
    expect(measured("updates", { updates: null })).toBeUndefined();
  });

  const disk = (free: number, { total = 20 * GB, backup = 0.1 * GB } = {}) => ({ disk: { free, total, backup } });
  it.each<[FindingSubject, Partial<QuickChecks>, string]>([
    ["service", { service: "silent" }, "error Le site ne tourne pas. Prévenez"],
    ["service", { service: "failing" }, "error Le site tourne, mais n’enregistre rien."],
    ["updates", { updates: false }, "attention Le serveur n’installe pas lui-même"],
    ["disk", disk(8.2 * GB), "ok 8,2\u00a0Go libres sur 20."],
    ["disk", disk(2.4 * GB), "ok"],
    ["disk", disk(2.2 * GB), "attention"],
    ["disk", disk(0.61 * GB), "attention"],
    // After one more backup, no space is left for writes.
    ["disk", disk(0.3 * GB), "error Il reste 0,3\u00a0Go sur 20. Effacez d’anciennes sauvegardes ou agrandissez"],
    ["disk", disk(8.2 * GB, { backup: 3 * GB }), "attention"],
    ["disk", disk(0.4 * GB, { total: GB, backup: 0 }), "ok"],
    ["disk", { disk: "unreadable" }, "error"],
    ["disk", { disk: "elsewhere" }, "ok"],
    ["backup", { backups: { last: daysFromNow(-3), failedAt: null, kept: 7 } }, "error"],
    ["backup", { backups: { last: NOW, failedAt: NOW, kept: 7 } }, "error"],
    ["backup", { backups: null }, "error"],
    ["backup", { backups: { last: null, failedAt: null, kept: 7 } }, "unknown"],
    ["backup", { backups: { last: null, failedAt: null, kept: null } }, "ok"],
  ])("%s %j: %s", (subject, changed, line) => {
    const { state, text, remedy, advice } = measured(subject, changed) ?? {};
    expect(`${state} ${text} ${remedy}`.slice(0, line.length)).toBe(line);
    expect([advice === "", TECHNICAL.test(String(advice))]).toEqual([remedy === "", false]);
  });

  it("has a finding about the clock, with both times and a remedy, only after a jump ahead", () => {
    expect(measured("clock", { clockHeldSince: new Date("2026-11-14T08:30:00Z") })).toMatchObject({
      state: "attention",
      text: "Le serveur dit qu’on est le 23.11.2026, 13:00. La dernière fois que le site a vu l’heure, c’était le 14.11.2026, 09:30.",
      remedy: expect.stringMatching(/une heure.*Si cette date est juste, continuez tout de suite/),
    });
    expect(measured("clock", {})).toBeUndefined();
  });
});

describe("a log with lost lines", () => {
  const from = new Date("2026-11-20T17:02:00Z");
  it.each([
    [
      null,
      "1\u00a0ligne du journal technique manque depuis le 20.11.2026, 18:02\u00a0: il ne s’écrit plus. Le site continue.",
    ],
    [
      daysFromNow(-1),
      "1\u00a0ligne du journal technique manque, du 20.11.2026, 18:02 au 22.11.2026, 13:00. Il s’écrit de nouveau.",
    ],
  ])("that is written again at %s needs attention", (until, text) =>
    expect(measured("log", { logLoss: { lines: 1, from, until } })).toMatchObject({ state: "attention", text }),
  );

  it("is forgotten after a week", () =>
    expect(measured("log", { logLoss: { lines: 9, from, until: daysFromNow(-8) } })).toBeUndefined());
});

describe("the slow checks", () => {
  const site = (version: string, healthy: boolean) => ({ address: { outcome: "site", version, healthy } as const });
  const valid = (left: number, trusted = true) => ({
    certificate: { outcome: "shown", from: daysFromNow(left - 90), until: daysFromNow(left), trusted } as const,
  });
  it.each<[FindingSubject, Partial<SlowChecks>, string]>([
    ["restore", { restoreTest: { outcome: "refused", madeAt: NOW } }, "error"],
    ["restore", { restoreTest: { outcome: "failed" } }, "unknown"],
    ["restore", { restoreTest: { outcome: "elsewhere" } }, "ok"],
    ["address", { address: { outcome: "silent" } }, "error"],
    ["address", { address: { outcome: "other", status: 502 } }, `error https://${SITE} ne mène pas à ce site (réponse`],
    ["address", site("0.1.0", true), `error https://${SITE} mène à une autre version du site (0.1.0).`],
    ["address", site("0.2.0", false), "error"],
    ["certificate", valid(29), "ok"],
    ["certificate", valid(20), "attention"],
    ["certificate", valid(8), "error"],
    ["certificate", valid(-1), "error"],
    ["certificate", valid(60, false), "error"],
    ["certificate", { certificate: { outcome: "http" } }, "attention"],
    ["certificate", { certificate: { outcome: "local" } }, "ok"],
    ["certificate", { certificate: { outcome: "silent" } }, "unknown"],
    ["mail", { mail: "sign-in" }, "error"],
    ["mail", { mail: "late" }, "error"],
    ["mail", { mail: "outbox" }, "attention"],
    ["mail", { mail: "emailjs" }, "unknown"],
  ])("%s %j: %s", (subject, changed, line) => {
    const { state, text, remedy, advice } = checked(subject, changed) ?? {};
    expect(`${state} ${text} ${remedy}`.slice(0, line.length)).toBe(line);
    expect([advice === "", TECHNICAL.test(String(advice))]).toEqual([remedy === "", false]);
  });
});

describe("the findings about the sender’s domain", () => {
  const mailDomain = { domain: SITE, mailHost: "mail.infomaniak.com", spf: [], dmarc: [], mx: [] };
  it.each<[FindingSubject, string]>([
    ["spf", `${SITE}. TXT "v=spf1 include:spf.infomaniak.ch -all"`],
    ["dmarc", `_dmarc.${SITE}. TXT "v=DMARC1; p=none"`],
    ["mx", `${SITE}. MX 5 mta-gw.infomaniak.ch.`],
  ])("%s: a missing record comes with the line to add, for both readers", (subject, line) => {
    const { state, remedy, advice, dnsLine } = checked(subject, { mailDomain }) ?? {};
    expect([state, dnsLine]).toEqual(["attention", line]);
    expect(remedy).toMatch(/ajouter cette ligne/);
    expect(advice).toMatch(/^Demandez à la personne qui s’occupe du serveur d’ajouter cette ligne au domaine\./);
    expect(advice).not.toMatch(TECHNICAL);
    expect(find(subject, {})?.dnsLine).toBe("");
  });

  it("are missing if no mail leaves by SMTP", () => {
    const subjects = well({ checked: { ...CHECKED, mailDomain: null } }).map(({ subject }) => subject);
    for (const subject of ["spf", "dmarc", "mx"]) expect(subjects).not.toContain(subject);
  });
});

describe("the finding about the DNS records", () => {
  const foreign = { ...V4, address: "192.0.2.1", here: false };
  const [names, elsewhere] = [[SITE, WWW.name], dnsOf(V4, { ...V6, here: false })];
  const routed = { ...dnsOf(foreign), isPublic: false };
  const silent = { outcome: "silent" } as const;
  const reached = CHECKED.address;
  it.each<[string, NonNullable<DnsCheck>, SlowChecks["address"], string]>([
    ["one of which leads elsewhere", elsewhere, reached, `error L’enregistrement AAAA de ${SITE} (2001:db8::7)`],
    ["of which www has none", { ...dnsOf(V4), names }, reached, `error www.${SITE} n’a pas d’enregistrement A.`],
    ["of no name", dnsOf(), silent, `error ${SITE} n’a pas d’enregistrement A.`],
    ["that all lead elsewhere", dnsOf(foreign), silent, `error L’enregistrement A de ${SITE} (192.0.2.1)`],
    ["of a proxy in front", { ...dnsOf(foreign), names }, reached, "ok Le domaine mène à un autre serveur ou à un"],
    ["of an unreached machine behind a router", routed, silent, "unknown Ce serveur ne connaît pas son adresse"],
  ])("is right for records %s", (_, dns, address, line) => {
    const { state, text, remedy } = checked("dns", { dns, address }) ?? {};
    expect(`${state} ${text}`.slice(0, line.length)).toBe(line);
    expect(remedy).toMatch(state === "error" ? /^Prévenez .*DNS/ : /^$/);
  });

  it("is missing without a public domain or an answer of the DNS", () => {
    expect(checked("dns", { dns: null })).toBeUndefined();
  });
});
