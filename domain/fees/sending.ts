import { type Day, dayInZurich, swissDay } from "#domain/dates.ts";
import { readPhone } from "#domain/fields.ts";
import { letterBodies } from "#domain/mail/letter-html.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { isMinorMember, type MemberData, memberName } from "#domain/register/member.ts";
import { withPreposition } from "#domain/text/elision.ts";
import { balanceOf, type Fee, type FeeSending, type SendingWay, sendingsOut } from "./fee.ts";

/** Bills in one PDF. Drawing so many takes 5 s on a fast machine, 20 s on a slow one. */
export const BILLS_PER_FILE = 200;

const SENDING_LABELS: Record<SendingWay, string> = {
  sms: "par SMS",
  whatsapp: "par WhatsApp",
  shared: "par partage",
  printed: "sur papier",
  email: "par e-mail",
};

/** A bill or reminder in French: « Rappel par SMS le 03.03.2027 ». A refused one ends with the reason, without a dot. */
export const sendingInWords = ({ way, reminder, at, refused }: FeeSending): string =>
  [
    `${reminder ? "Rappel" : "Facture"} ${SENDING_LABELS[way]} le ${swissDay(dayInZurich(at))}`,
    ...(refused === undefined ? [] : [`${reminder ? "refusé" : "refusée"}\u00a0: ${refused.replace(/\.$/, "")}`]),
  ].join(", ");

const daysSince = ({ at }: FeeSending, today: Day): number =>
  Math.round((Date.parse(today) - Date.parse(dayInZurich(at))) / 86_400_000);

/** Whether a reminder is due `days` days after the last bill or reminder. `days` null: whether no bill was sent yet. */
export function awaitsSending(fee: Pick<Fee, "sendings">, days: number | null, today: Day): boolean {
  const last = sendingsOut(fee).at(-1);
  return last ? days !== null && daysSince(last, today) >= days : days === null;
}

/** `number`: `+` and digits. */
export type Phone = { readonly name: string; readonly number: string; readonly ofGuardian: boolean };

/** The mobile numbers of a member. For a minor, the guardian's number comes first. */
export function phonesOf(member: MemberData, today: Day): Phone[] {
  const own = { name: memberName(member), number: inFull(member.phone), ofGuardian: false };
  const name = member.guardianName || "Représentant légal";
  const guardian = { name, number: inFull(member.guardianPhone), ofGuardian: true };
  const all = isMinorMember(member, today) ? [guardian, own] : [own];
  return all.filter(({ number }) => /^\+(?:417[4-9]\d{7}|(?!41)\d{7,15})$/.test(number));
}

const inFull = (phone: string): string => (readPhone(phone) ?? "").replace(/^0/, "+41");

/** French text of a bill, or of a reminder if a bill was sent. Does not contain a link. */
export function billWords(fee: Fee, firstName: string, today: Day, toGuardian = false): string {
  const [open, last] = [formatAmount(balanceOf(fee).open), sendingsOut(fee).at(-1)];
  const whose = toGuardian ? `la cotisation ${fee.year} ${withPreposition(firstName)}` : `votre cotisation ${fee.year}`;
  const start = `Bonjour${toGuardian ? "" : ` ${firstName}`}, `;
  if (!last) return `${start}voici la facture de ${whose} à la Jeunesse de Savièse\u00a0: ${open}.`;
  const days = daysSince(last, today);
  const ago = days > 1 ? `il y a ${days}\u00a0jours` : days === 1 ? "hier" : "aujourd’hui";
  return `${start}${whose} à la Jeunesse de Savièse est encore ouverte\u00a0: ${open}. La facture est partie le ${swissDay(dayInZurich(last.at))}, ${ago}. Si c’est déjà payé, merci, et rien à faire.`;
}

/** The mail with a bill or a reminder. @param link absolute URL of the member's personal page */
export function billMail(fee: Fee, firstName: string, today: Day, link: string) {
  const words = billWords(fee, firstName, today);
  const [kicker, title] = [`Cotisation ${fee.year}`, sendingsOut(fee).length > 0 ? "Rappel" : "Votre facture"];
  const button = { kind: "button", text: "Voir ma fiche et payer", address: link } as const;
  const parts = [{ kind: "text", text: words } as const, button];
  const foot = "Ce lien est personnel\u00a0: ne le transmettez pas.";
  return { subject: `${kicker}\u00a0: ${title}`, ...letterBodies({ kicker, title, preview: words, parts, foot }) };
}

/** Links that open a messaging app with a text. iOS and Android both read `?&body`. */
export const phoneLinks = ({ number }: Phone, text: string) => ({
  sms: `sms:${number}?&body=${encodeURIComponent(text)}`,
  whatsapp: `https://wa.me/${number.slice(1)}?text=${encodeURIComponent(text)}`,
});
