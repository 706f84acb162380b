/** Checks the site's SMTP credentials without sending mail. */
import type { MailCheck } from "#domain/site-health/measurements.ts";
import { timeouts } from "./deliver.ts";
import { errorCause } from "./outcome.ts";

const LOOKS: Record<string, MailCheck> = {
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
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ url, ...timeouts(timeoutMs) });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<MailCheck>((resolve) => {
    timer = setTimeout(() => resolve("late"), timeoutMs);
  });
  const verified = transport.verify().then(
    (): MailCheck => "accepted",
    (error: unknown): MailCheck => LOOKS[errorCause(error)] ?? "refused",
  );
  try {
    return await Promise.race([verified, late]);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}
