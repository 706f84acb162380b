import { askWebmaster } from "#domain/webmaster.ts";
import { dayInZurich, swissDay } from "../dates.ts";
import type { CertificateCheck, MailCheck, PublicUrlCheck, SlowChecks } from "./measurements.ts";

export type FindingState = "ok" | "attention" | "error" | "unknown";

/** What to do, worded for the webmaster and for the committee. `line`: of a DNS zone, to copy. */
export type FindingRemedy = { readonly webmaster: string; readonly committee: string; readonly line?: string };

/** A finding. `remedy`: a single text if both readers get the same one. Not shown if the state is `ok`. */
export type HealthAssessment = readonly [state: FindingState, text: string, remedy?: string | FindingRemedy];

/**
 * Words a remedy for both readers. The committee is advised to ask the webmaster for `task`, without technical words.
 * `hint`: technical details for the webmaster, without a full stop. `first`: what the reader does before.
 */
export const remedyForBoth = (task: string, hint: string, first = ""): FindingRemedy => ({
  webmaster: `${first}Prévenez la personne qui s’occupe du serveur\u00a0: ${hint}.`,
  committee: first + askWebmaster(task),
});
export const swissDayOfInstant = (instant: Date) => swissDay(dayInZurich(instant));

export function assessPublicUrl(address: PublicUrlCheck, publicUrl: string, running: string): HealthAssessment {
  if (address.outcome === "silent")
    return [
      "error",
      `${publicUrl} ne répond pas depuis le serveur.`,
      remedyForBoth(
        "vérifier l’adresse du site",
        "domaine, proxy et pare-feu (80, 443) sont à vérifier",
        "Ouvrez l’adresse sur un téléphone, sans Wi-Fi. Si rien ne vient, le domaine est peut-être échu. ",
      ),
    ];
  if (address.outcome === "other")
    return [
      "error",
      `${publicUrl} ne mène pas à ce site (réponse ${address.status}).`,
      remedyForBoth(
        "vérifier l’adresse du site",
        "le nom de domaine, l’adresse réglée sur le serveur et le proxy sont à vérifier",
      ),
    ];
  if (address.outcome === "site" && address.version !== running)
    return [
      "error",
      `${publicUrl} mène à une autre version du site (${address.version}).`,
      remedyForBoth("vérifier l’adresse du site", "l’adresse conduit à un autre serveur, ou le site n’a pas redémarré"),
    ];
  if (address.outcome === "site" && !address.healthy)
    return [
      "error",
      `${publicUrl} mène à ce site, mais rien ne s’y enregistre.`,
      "Regardez d’abord la ligne du disque.",
    ];
  return ["ok", `${publicUrl} mène bien à ce site.`];
}

/** Null without DNS results. DNS records that point to a proxy are right if the site answers at its public URL. */
export function assessDns({ dns, address }: Pick<SlowChecks, "dns" | "address">): HealthAssessment | null {
  if (!dns) return null;
  const { names, records, isPublic } = dns;
  const isDirect = records.some(({ name, here }) => here && name === names[0]);
  if (!isDirect && address.outcome.startsWith("site"))
    return ["ok", "Le domaine mène à un autre serveur ou à un routeur, qui conduit à ce site."];
  const foreign = records.filter(({ here }) => !here);
  const missing = names.filter((name) => !records.some((record) => record.name === name && record.type === "A"));
  const problems = [
    ...missing.map((name) => `${name} n’a pas d’enregistrement A.`),
    ...(isDirect || isPublic ? foreign : []).map(
      ({ name, type, address }) => `L’enregistrement ${type} de ${name} (${address}) ne mène pas à ce serveur.`,
    ),
  ];
  if (problems.length > 0)
    return [
      "error",
      problems.join(" "),
      remedyForBoth("corriger le domaine", "les enregistrements DNS du domaine sont à corriger"),
    ];
  return foreign.length > 0
    ? ["unknown", "Ce serveur ne connaît pas son adresse publique\u00a0: le domaine ne se vérifie pas d’ici."]
    : ["ok", `${names.join(" et ")}\u00a0: les enregistrements DNS mènent à ce serveur.`];
}

/** Warns if less than a quarter of the certificate's lifetime is left. Caddy renews when a third is left. */
export function assessCertificate(certificate: CertificateCheck, now: Date): HealthAssessment {
  if (certificate.outcome === "local") return ["ok", "Pas besoin\u00a0: le site n’est ouvert que sur cette machine."];
  if (certificate.outcome === "http")
    return [
      "attention",
      "Le site n’a pas de connexion sécurisée (https)\u00a0: mots de passe et inscriptions voyagent lisibles.",
      remedyForBoth("sécuriser la connexion", "il faut un proxy devant le site (docs/deploy.md)"),
    ];
  if (certificate.outcome !== "shown") return ["unknown", "Pas de certificat à voir\u00a0: l’adresse ne répond pas."];
  const { from, until, trusted } = certificate;
  const left = (until.getTime() - now.getTime()) / (until.getTime() - from.getTime());
  const caddy = remedyForBoth(
    "renouveler le certificat",
    "«\u00a0journalctl -u caddy\u00a0» dit pourquoi il n’est pas renouvelé",
  );
  if (left < 0)
    return [
      "error",
      `Le certificat est échu depuis le ${swissDayOfInstant(until)}\u00a0: les navigateurs refusent le site.`,
      caddy,
    ];
  if (left >= 1 / 10 && !trusted)
    return [
      "error",
      "Les navigateurs n’acceptent pas le certificat du site.",
      remedyForBoth("vérifier le certificat", "est-ce celui du bon domaine\u00a0?"),
    ];
  return [
    left < 1 / 10 ? "error" : left < 1 / 4 ? "attention" : "ok",
    `Valable jusqu’au ${swissDayOfInstant(until)}.`,
    caddy,
  ];
}

const SMTP = remedyForBoth("régler la messagerie", "les réglages de la messagerie sont à vérifier (docs/deploy.md)");

export const MAIL_ASSESSMENTS: Record<MailCheck, HealthAssessment> = {
  accepted: ["ok", "Le serveur de messagerie accepte le site."],
  "sign-in": ["error", "Le serveur de messagerie refuse le nom d’utilisateur ou le mot de passe.", SMTP],
  unreachable: ["error", "Le serveur de messagerie n’est pas joignable\u00a0: les e-mails attendent.", SMTP],
  late: ["error", "Le serveur de messagerie ne répond pas à temps\u00a0: les e-mails attendent.", SMTP],
  insecure: ["error", "La connexion sécurisée avec le serveur de messagerie échoue.", SMTP],
  refused: ["error", "Le serveur de messagerie n’accepte pas la connexion.", SMTP],
  outbox: [
    "attention",
    "Aucun e-mail ne part\u00a0: le site n’a pas de messagerie. Les inscriptions et les messages arrivent quand même ici.",
    remedyForBoth("régler la messagerie", "docs/deploy.md dit comment les faire partir"),
  ],
  emailjs: ["unknown", "Les e-mails passent par EmailJS\u00a0: seul un courrier d’essai dit s’ils partent."],
};
