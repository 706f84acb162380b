import { ASK_WEBMASTER_ABOUT_MAIL, askWebmaster } from "#domain/webmaster.ts";
import { type BackupsSummary, backupSentence, backupState } from "../backup-schedule.ts";
import { swissDateAndTime } from "../dates.ts";
import { pluralise } from "../text/pluralise.ts";
import {
  assessCertificate,
  assessDns,
  assessPublicUrl,
  type FindingRemedy,
  type FindingState,
  type HealthAssessment,
  MAIL_ASSESSMENTS,
  remedyForBoth,
  swissDayOfInstant,
} from "./connections.ts";
import { assessDmarc, assessMx, assessSpf } from "./mail-domain.ts";
import type { DiskSpace, LostLogLines, MailQueue, QuickChecks, RestoreTest, SlowChecks } from "./measurements.ts";

export const FINDING_STATE_LABELS = {
  ok: "En ordre",
  attention: "À surveiller",
  error: "À corriger",
  unknown: "Inconnu",
} as const;

const TITLES = {
  service: "Site",
  clock: "Horloge",
  disk: "Disque",
  log: "Journal technique",
  backup: "Sauvegarde",
  restore: "Restauration",
  address: "Adresse",
  dns: "Domaine",
  certificate: "Certificat",
  mail: "Courrier",
  spf: "SPF",
  dmarc: "DMARC",
  mx: "MX",
  outbox: "Envois",
  updates: "Mises à jour",
  version: "Version",
} as const;

export type FindingSubject = keyof typeof TITLES;

/**
 * A line of the health report. What to do, or empty: `remedy` for the webmaster, `advice` for the committee.
 * `dnsLine`: the line of a DNS zone that solves the problem; empty for none.
 */
export type HealthFinding = Readonly<
  { subject: FindingSubject; state: FindingState } & Record<"title" | "text" | "remedy" | "advice" | "dnsLine", string>
>;

/** Whether the finding requires an action. */
export const doesFindingRequireAction = ({ state }: Pick<HealthFinding, "state">): boolean =>
  state === "attention" || state === "error";

export type HealthMeasurements = {
  readonly measured: QuickChecks;
  /** Null before the first run of the slow checks. */
  readonly checked: SlowChecks | null;
  /** Null if the store cannot be read. */
  readonly mail: MailQueue | null;
  readonly now: Date;
};

/** At most one finding per subject, in the order of `TITLES`. */
export function assessHealthMeasurements({ measured, checked, mail, now }: HealthMeasurements): HealthFinding[] {
  const { service, clockHeldSince, disk, logLoss, backups, updates, running } = measured;
  const mailDomain = checked?.mailDomain ?? null;
  const assessments: { readonly [Which in FindingSubject]: HealthAssessment | null } = {
    service: service && SERVICE[service],
    clock: clockHeldSince && assessHeldClock(clockHeldSince, now),
    disk: assessDisk(disk),
    log: logLoss && assessLogLoss(logLoss, now),
    backup: assessBackups(backups, now),
    restore: checked ? assessRestoreTest(checked.restoreTest) : UNCHECKED,
    address: checked ? assessPublicUrl(checked.address, checked.publicUrl, running) : UNCHECKED,
    dns: checked && assessDns(checked),
    certificate: checked ? assessCertificate(checked.certificate, now) : UNCHECKED,
    mail: mail?.heldReason ? assessHeldMail(mail.heldReason) : checked ? MAIL_ASSESSMENTS[checked.mail] : UNCHECKED,
    spf: mailDomain && assessSpf(mailDomain),
    dmarc: mailDomain && assessDmarc(mailDomain),
    mx: mailDomain && assessMx(mailDomain),
    outbox: assessMailQueue(mail),
    updates: updates === null ? null : updates ? UPDATES_ON : UPDATES_OFF,
    version: ["ok", `${running}.`],
  };
  return (Object.keys(TITLES) as FindingSubject[]).flatMap((subject) => {
    const assessment = assessments[subject];
    if (!assessment) return [];
    const [state, text, remedy = ""] = assessment;
    const both: FindingRemedy = typeof remedy === "string" ? { webmaster: remedy, committee: remedy } : remedy;
    const { webmaster, committee, line = "" } = both;
    const what =
      state === "ok"
        ? { remedy: "", advice: "", dnsLine: "" }
        : { remedy: webmaster, advice: committee, dnsLine: line };
    return [{ subject, title: TITLES[subject], state, text, ...what }];
  });
}

const UNCHECKED: HealthAssessment = ["unknown", "Pas encore vérifié."];

const LOGS = remedyForBoth("regarder pourquoi", "«\u00a0jeunesse logs\u00a0» dit pourquoi");
const SERVICE: Record<NonNullable<QuickChecks["service"]>, HealthAssessment> = {
  well: ["ok", "Le site tourne et enregistre."],
  failing: ["error", "Le site tourne, mais n’enregistre rien.", LOGS],
  silent: ["error", "Le site ne tourne pas.", LOGS],
};

const HELD_CLOCK =
  "Pendant une heure, rien n’est publié tout seul ni effacé pour de bon. Si cette date est juste, continuez tout de suite";

const assessHeldClock = (from: Date, to: Date): HealthAssessment => [
  "attention",
  `Le serveur dit qu’on est le ${swissDateAndTime(to)}. La dernière fois que le site a vu l’heure, c’était le ${swissDateAndTime(from)}.`,
  {
    webmaster: `${HELD_CLOCK}. Sinon, prévenez la personne qui s’occupe du serveur.`,
    committee: `${HELD_CLOCK}. Sinon, d${askWebmaster("régler l’horloge").slice(1)}`,
  },
];

const MORE_ROOM = "Effacez d’anciennes sauvegardes ou agrandissez le disque";
const GB = 1e9;
const inGB = (bytes: number, digits = 1) => (bytes / GB).toFixed(digits).replace(".", ",");

/** The free space must suffice for a backup, its restore and new data. */
function assessDisk(disk: DiskSpace): HealthAssessment {
  if (disk === "elsewhere") return ["ok", "Les données sont chez le prestataire\u00a0: ce disque n’en garde pas."];
  if (disk === "unreadable")
    return [
      "error",
      "Le dossier des données ne se lit pas.",
      remedyForBoth("regarder le disque", "il doit être monté et appartenir au site (chown -R)"),
    ];
  const { free, total, backup } = disk;
  const all = inGB(total, total < 10 * GB ? 1 : 0);
  if (free >= 3 * backup + Math.min(2 * GB, total / 5)) return ["ok", `${inGB(free)}\u00a0Go libres sur ${all}.`];
  const isFull = free < backup + Math.min(GB / 2, total / 20);
  return [
    isFull ? "error" : "attention",
    `Il reste ${inGB(free)}\u00a0Go sur ${all}.`,
    `${MORE_ROOM}\u00a0: une fois plein, il ne prend plus aucune inscription.`,
  ];
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Report lost lines until a week after the log could be written again. */
function assessLogLoss({ lines, from, until }: LostLogLines, now: Date): HealthAssessment | null {
  if (until && now.getTime() - until.getTime() > WEEK_MS) return null;
  const lost = `${pluralise(lines, "ligne")} du journal technique ${lines > 1 ? "manquent" : "manque"}`;
  return until
    ? [
        "attention",
        `${lost}, du ${swissDateAndTime(from)} au ${swissDateAndTime(until)}. Il s’écrit de nouveau.`,
        remedyForBoth("regarder le disque", "le disque du journal était plein, ou plus rien ne le lisait"),
      ]
    : [
        "attention",
        `${lost} depuis le ${swissDateAndTime(from)}\u00a0: il ne s’écrit plus. Le site continue.`,
        remedyForBoth("regarder le disque", "le disque du journal est plein, ou plus rien ne le lit"),
      ];
}

/** A backup folder that cannot be read (null) counts as a failed backup. */
function assessBackups(read: BackupsSummary | null, now: Date): HealthAssessment {
  const backups = read ?? { last: null, failedAt: now, kept: 1 };
  const { text, urgent } = backupSentence(backups, now);
  const sentence = text.endsWith(".") ? text : `${text}.`;
  if (urgent) return ["error", "Le site n’est pas bien sauvegardé.", sentence];
  return [backupState(backups, now) === "none" ? "unknown" : "ok", sentence];
}

function assessRestoreTest(test: RestoreTest): HealthAssessment {
  switch (test.outcome) {
    case "readable":
      return [
        "ok",
        `La sauvegarde du ${swissDayOfInstant(test.madeAt)} a été relue en entier pour essai\u00a0: tout y est.`,
      ];
    case "refused":
      return [
        "error",
        `La sauvegarde du ${swissDayOfInstant(test.madeAt)} est abîmée\u00a0: elle ne pourrait pas être restaurée.`,
        remedyForBoth(
          "regarder le disque",
          "le disque est peut-être malade (docs/recovery.md)",
          "Gardez les sauvegardes plus anciennes. ",
        ),
      ];
    case "none":
      return ["unknown", "Pas encore de sauvegarde à essayer."];
    case "elsewhere":
      return ["ok", "Le prestataire garde les sauvegardes et les restaure."];
    case "failed":
      return ["unknown", "L’essai n’est pas allé à son terme."];
  }
}

const THEN_TEST = "Envoyez ensuite un courrier d’essai\u00a0: s’il part, les autres suivent aussitôt.";

const assessHeldMail = (reason: string): HealthAssessment => [
  "error",
  "Les e-mails attendent\u00a0: un réglage les arrête.",
  {
    webmaster: `${reason} ${THEN_TEST}`,
    committee: `${reason.includes(ASK_WEBMASTER_ABOUT_MAIL) ? reason : `${reason} ${ASK_WEBMASTER_ABOUT_MAIL}`} ${THEN_TEST}`,
  },
];

function assessMailQueue(mail: MailQueue | null): HealthAssessment {
  if (!mail) return ["unknown", "Les e-mails en attente ne se lisent pas d’ici."];
  const waiting = mail.waiting > 0 ? `${pluralise(mail.waiting, "e-mail")} en attente.` : "Aucun e-mail en attente.";
  if (mail.refused === 0) return ["ok", waiting];
  if (mail.refusedAddresses.length > 0)
    return [
      "attention",
      `${pluralise(mail.refused, "e-mail")} en échec. ${waiting} Le serveur de messagerie refuse ${mail.refusedAddresses.join(", ")}.`,
      "Corrigez ou retirez ces destinataires, puis ouvrez la boîte de réception\u00a0: «\u00a0Renvoyer\u00a0» n’écrit qu’à qui n’a rien reçu.",
    ];
  return [
    "attention",
    `${pluralise(mail.refused, "e-mail")} en échec. ${waiting}`,
    "Ouvrez la boîte de réception\u00a0: «\u00a0Renvoyer\u00a0» les fait repartir.",
  ];
}

const UPDATES_ON: HealthAssessment = ["ok", "Le serveur installe lui-même les corrections de sécurité."];
const UPDATES_OFF: HealthAssessment = [
  "attention",
  "Le serveur n’installe pas lui-même les corrections de sécurité de Debian.",
  remedyForBoth(
    "installer ces corrections chaque nuit",
    "«\u00a0sudo apt-get install unattended-upgrades\u00a0» les installe chaque nuit",
  ),
];
