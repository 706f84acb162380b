import { domainToASCII } from "node:url";
import type { SendMailOptions } from "nodemailer";
import type { DataProcessor } from "#domain/data-processor.ts";
import { composeMail, messageIdOf } from "#domain/mail/committee-mail.ts";
import {
  distinctRecipients,
  lastAnswers,
  type RecipientAnswer,
  recipientsDue,
  summarise,
} from "#domain/mail/recipient-answers.ts";
import type { MailCheck } from "#domain/site-health/measurements.ts";
import type { AccountMailer, Mailer } from "#ports/mailer.ts";
import { withDeadline } from "#ports/store-unavailable.ts";
import { answerOf, errorCause, smtpOutcome } from "./outcome.ts";

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
  return {
    delivery: "server",

    async send(mail) {
      const { id, submission, recipients, answers } = mail;
      const addresses = distinctRecipients(recipients.length > 0 ? recipients : to);
      if (addresses.length === 0)
        return { outcome: "retry", reason: "Aucune adresse de destination n’est configurée." };
      const due = recipientsDue(addresses, answers);
      const answered = (rejections: readonly Rejection[]) => {
        const all = lastAnswers(addresses, answers, answersFor(due, rejections));
        return { ...summarise(all), answers: all };
      };
      // All recipients have an answer if the committee has removed the others since the last attempt.
      if (due.length === 0) return answered([]);
      const { subject, text, html, replyTo } = composeMail(mail, publicUrl);
      const outcome = await submit(url, timeoutMs, {
        from,
        to: addresses.map((address) => ({ name: "", address })),
        envelope: { from, to: due },
        ...(replyTo && { replyTo: { name: "", address: replyTo } }),
        subject,
        text,
        html,
        messageId: messageIdOf(submission.type, id, from),
        signal: AbortSignal.timeout(timeoutMs * STEPS),
      });
      if ("rejections" in outcome) return answered(outcome.rejections);
      const rejections = rejectionsIn(outcome.error);
      // A server that refuses all recipients of a mail by its policy refuses the site, not the recipients.
      const blamesSite =
        due.length === addresses.length && rejections.every((each) => smtpOutcome(each).outcome === "held");
      return rejections.length === 0 || blamesSite ? smtpOutcome(outcome.error) : answered(rejections);
    },
  };
}

export const createSmtpAccountMailer = ({
  url,
  from,
  timeoutMs = 10_000,
}: Omit<Options, "to" | "publicUrl">): AccountMailer => ({
  async send({ id, recipient, subject, text, html }) {
    const outcome = await submit(url, timeoutMs, {
      from,
      to: { name: "", address: recipient },
      subject,
      text,
      ...(html && { html }),
      messageId: messageIdOf("account", id, from),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return "error" in outcome ? smtpOutcome(outcome.error) : { outcome: "sent" };
  },
});

/** nodemailer's error for a recipient that the server refused. */
type Rejection = { readonly recipient?: string };

const rejectionsIn = (reported: unknown): readonly Rejection[] =>
  (reported as { rejectedErrors?: readonly Rejection[] } | null)?.rejectedErrors ?? [];

/** @returns `rejections`: of some recipients; the others get the mail. `error`: nobody gets the mail. */
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

function answersFor(addresses: readonly string[], rejections: readonly Rejection[]): RecipientAnswer[] {
  const rejected = new Map(rejections.map((rejection) => [mailboxOf(rejection.recipient ?? ""), rejection]));
  return addresses.map((address) => answerOf(address, rejected.get(mailboxOf(address))));
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

export async function trySignIn(url: string, timeoutMs = 10_000): Promise<MailCheck> {
  const transport = await openTransport(url, timeoutMs);
  const verified = transport.verify().then(
    (): MailCheck => "accepted",
    (error: unknown): MailCheck => CHECKS[errorCause(error)] ?? "refused",
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
