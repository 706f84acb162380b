/** What the webmaster reads of the site's health on a terminal. */
import { backupState } from "#domain/backup-schedule.ts";
import type { Facts, Finding, State, Subject } from "#domain/site-health/findings.ts";
import type { MailLook } from "#domain/site-health/measurements.ts";

/** The second one is what to do. */
type Wording = readonly [text: string, remedy?: string];

const TITLES: Record<Subject, string> = {
  disk: "disk",
  memory: "memory",
  clock: "clock",
  backup: "backup",
  restore: "restore",
  address: "address",
  certificate: "certificate",
  mail: "mail",
  version: "version",
};

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const day = (instant: Date) => instant.toISOString().slice(0, 10);
const RECOVERY = "docs/recovery.md says more.";
const CHECK_SMTP = "Look at SMTP_URL (docs/deploy.md).";

const MAIL: Record<MailLook, Wording> = {
  accepted: ["the mail server takes the sign-in"],
  "sign-in": ["the mail server refuses the user name or the password", "Set them right in SMTP_URL."],
  unreachable: ["the mail server cannot be reached", `Mail waits and is tried again. ${CHECK_SMTP}`],
  late: ["the mail server does not answer in time", `Mail waits and is tried again. ${CHECK_SMTP}`],
  insecure: ["no secure connection with the mail server", `${CHECK_SMTP} smtps:// is for port 465, smtp:// for 587.`],
  refused: ["the mail server refuses the connection", CHECK_SMTP],
  outbox: ["MAIL=outbox: nobody gets a mail", "Set MAIL=smtp and SMTP_URL (docs/deploy.md)."],
  emailjs: ["EmailJS: only the trial mail on /reglages tells whether it goes out"],
};

function backups({ backups: state, now }: Facts["backups"]): Wording {
  const last = state.last ? `the last one is of ${state.last.toISOString()}` : "there is none";
  switch (backupState(state, now)) {
    case "elsewhere":
      return ["made by Google (docs/deploy.md)"];
    case "off":
      return [`BACKUP_KEEP=0, none is made by itself; ${last}`, "Set BACKUP_KEEP."];
    case "stale":
    case "failed":
      return [`${last}; there should be one a day`, `Does the site run? Its log says why one failed. ${RECOVERY}`];
    case "none":
      return [last, "A running site makes the first one after a minute."];
    case "ok":
      return [last];
  }
}

const WORDINGS: { readonly [Code in keyof Facts]: (facts: Facts[Code]) => Wording } = {
  room: ({ free, total }) => [
    `${gigabytes(free)} free of ${gigabytes(total)}`,
    "Delete old backups and avant-restauration-… folders, or enlarge the disk.",
  ],
  "disk-unreadable": () => ["DATA_DIR cannot be read", "Is it there, mounted, and the site's own (chown -R)?"],
  "disk-elsewhere": () => ["does not apply: Google keeps the data"],
  memory: ({ used, limit, free }) => [
    [
      used === null ? `limit ${megabytes(limit)}` : `${megabytes(used)} of ${megabytes(limit)}`,
      free === null ? "" : `${megabytes(free)} available`,
    ]
      .filter(Boolean)
      .join(", "),
    "Restart the site; if it comes back, give the machine more memory.",
  ],
  "clock-right": () => ["right"],
  "clock-off": ({ seconds }) => [
    `${Math.abs(seconds)} s ${seconds > 0 ? "ahead" : "behind"}`,
    "timedatectl set-ntp true",
  ],
  "clock-alone": () => ["not synchronised yet", "timedatectl status; timedatectl set-ntp true"],
  "clock-jumped": ({ from }) => [`was last seen right on ${day(from)}`, "timedatectl set-ntp true"],
  "clock-unknown": () => ["nothing here says whether it is right"],
  backups,
  "restore-done": ({ madeAt, files }) => [`the backup of ${day(madeAt)} was put back as a trial (${files} files)`],
  "restore-refused": ({ madeAt }) => [
    `the backup of ${day(madeAt)} cannot be put back`,
    `Keep the older ones, make a new one (backup), look at the disk. ${RECOVERY}`,
  ],
  "restore-no-room": ({ needed, free }) => [
    `not tried: ${megabytes(needed)} needed beside the backups, ${megabytes(free)} free`,
    "Delete old backups, or enlarge the disk.",
  ],
  "restore-none": () => ["no backup to try yet"],
  "restore-elsewhere": () => ["does not apply: Google keeps the backups"],
  "restore-failed": () => ["the trial did not come to an end"],
  "address-reached": ({ publicUrl }) => [`${publicUrl} leads to this site`],
  "address-failing": ({ publicUrl }) => [
    `${publicUrl} leads to this site, which cannot write`,
    `Look at disk and owner of DATA_DIR. ${RECOVERY}`,
  ],
  "address-other-version": ({ publicUrl, version }) => [
    `${publicUrl} answers as version ${version}`,
    "Restart the site, or set PUBLIC_URL and the domain right.",
  ],
  "address-other": ({ publicUrl, status }) => [
    `${publicUrl}/healthz answers ${status}, which is not this site`,
    "Does the site run? Look at PUBLIC_URL, the domain and the proxy.",
  ],
  "address-silent": ({ publicUrl }) => [
    `${publicUrl} does not answer from here`,
    "Does the site run? Look at PUBLIC_URL, the domain, the proxy and the firewall (80, 443).",
  ],
  certificate: ({ until, days }) => [
    days < 0 ? `ended on ${day(until)}` : `until ${day(until)} (${days} days)`,
    "It should have been renewed: journalctl -u caddy.",
  ],
  "certificate-untrusted": () => ["no browser trusts it", "journalctl -u caddy; is the domain the one in PUBLIC_URL?"],
  "certificate-silent": () => ["not seen: the address does not answer"],
  "certificate-http": () => ["PUBLIC_URL is http", "Put a proxy with https before the site (docs/deploy.md)."],
  "certificate-local": () => ["not needed on this machine alone"],
  mail: ({ mail }) => MAIL[mail],
  "mail-held": ({ reason }) => ["a setting stops it", reason],
  version: ({ running }) => [running],
  "version-newer": ({ running, release }) => [`${running}; ${release.version} is out`, "jeunesse upgrade"],
  "version-silent": ({ running }) => [`${running}; RELEASES_URL gave no answer that can be read`],
  unchecked: () => ["not looked at"],
};

const MARKS: Record<State, { readonly mark: string; readonly colour: number }> = {
  ok: { mark: "ok", colour: 32 },
  attention: { mark: "look", colour: 33 },
  fault: { mark: "FAULT", colour: 31 },
  unknown: { mark: "?", colour: 0 },
};

/** @param coloured whether a terminal shows it */
export function inWords({ subject, state, code, facts }: Finding, coloured: boolean): string {
  const word = WORDINGS[code] as (facts: Finding["facts"]) => Wording;
  const [text, remedy] = word(facts);
  const { mark, colour } = MARKS[state];
  const wrong = state === "fault" || state === "attention";
  const line = `${mark.padEnd(5)}  ${TITLES[subject].padEnd(11)}  ${text}${wrong && remedy ? ` → ${remedy}` : ""}`;
  return coloured && colour > 0 ? `\u001b[${colour}m${line}\u001b[0m` : line;
}
