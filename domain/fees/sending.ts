import { type Day, dayInZurich, swissDay } from "#domain/dates.ts";
import { renderLetterBodies } from "#domain/mail/letter-html.ts";
import { type MemberData, memberName } from "#domain/register/member.ts";
import type { FormOfAddress } from "#domain/rounds/audience.ts";
import type { RoundMessageValues } from "#domain/rounds/round.ts";
import { type Fee, type FeeSending, feeBalance, type SendingWay, sendingsNotRefused } from "./fee.ts";

/** Maximum number of bills in one PDF. Drawing this number takes 5 s on a fast machine, 20 s on a slow one. */
export const BILLS_PER_FILE = 200;

/** The page that sends bills offers reminders this many days after the last bill or reminder. */
export const REMINDER_DAYS = [14, 30, 60] as const;

/** The number of these days after which « À faire » asks for the reminder. */
export const REMINDER_DUE_DAYS = 30 satisfies (typeof REMINDER_DAYS)[number];

const SENDING_LABELS: Record<SendingWay, string> = {
  sms: "par SMS",
  whatsapp: "par WhatsApp",
  shared: "par partage",
  printed: "sur papier",
  email: "par e-mail",
};

/**
 * A bill or reminder in French: « Rappel par SMS le 03.03.2027 ». A refused one ends with the reason, without a full
 * stop.
 */
export const sendingInFrench = ({ way, reminder, at, refused }: FeeSending): string =>
  [
    `${reminder ? "Rappel" : "Facture"} ${SENDING_LABELS[way]} le ${swissDay(dayInZurich(at))}`,
    ...(refused === undefined ? [] : [`${reminder ? "refusé" : "refusée"}\u00a0: ${refused.replace(/\.$/, "")}`]),
  ].join(", ");

const daysSince = ({ at }: FeeSending, today: Day): number =>
  Math.round((Date.parse(today) - Date.parse(dayInZurich(at))) / 86_400_000);

/**
 * Whether the fee needs a reminder, `days` days after the last bill or reminder. With `days` null: whether no bill was
 * sent yet.
 */
export function awaitsBill(fee: Pick<Fee, "sendings">, days: number | null, today: Day): boolean {
  const last = sendingsNotRefused(fee).at(-1);
  return last ? days !== null && daysSince(last, today) >= days : days === null;
}

/** The values of the placeholders in the message with a bill. @param link absolute URL of the member's page */
export function billMessageValues(fee: Fee, member: MemberData, today: Day, link: string): RoundMessageValues {
  const last = sendingsNotRefused(fee).at(-1);
  return {
    firstName: member.firstName || memberName(member),
    amount: feeBalance(fee).open,
    link,
    year: fee.year,
    sent: last ? `le ${swissDay(dayInZurich(last.at))}, ${daysAgo(daysSince(last, today))}` : "",
  };
}

const daysAgo = (days: number): string =>
  days > 1 ? `il y a ${days}\u00a0jours` : days === 1 ? "hier" : "aujourd’hui";

/** The mail with a bill or a reminder. @param words the message @param link in the message and behind the button */
export function composeBillMail(fee: Fee, words: string, link: string, address: FormOfAddress) {
  const [mine, yours] = address === "tu" ? ["Ta", "le transmets"] : ["Votre", "le transmettez"];
  const [kicker, title] = [`Cotisation ${fee.year}`, sendingsNotRefused(fee).length > 0 ? "Rappel" : `${mine} facture`];
  const text = words.replace(`\n${link}`, "");
  const button = { kind: "button", text: "Voir ma fiche et payer", address: link } as const;
  const parts = [{ kind: "text", text } as const, button];
  const foot = `Ce lien est personnel\u00a0: ne ${yours} pas.`;
  return { subject: `${kicker}\u00a0: ${title}`, ...renderLetterBodies({ kicker, title, preview: text, parts, foot }) };
}
