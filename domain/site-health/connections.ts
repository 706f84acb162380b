/** What visitors, browsers and the mail server make of the site. */
import type { AddressLook, CertificateLook, MailLook } from "./measurements.ts";
import { day, tell, type Verdict } from "./verdict.ts";

export function ofAddress(address: AddressLook, publicUrl: string, running: string): Verdict {
  if (address.outcome === "silent")
    return [
      "error",
      `${publicUrl} ne répond pas depuis le serveur.`,
      `Ouvrez l’adresse sur un téléphone, sans Wi-Fi. Si rien ne vient, le domaine est peut-être échu. ${tell("domaine, proxy et pare-feu (80, 443) sont à vérifier")}`,
    ];
  if (address.outcome === "other")
    return [
      "error",
      `${publicUrl} ne mène pas à ce site (réponse ${address.status}).`,
      tell("le nom de domaine, PUBLIC_URL et le proxy sont à vérifier"),
    ];
  if (address.outcome === "site" && address.version !== running)
    return [
      "error",
      `${publicUrl} mène à une autre version du site (${address.version}).`,
      tell("l’adresse conduit à un autre serveur, ou le site n’a pas redémarré"),
    ];
  if (address.outcome === "site" && !address.healthy)
    return [
      "error",
      `${publicUrl} mène à ce site, mais rien ne s’y enregistre.`,
      "Regardez d’abord la ligne du disque.",
    ];
  return ["ok", `${publicUrl} mène bien à ce site.`];
}

/** Whoever renews certificates does so when a third of their time is left; later than that, something is stuck. */
export function ofCertificate(look: CertificateLook, now: Date): Verdict {
  if (look.outcome === "local") return ["ok", "Pas besoin\u00a0: le site n’est ouvert que sur cette machine."];
  if (look.outcome === "http")
    return [
      "attention",
      "Le site n’a pas de connexion sécurisée (https)\u00a0: mots de passe et inscriptions voyagent lisibles.",
      tell("il faut un proxy devant le site (docs/deploy.md)"),
    ];
  if (look.outcome !== "shown") return ["unknown", "Pas de certificat à voir\u00a0: l’adresse ne répond pas."];
  const { from, until, trusted } = look;
  const left = until.getTime() - now.getTime();
  const lifetime = until.getTime() - from.getTime();
  const caddy = tell("«\u00a0journalctl -u caddy\u00a0» dit pourquoi il n’est pas renouvelé");
  if (left < 0)
    return ["error", `Le certificat est échu depuis le ${day(until)}\u00a0: les navigateurs refusent le site.`, caddy];
  if (left >= lifetime / 10 && !trusted)
    return [
      "error",
      "Les navigateurs n’acceptent pas le certificat du site.",
      tell("est-ce celui du domaine de PUBLIC_URL\u00a0?"),
    ];
  const state = left < lifetime / 10 ? "error" : left < lifetime / 4 ? "attention" : "ok";
  return [state, `Valable jusqu’au ${day(until)}.`, caddy];
}

const SMTP = tell("SMTP_URL est à vérifier (docs/deploy.md)");

export const MAIL: Record<MailLook, Verdict> = {
  accepted: ["ok", "Le serveur de messagerie accepte le site."],
  "sign-in": ["error", "Le serveur de messagerie refuse le nom d’utilisateur ou le mot de passe.", SMTP],
  unreachable: ["error", "Le serveur de messagerie n’est pas joignable\u00a0: les e-mails attendent.", SMTP],
  late: ["error", "Le serveur de messagerie ne répond pas à temps\u00a0: les e-mails attendent.", SMTP],
  insecure: ["error", "La connexion sécurisée avec le serveur de messagerie échoue.", SMTP],
  refused: ["error", "Le serveur de messagerie n’accepte pas la connexion.", SMTP],
  outbox: [
    "attention",
    "Aucun e-mail ne part\u00a0: le site n’a pas de messagerie (MAIL=outbox). Les inscriptions et les messages arrivent quand même ici.",
    tell("MAIL=smtp et SMTP_URL les font partir (docs/deploy.md)"),
  ],
  emailjs: ["unknown", "Les e-mails passent par EmailJS\u00a0: seul un courrier d’essai dit s’ils partent."],
};

export const ofHeldMail = (reason: string): Verdict => [
  "error",
  "Les e-mails attendent\u00a0: un réglage les arrête.",
  `${reason} Envoyez ensuite un courrier d’essai\u00a0: s’il part, les autres suivent aussitôt.`,
];
