import { type BackupsState, backupState } from "../backup-schedule.ts";
import type {
  AddressLook,
  CertificateLook,
  Checked,
  ClockLook,
  Disk,
  MailLook,
  Measured,
  Memory,
} from "./measurements.ts";
import type { Release } from "./release-news.ts";

export type State = "ok" | "attention" | "fault" | "unknown";
export type Subject =
  | "disk"
  | "memory"
  | "clock"
  | "backup"
  | "restore"
  | "address"
  | "certificate"
  | "mail"
  | "version";

/** Data of each code; sizes in bytes. */
export type Facts = {
  room: Exclude<Disk, string>;
  "disk-unreadable": object;
  "disk-elsewhere": object;
  memory: Memory;
  "clock-right": object;
  "clock-off": { seconds: number };
  "clock-alone": object;
  "clock-unknown": object;
  "clock-jumped": { from: Date; to: Date };
  backups: { backups: BackupsState; now: Date };
  "restore-done": { madeAt: Date; files: number };
  "restore-refused": { madeAt: Date };
  "restore-no-room": { needed: number; free: number };
  "restore-none": object;
  "restore-elsewhere": object;
  "restore-failed": object;
  "address-reached": { publicUrl: string };
  "address-failing": { publicUrl: string };
  "address-other-version": { publicUrl: string; version: string };
  "address-other": { publicUrl: string; status: number };
  "address-silent": { publicUrl: string };
  certificate: { until: Date; days: number };
  "certificate-untrusted": object;
  "certificate-silent": object;
  "certificate-http": object;
  "certificate-local": object;
  mail: { mail: MailLook };
  "mail-held": { reason: string };
  version: { running: string };
  "version-newer": { running: string; release: Release };
  "version-silent": { running: string };
  unchecked: object;
};

export type Finding = {
  [Code in keyof Facts]: {
    readonly subject: Subject;
    readonly state: State;
    readonly code: Code;
    readonly facts: Facts[Code];
  };
}[keyof Facts];

const MB = 1e6;
const GB = 1e9;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Signed links and sessions tolerate some minutes; mail servers and visitors' calendars less. */
const CLOCK_S = { attention: 30, fault: 300 };

/** In display order. `checked` null: not checked yet. `heldReason`: why mail waits for a setting; null: none known. */
export function findingsOf(
  measured: Measured,
  checked: Checked | null,
  now: Date,
  heldReason: string | null = null,
): Finding[] {
  const findings = [
    ofDisk(measured.disk),
    ofMemory(measured.memory),
    ofClock(measured.clock, now),
    ofBackups(measured.backups, now),
    ...ofChecked(checked, measured.running, now),
    ofVersion(measured),
  ];
  if (heldReason === null) return findings;
  const held: Finding = { subject: "mail", state: "fault", code: "mail-held", facts: { reason: heldReason } };
  return findings.map((finding) => (finding.subject === "mail" ? held : finding));
}

function ofChecked(checked: Checked | null, running: string, now: Date): Finding[] {
  if (checked)
    return [ofTrial(checked), ofAddress(checked, running), ofCertificate(checked.certificate, now), ofMail(checked)];
  const subjects = ["restore", "address", "certificate", "mail"] as const;
  return subjects.map((subject) => ({ subject, state: "unknown", code: "unchecked", facts: {} }));
}

/** A backup and its restore test need room while the site keeps writing. */
function ofDisk(disk: Disk): Finding {
  const subject = "disk";
  if (disk === "elsewhere") return { subject, state: "ok", code: "disk-elsewhere", facts: {} };
  if (disk === "unreadable") return { subject, state: "fault", code: "disk-unreadable", facts: {} };
  const { free, total, backup } = disk;
  const least = backup + Math.min(GB / 2, total / 20);
  const enough = 3 * backup + Math.min(2 * GB, total / 5);
  return { subject, state: free < least ? "fault" : free < enough ? "attention" : "ok", code: "room", facts: disk };
}

function ofMemory(memory: Memory): Finding {
  const { used, limit, free } = memory;
  const share = used === null ? 0 : used / limit;
  const left = free ?? Number.POSITIVE_INFINITY;
  const state = share > 0.95 || left < 40 * MB ? "fault" : share > 0.85 || left < 100 * MB ? "attention" : "ok";
  return { subject: "memory", state, code: "memory", facts: memory };
}

function ofClock({ synchronised, aheadS, heldSince }: ClockLook, now: Date): Finding {
  const subject = "clock";
  if (heldSince) return { subject, state: "attention", code: "clock-jumped", facts: { from: heldSince, to: now } };
  const seconds = Math.round(aheadS ?? 0);
  if (Math.abs(seconds) >= CLOCK_S.attention) {
    const state = Math.abs(seconds) >= CLOCK_S.fault ? "fault" : "attention";
    return { subject, state, code: "clock-off", facts: { seconds } };
  }
  if (synchronised || (synchronised === null && aheadS !== null))
    return { subject, state: "ok", code: "clock-right", facts: {} };
  if (synchronised === false) return { subject, state: "attention", code: "clock-alone", facts: {} };
  return { subject, state: "unknown", code: "clock-unknown", facts: {} };
}

const BACKUP_STATES = {
  ok: "ok",
  elsewhere: "ok",
  none: "attention",
  off: "fault",
  stale: "fault",
  failed: "fault",
} as const;

function ofBackups(read: BackupsState | null, now: Date): Finding {
  // An unreadable folder cannot take a backup either.
  const backups = read ?? { last: null, failedAt: now, kept: 1 };
  const state = BACKUP_STATES[backupState(backups, now)];
  return { subject: "backup", state, code: "backups", facts: { backups, now } };
}

function ofTrial({ trial }: Checked): Finding {
  const subject = "restore";
  switch (trial.outcome) {
    case "restored":
      return { subject, state: "ok", code: "restore-done", facts: trial };
    case "refused":
      return { subject, state: "fault", code: "restore-refused", facts: trial };
    case "no-room":
      return { subject, state: "attention", code: "restore-no-room", facts: trial };
    case "none":
      return { subject, state: "unknown", code: "restore-none", facts: {} };
    case "elsewhere":
      return { subject, state: "ok", code: "restore-elsewhere", facts: {} };
    case "failed":
      return { subject, state: "unknown", code: "restore-failed", facts: {} };
  }
}

function ofAddress({ address, publicUrl }: { address: AddressLook; publicUrl: string }, running: string): Finding {
  const subject = "address";
  const fault = { subject, state: "fault" } as const;
  if (address.outcome === "silent") return { ...fault, code: "address-silent", facts: { publicUrl } };
  if (address.outcome === "other")
    return { ...fault, code: "address-other", facts: { publicUrl, status: address.status } };
  if (address.outcome === "site-unnamed")
    return { subject, state: "ok", code: "address-reached", facts: { publicUrl } };
  const { version, healthy } = address;
  if (version !== running) return { ...fault, code: "address-other-version", facts: { publicUrl, version } };
  if (!healthy) return { ...fault, code: "address-failing", facts: { publicUrl } };
  return { subject, state: "ok", code: "address-reached", facts: { publicUrl } };
}

/** Renewal is due when a third of the lifetime is left; later means that it is stuck. */
function ofCertificate(look: CertificateLook, now: Date): Finding {
  const subject = "certificate";
  if (look.outcome === "local") return { subject, state: "ok", code: "certificate-local", facts: {} };
  if (look.outcome === "http") return { subject, state: "attention", code: "certificate-http", facts: {} };
  if (look.outcome !== "shown") return { subject, state: "unknown", code: "certificate-silent", facts: {} };
  const { from, until, trusted } = look;
  const left = until.getTime() - now.getTime();
  const lifetime = until.getTime() - from.getTime();
  const facts = { until, days: Math.floor(left / DAY_MS) };
  if (left < lifetime / 10) return { subject, state: "fault", code: "certificate", facts };
  if (!trusted) return { subject, state: "fault", code: "certificate-untrusted", facts: {} };
  return { subject, state: left < lifetime / 4 ? "attention" : "ok", code: "certificate", facts };
}

function ofMail({ mail }: { mail: MailLook }): Finding {
  const known = { accepted: "ok", emailjs: "unknown", outbox: "attention" } as const;
  const state = mail in known ? known[mail as keyof typeof known] : "fault";
  return { subject: "mail", state, code: "mail", facts: { mail } };
}

function ofVersion({ running, news }: Measured): Finding {
  const subject = "version";
  if (typeof news === "object")
    return { subject, state: "attention", code: "version-newer", facts: { running, release: news } };
  if (news === "silent") return { subject, state: "unknown", code: "version-silent", facts: { running } };
  return { subject, state: "ok", code: "version", facts: { running } };
}
