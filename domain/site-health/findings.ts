/** What the measurements mean, in the words that the committee reads on /reglages and the webmaster in the doctor. */
import { type BackupsState, backupSentence, backupState } from "../backup-schedule.ts";
import { dateAndTime } from "../dates.ts";
import { MAIL, ofAddress, ofCertificate, ofHeldMail } from "./connections.ts";
import type { Checked, Disk, Measured, RestoreTest, ServiceLook, WaitingMail } from "./measurements.ts";
import { day, type FindingState, GB, gigabytes, many, size, tell, type Verdict, wholeGigabytes } from "./verdict.ts";

export const STATE_LABELS = {
  ok: "En ordre",
  attention: "À surveiller",
  error: "À corriger",
  unknown: "Inconnu",
} as const;

const TITLES = {
  service: "Site",
  clock: "Horloge",
  disk: "Disque",
  backup: "Sauvegarde",
  restore: "Restauration",
  address: "Adresse",
  certificate: "Certificat",
  mail: "Courrier",
  outbox: "Envois",
  updates: "Mises à jour",
  version: "Version",
} as const;

export type Subject = keyof typeof TITLES;

export type Finding = {
  readonly subject: Subject;
  readonly title: string;
  readonly state: FindingState;
  readonly text: string;
  /** What to do; empty: nothing. */
  readonly remedy: string;
};

/** @returns whether somebody has to do something */
export const needsPerson = ({ state }: Finding): boolean => state === "attention" || state === "error";

export type Looks = {
  readonly measured: Measured;
  /** Null: not looked at yet. */
  readonly checked: Checked | null;
  /** Null: the inbox does not answer, or cannot be asked from here. */
  readonly mail: WaitingMail | null;
  readonly now: Date;
};

/** @returns at most one finding per subject, in the order in which they are told */
export function findingsOf({ measured, checked, mail, now }: Looks): Finding[] {
  const { service, clockHeldSince, disk, backups, updates, running } = measured;
  const verdicts: { readonly [Which in Subject]: Verdict | null } = {
    service: service && ofService(service),
    clock: clockHeldSince && ofHeldClock(clockHeldSince, now),
    disk: ofDisk(disk),
    backup: ofBackups(backups, now),
    restore: checked ? ofRestoreTest(checked.restoreTest) : UNCHECKED,
    address: checked ? ofAddress(checked.address, checked.publicUrl, running) : UNCHECKED,
    certificate: checked ? ofCertificate(checked.certificate, now) : UNCHECKED,
    mail: mail?.heldReason ? ofHeldMail(mail.heldReason) : checked ? MAIL[checked.mail] : UNCHECKED,
    outbox: ofWaitingMail(mail),
    updates: updates === null ? null : ofUpdates(updates),
    version: ["ok", `${running}.`],
  };
  return (Object.keys(TITLES) as Subject[]).flatMap((subject) => {
    const verdict = verdicts[subject];
    if (!verdict) return [];
    const [state, text, remedy = ""] = verdict;
    return [{ subject, title: TITLES[subject], state, text, remedy: state === "ok" ? "" : remedy }];
  });
}

const UNCHECKED: Verdict = ["unknown", "Pas encore vérifié."];

function ofService(service: ServiceLook): Verdict {
  if (service === "well") return ["ok", "Le site tourne et enregistre."];
  const logs = tell("«\u00a0jeunesse logs\u00a0» dit pourquoi");
  return ["error", service === "failing" ? "Le site tourne, mais n’enregistre rien." : "Le site ne tourne pas.", logs];
}

const ofHeldClock = (from: Date, to: Date): Verdict => [
  "attention",
  `Le serveur dit qu’on est le ${dateAndTime(to)}. La dernière fois que le site a vu l’heure, c’était le ${dateAndTime(from)}.`,
  "Pendant une heure, rien n’est publié tout seul ni effacé pour de bon. Si cette date est juste, continuez tout de suite. Sinon, prévenez la personne qui s’occupe du serveur.",
];

/** A backup and its restore test have to find room, and the site goes on writing meanwhile. */
function ofDisk(disk: Disk): Verdict {
  if (disk === "elsewhere") return ["ok", "Les données sont chez le prestataire\u00a0: ce disque n’en garde pas."];
  if (disk === "unreadable")
    return [
      "error",
      "Le dossier des données ne se lit pas.",
      tell("DATA_DIR doit être monté et appartenir au site (chown -R)"),
    ];
  const { free, total, backup } = disk;
  const least = backup + Math.min(GB / 2, total / 20);
  const enough = 3 * backup + Math.min(2 * GB, total / 5);
  if (free >= enough) return ["ok", `${gigabytes(free)}\u00a0Go libres sur ${wholeGigabytes(total)}.`];
  return [
    free < least ? "error" : "attention",
    `Il reste ${gigabytes(free)}\u00a0Go sur ${wholeGigabytes(total)}.`,
    "Effacez d’anciennes sauvegardes ou agrandissez le disque\u00a0: une fois plein, il ne prend plus aucune inscription.",
  ];
}

const BACKUP_STATES = {
  ok: "ok",
  elsewhere: "ok",
  none: "unknown",
  off: "error",
  stale: "error",
  failed: "error",
} as const;

function ofBackups(read: BackupsState | null, now: Date): Verdict {
  // A folder that cannot be read is one that takes no backup either.
  const backups = read ?? { last: null, failedAt: now, kept: 1 };
  const { text, urgent } = backupSentence(backups, now);
  const whole = text.endsWith(".") ? text : `${text}.`;
  const state = BACKUP_STATES[backupState(backups, now)];
  return urgent ? [state, "Le site n’est pas bien sauvegardé.", whole] : [state, whole];
}

function ofRestoreTest(restoreTest: RestoreTest): Verdict {
  switch (restoreTest.outcome) {
    case "restored":
      return [
        "ok",
        `La sauvegarde du ${day(restoreTest.madeAt)} a été remise en place pour essai\u00a0: ${many(restoreTest.files, "fichier")}, tout y est.`,
      ];
    case "refused":
      return [
        "error",
        `La sauvegarde du ${day(restoreTest.madeAt)} est abîmée\u00a0: elle ne pourrait pas être remise en place.`,
        `Gardez les sauvegardes plus anciennes. ${tell("le disque est peut-être malade (docs/recovery.md)")}`,
      ];
    case "no-room":
      return [
        "attention",
        `Pas assez de place pour essayer la dernière sauvegarde\u00a0: il faut ${size(restoreTest.needed)}, il reste ${size(restoreTest.free)}.`,
        "Effacez d’anciennes sauvegardes ou agrandissez le disque.",
      ];
    case "none":
      return ["unknown", "Pas encore de sauvegarde à essayer."];
    case "elsewhere":
      return ["ok", "Le prestataire garde les sauvegardes et les remet en place."];
    case "failed":
      return ["unknown", "L’essai n’est pas allé à son terme."];
  }
}

function ofWaitingMail(mail: WaitingMail | null): Verdict {
  if (!mail) return ["unknown", "Les e-mails en attente ne se lisent pas d’ici."];
  const waiting = mail.waiting > 0 ? `${many(mail.waiting, "e-mail")} en attente.` : "Aucun e-mail en attente.";
  if (mail.refused === 0) return ["ok", waiting];
  return [
    "attention",
    `${many(mail.refused, "e-mail")} en échec. ${waiting}`,
    "Ouvrez la boîte de réception\u00a0: «\u00a0Renvoyer\u00a0» les fait repartir.",
  ];
}

const ofUpdates = (on: boolean): Verdict =>
  on
    ? ["ok", "Le serveur installe lui-même les corrections de sécurité."]
    : [
        "attention",
        "Le serveur n’installe pas lui-même les corrections de sécurité de Debian.",
        tell("«\u00a0sudo apt-get install unattended-upgrades\u00a0» les installe chaque nuit"),
      ];
