import type { SendMailOptions } from "nodemailer";
import type { DataProcessor } from "#domain/data-processor.ts";
import { composeMail, messageIdOf } from "#domain/mail/committee-mail.ts";
import type { MailCheck } from "#domain/site-health/measurements.ts";
import type { AccountMailer, Mailer, Outcome } from "#ports/mailer.ts";
import { withDeadline } from "#ports/store-unavailable.ts";
import { errorCause, smtpOutcome } from "./outcome.ts";

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
      const { id, submission, recipients } = mail;
      const addresses = recipients.length > 0 ? recipients : to;
      if (addresses.length === 0)
        return { outcome: "retry", reason: "Aucune adresse de destination n’est configurée." };
      const { subject, text, html, replyTo } = composeMail(mail, publicUrl);
      return deliver(url, timeoutMs, {
        from,
        to: addresses.map((address) => ({ name: "", address })),
        ...(replyTo && { replyTo: { name: "", address: replyTo } }),
        subject,
        text,
        html,
        messageId: messageIdOf(submission.type, id, from),
        signal: AbortSignal.timeout(timeoutMs * STEPS),
      });
    },
  };
}

export const createSmtpAccountMailer = ({
  url,
  from,
  timeoutMs = 10_000,
}: Omit<Options, "to" | "publicUrl">): AccountMailer => ({
  send: ({ id, recipient, subject, text, html }) =>
    deliver(url, timeoutMs, {
      from,
      to: { name: "", address: recipient },
      subject,
      text,
      ...(html && { html }),
      messageId: messageIdOf("account", id, from),
      signal: AbortSignal.timeout(timeoutMs),
    }),
});

async function deliver(url: string, timeoutMs: number, mail: SendMailOptions): Promise<Outcome> {
  try {
    const transport = await openTransport(url, timeoutMs);
    await transport.sendMail({
      ...mail,
      encoding: "quoted-printable",
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { outcome: "sent" };
  } catch (error) {
    return smtpOutcome(error);
  }
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
