/** Whether an SMTP server takes the site's sign-in; no mail is sent. */
import type { MailLook } from "#domain/site-health/measurements.ts";
import { causeOf } from "./outcome.ts";

const LOOKS: Record<string, MailLook> = {
  EAUTH: "sign-in",
  ENOAUTH: "sign-in",
  ETIMEDOUT: "late",
  EABORT: "late",
  ESOCKET: "unreachable",
  EDNS: "unreachable",
  ECONNECTION: "unreachable",
  ETLS: "insecure",
};

/**
 * @param url as for `createSmtpMailer`
 * @param timeoutMs how long all of it may take
 */
export async function trySignIn(url: string, timeoutMs = 10_000): Promise<MailLook> {
  const { createTransport } = await import("nodemailer");
  const limits = {
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  };
  const transport = createTransport({ url, ...limits });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<MailLook>((resolve) => {
    timer = setTimeout(() => resolve("late"), timeoutMs);
  });
  const verified = transport.verify().then(
    (): MailLook => "accepted",
    (fault: unknown): MailLook => LOOKS[causeOf(fault)] ?? "refused",
  );
  try {
    return await Promise.race([verified, late]);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}
