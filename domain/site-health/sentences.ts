import { backupSentence } from "../backup-schedule.ts";
import { dateAndTime, dayInZurich, swissDay } from "../dates.ts";
import type { Facts, Finding, State, Subject } from "./findings.ts";
import type { MailLook } from "./measurements.ts";

export type HealthLine = {
  readonly subject: Subject;
  readonly title: string;
  readonly state: State;
  readonly text: string;
  readonly remedy: string;
};

type Wording = readonly [text: string, remedy?: string];

const TITLES: Record<Subject, string> = {
  disk: "Disque",
  memory: "Mémoire",
  clock: "Horloge",
  backup: "Sauvegarde",
  restore: "Restauration",
  address: "Adresse",
  certificate: "Certificat",
  mail: "Courrier",
  version: "Version",
};

const TELL = "Prévenez la personne qui s’occupe du serveur.";
const MAIL_WAITS =
  "Les e-mails attendent et partiront plus tard. Si cela dure, prévenez la personne qui s’occupe du serveur.";

const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1).replace(".", ",");
const wholeGigabytes = (bytes: number) => (bytes < 10e9 ? gigabytes(bytes) : String(Math.round(bytes / 1e9)));
const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)}\u00a0Mo`;
const size = (bytes: number) => (bytes < 1e9 ? megabytes(bytes) : `${gigabytes(bytes)}\u00a0Go`);
const many = (number: number, one: string) => `${number}\u00a0${one}${number > 1 ? "s" : ""}`;
const day = (instant: Date) => swissDay(dayInZurich(instant));

function duration(seconds: number): string {
  const s = Math.abs(seconds);
  return s < 120 ? many(s, "seconde") : many(Math.round(s / 60), "minute");
}

const MAIL: Record<MailLook, Wording> = {
  accepted: ["Le serveur de messagerie accepte le site."],
  "sign-in": [
    "Le serveur de messagerie refuse le nom d’utilisateur ou le mot de passe.",
    `S’il a changé, il est à corriger dans la configuration du site. ${TELL}`,
  ],
  unreachable: ["Le serveur de messagerie n’est pas joignable.", MAIL_WAITS],
  late: ["Le serveur de messagerie ne répond pas à temps.", MAIL_WAITS],
  insecure: [
    "La connexion sécurisée avec le serveur de messagerie échoue.",
    `Son adresse ou son port est à vérifier dans la configuration du site. ${TELL}`,
  ],
  refused: ["Le serveur de messagerie n’accepte pas la connexion.", TELL],
  outbox: [
    "Aucun e-mail ne part\u00a0: le site n’a pas de messagerie (MAIL=outbox).",
    "Les inscriptions et les messages arrivent quand même ici. Pour les recevoir aussi par e-mail, voyez la personne qui s’occupe du serveur.",
  ],
  emailjs: ["Les e-mails passent par EmailJS\u00a0: seul un courrier d’essai dit s’ils partent."],
};

const WORDINGS: { readonly [Code in keyof Facts]: (facts: Facts[Code], state: State) => Wording } = {
  room: ({ free, total }, state) =>
    state === "ok"
      ? [`${gigabytes(free)}\u00a0Go libres sur ${wholeGigabytes(total)}.`]
      : [
          `Il reste ${gigabytes(free)}\u00a0Go sur ${wholeGigabytes(total)}.`,
          "Effacez d’anciennes sauvegardes ou agrandissez le disque\u00a0: une fois plein, il ne prend plus aucune inscription.",
        ],
  "disk-unreadable": () => ["Le dossier des données ne se lit pas.", TELL],
  "disk-elsewhere": () => ["Les données sont chez le prestataire\u00a0: ce disque n’en garde pas."],
  memory: ({ used, limit, free }) => [
    [
      used === null ? `La machine a ${size(limit)}.` : `Le site prend ${size(used)} sur ${size(limit)}.`,
      free === null ? "" : `Encore libres\u00a0: ${size(free)}.`,
    ]
      .filter(Boolean)
      .join(" "),
    `Redémarrez le site. Si cela revient, il lui faut plus de mémoire. ${TELL}`,
  ],
  "clock-right": () => ["Le serveur est à l’heure."],
  "clock-off": ({ seconds }) => [
    `Le serveur ${seconds > 0 ? "avance" : "retarde"} de ${duration(seconds)}.`,
    `Les publications, les liens et les e-mails portent une heure fausse. ${TELL}`,
  ],
  "clock-alone": () => ["L’horloge du serveur ne se règle pas encore par le réseau.", `Si cela dure\u00a0: ${TELL}`],
  "clock-jumped": ({ from, to }) => [
    `Le serveur dit qu’on est le ${dateAndTime(to)}. La dernière fois que le site a vu l’heure, c’était le ${dateAndTime(from)}.`,
    `Pendant une heure, rien n’est publié tout seul ni effacé pour de bon. Si cette date est juste, continuez tout de suite. Sinon, prévenez la personne qui s’occupe du serveur.`,
  ],
  "clock-unknown": () => ["Rien ne dit ici si le serveur est à l’heure."],
  backups: ({ backups, now }) => {
    const { text, urgent } = backupSentence(backups, now);
    const whole = text.endsWith(".") ? text : `${text}.`;
    return urgent ? ["Le site n’est pas bien sauvegardé.", whole] : [whole];
  },
  "restore-done": ({ madeAt, files }) => [
    `La sauvegarde du ${day(madeAt)} a été remise en place pour essai\u00a0: ${many(files, "fichier")}, tout y est.`,
  ],
  "restore-refused": ({ madeAt }) => [
    `La sauvegarde du ${day(madeAt)} est abîmée\u00a0: elle ne pourrait pas être remise en place.`,
    `Le disque est peut-être malade. Gardez les sauvegardes plus anciennes. ${TELL}`,
  ],
  "restore-no-room": ({ needed, free }) => [
    `Pas assez de place pour essayer la dernière sauvegarde\u00a0: il faut ${size(needed)}, il reste ${size(free)}.`,
    "Effacez d’anciennes sauvegardes ou agrandissez le disque.",
  ],
  "restore-none": () => ["Pas encore de sauvegarde à essayer."],
  "restore-elsewhere": () => ["Le prestataire garde les sauvegardes et les remet en place."],
  "restore-failed": () => ["L’essai n’est pas allé à son terme."],
  "address-reached": ({ publicUrl }) => [`${publicUrl} mène bien à ce site.`],
  "address-failing": ({ publicUrl }) => [
    `${publicUrl} mène à ce site, mais rien ne s’y enregistre.`,
    `Regardez d’abord la ligne du disque. ${TELL}`,
  ],
  "address-other-version": ({ publicUrl, version }) => [
    `${publicUrl} mène à une autre version du site (${version}).`,
    `L’adresse conduit à un autre serveur, ou le site n’a pas redémarré. ${TELL}`,
  ],
  "address-other": ({ publicUrl, status }) => [
    `${publicUrl} ne mène pas à ce site (réponse ${status}).`,
    `Le nom de domaine ou le serveur web devant le site est à vérifier. ${TELL}`,
  ],
  "address-silent": ({ publicUrl }) => [
    `${publicUrl} ne répond pas depuis le serveur.`,
    `Ouvrez l’adresse sur un téléphone, sans Wi-Fi. Si rien ne vient, le domaine est peut-être échu. ${TELL}`,
  ],
  certificate: ({ until, days }) =>
    days < 0
      ? [`Le certificat est échu depuis le ${day(until)}\u00a0: les navigateurs refusent le site.`, TELL]
      : [`Valable jusqu’au ${day(until)}.`, `Il aurait dû être renouvelé. ${TELL}`],
  "certificate-untrusted": () => ["Les navigateurs n’acceptent pas le certificat du site.", TELL],
  "certificate-silent": () => ["Pas de certificat à voir\u00a0: l’adresse ne répond pas."],
  "certificate-http": () => [
    "Le site n’a pas de connexion sécurisée (https).",
    `Mots de passe et inscriptions voyagent lisibles. ${TELL}`,
  ],
  "certificate-local": () => ["Pas besoin\u00a0: le site n’est ouvert que sur cette machine."],
  mail: ({ mail }) => MAIL[mail],
  "mail-held": ({ reason }) => [
    "Les e-mails attendent\u00a0: un réglage les arrête.",
    `${reason} Envoyez ensuite un courrier d’essai\u00a0: s’il part, les autres suivent aussitôt.`,
  ],
  version: ({ running }) => [`${running}.`],
  "version-newer": ({ running, release: { version, text } }) => [
    `La version ${version} est là\u00a0; ce site en est à ${running}.${text && ` «\u00a0${text}\u00a0»`}`,
    "La personne qui s’occupe du serveur l’installe avec «\u00a0jeunesse upgrade\u00a0».",
  ],
  "version-silent": ({ running }) => [`${running}. Les nouveautés n’ont pas pu être lues.`],
  unchecked: () => ["Pas encore vérifié."],
};

export function healthLine(finding: Finding): HealthLine {
  const { subject, state, code, facts } = finding;
  const word = WORDINGS[code] as (facts: Finding["facts"], state: State) => Wording;
  const [text, remedy = ""] = word(facts, state);
  const wrong = state === "fault" || state === "attention";
  return { subject, title: TITLES[subject], state, text, remedy: wrong ? remedy : "" };
}
