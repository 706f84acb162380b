import { domainToASCII } from "node:url";
import type { SendMailOptions } from "nodemailer";
import type { DataProcessor } from "#domain/data-processor.ts";
import {
  distinctRecipients,
  lastRecipientStates,
  type RecipientState,
  recipientsDue,
  summariseRecipientStates,
} from "#domain/mail/addresses.ts";
import { composeCommitteeMail, mailMessageId } from "#domain/mail/committee-mail.ts";
import type { MailCheck } from "#domain/site-health/measurements.ts";
import type { CommitteeMail, LetterMail, Mailer, MailOutcome } from "#ports/mailer.ts";
import { withDeadline } from "#ports/store-unavailable.ts";
import { smtpErrorCause, smtpOutcome, smtpRecipientState } from "./outcome.ts";

/** Deadline of an attempt, as a multiple of the timeout of one step. */
const STEPS = 3;

type Server = {
  /** URL of the mail server: `smtp://user:password@host:587` (STARTTLS where offered) or `smtps://…:465`. */
  url: string;
  /** Timeout in ms for each step: the connection, the greeting, each wait for a reply. */
  timeoutMs?: number;
};

type Options = Server & { from: string; to: readonly string[]; publicUrl: string };

/** Mail that names no recipients goes to the addresses `to`. */
export function createSmtpMailer({ url, from, to, publicUrl, timeoutMs = 20_000 }: Options): Mailer {
  async function attempt(
    { recipients, addresses }: Pick<CommitteeMail, "recipients" | "addresses">,
    mail: Pick<SendMailOptions, "subject" | "text" | "html" | "replyTo" | "messageId" | "headers">,
    isLetter: boolean,
  ): Promise<MailOutcome> {
    const distinct = distinctRecipients(recipients.length > 0 ? recipients : to);
    if (distinct.length === 0) return { outcome: "retry", reason: "Aucune adresse de destination n’est configurée." };
    const due = recipientsDue(distinct, addresses);
    const answered = (rejections: readonly Rejection[]) => {
      const all = lastRecipientStates(distinct, addresses, statesFor(due, rejections));
      return { ...summariseRecipientStates(all), addresses: all };
    };
    // No recipient waits any more if, since the last attempt, the committee has removed those who were waiting.
    if (due.length === 0) return answered([]);
    const submitted = await submit(url, timeoutMs, {
      ...mail,
      from,
      to: distinct.map((address) => ({ name: "", address })),
      envelope: { from, to: due },
      signal: AbortSignal.timeout(timeoutMs * STEPS),
    });
    if ("rejections" in submitted) return answered(submitted.rejections);
    const rejections = rejectionsIn(submitted.error);
    // If the server refuses all recipients of a mail by its policy, it refuses the site as sender, not the recipients.
    const blamesSite =
      due.length === distinct.length && rejections.every((each) => smtpOutcome(each).outcome === "held");
    if (rejections.length > 0 && !blamesSite) return answered(rejections);
    const outcome = smtpOutcome(submitted.error);
    // A letter has only one recipient, who may be the cause of the refusal. So other letters are tried, too.
    return isLetter && rejections.length > 0 && outcome.outcome === "held" ? { ...outcome, everyMail: false } : outcome;
  }

  return {
    delivery: "server",

    send(mail) {
      const { subject, text, html, replyTo } = composeCommitteeMail(mail, publicUrl);
      const messageId = mailMessageId(mail.submission.type, mail.id, from);
      return attempt(mail, { subject, text, html, ...replyHeader(replyTo), messageId }, false);
    },

    sendLetter(mail) {
      const messageId = mailMessageId("account", mail.id, from);
      const headers = { ...automaticHeader(mail), ...optOutHeaders(mail) };
      return attempt(mail, { ...mail.letter, ...replyHeader(mail.replyTo), headers, messageId }, true);
    },
  };
}

const replyHeader = (address: string | null) => address !== null && { replyTo: { name: "", address } };

const automaticHeader = ({ isAutomatic }: Pick<LetterMail, "isAutomatic">) =>
  isAutomatic && { "Auto-Submitted": "auto-generated" };

/** RFC 2369 and RFC 8058, with exactly the value that Gmail expects. RFC 8058 forbids other URLs than https. */
const optOutHeaders = ({ optOutUrl }: Pick<LetterMail, "optOutUrl">) =>
  optOutUrl?.startsWith("https:") && {
    "List-Unsubscribe": `<${optOutUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };

/** nodemailer's error for a recipient that the server refused. */
type Rejection = { readonly recipient?: string };

const rejectionsIn = (reported: unknown): readonly Rejection[] =>
  (reported as { rejectedErrors?: readonly Rejection[] } | null)?.rejectedErrors ?? [];

/** @returns `rejections`: of some recipients; the others get the mail. `error`: no recipient gets the mail. */
async function submit(
  url: string,
  timeoutMs: number,
  mail: SendMailOptions,
): Promise<{ readonly rejections: readonly Rejection[] } | { readonly error: unknown }> {
  try {
    const transport = await openTransport(url, timeoutMs);
    const sent: unknown = await transport.sendMail({
      ...mail,
      encoding: "quoted-printable",
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { rejections: rejectionsIn(sent) };
  } catch (error) {
    return { error };
  }
}

function statesFor(addresses: readonly string[], rejections: readonly Rejection[]): RecipientState[] {
  const rejected = new Map(rejections.map((rejection) => [mailboxOf(rejection.recipient ?? ""), rejection]));
  return addresses.map((address) => smtpRecipientState(address, rejected.get(mailboxOf(address))));
}

/** nodemailer changes the domain of a recipient to lower case and ASCII. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  return address.slice(0, at + 1) + (domainToASCII(address.slice(at + 1)) || address.slice(at + 1));
}

async function openTransport(url: string, ms: number) {
  // Load nodemailer with the first mail, to keep startup fast.
  const { createTransport } = await import("nodemailer");
  return createTransport({ url, dnsTimeout: ms, connectionTimeout: ms, greetingTimeout: ms, socketTimeout: ms });
}

const CHECKS: Record<string, MailCheck> = {
  EAUTH: "sign-in",
  ENOAUTH: "sign-in",
  ETIMEDOUT: "late",
  EABORT: "late",
  ESOCKET: "unreachable",
  EDNS: "unreachable",
  ECONNECTION: "unreachable",
  ETLS: "insecure",
};

export async function checkSmtpSignIn(url: string, timeoutMs = 10_000): Promise<MailCheck> {
  const transport = await openTransport(url, timeoutMs);
  const verified = transport.verify().then(
    (): MailCheck => "accepted",
    (error: unknown): MailCheck => CHECKS[smtpErrorCause(error)] ?? "refused",
  );
  return withDeadline(verified, timeoutMs)
    .catch((): MailCheck => "late")
    .finally(() => transport.close());
}

/** A mail server on this machine is not a third party. */
const LOCAL = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Returns only the host name, because `url` contains a password. */
export function smtpProcessor(url: string): DataProcessor {
  const { hostname } = new URL(url);
  return { role: "mail", provider: LOCAL.test(hostname) ? null : hostname, country: [], safeguard: null };
}
