/** Translates the variables of the ONCE contract into the site's own (decision 0053). */

type Environment = Readonly<Record<string, string | undefined>>;

/** The port for mail that is encrypted from the first byte; elsewhere STARTTLS is used when the server offers it. */
const ENCRYPTED_PORT = "465";
const SUBMISSION_PORT = "587";

/**
 * @param env the variables that are set
 * @returns the same outside a container; in one (`CONTAINER=on`) also one proxy, and the mail server. The site's own
 * variables win.
 */
export const withContainerSettings = (env: Environment): Environment =>
  env.CONTAINER === "on" ? { TRUST_PROXY: "1", ...mailOf(env), ...env } : env;

function mailOf({ MAIL, SMTP_URL, SMTP_ADDRESS, MAILER_FROM_ADDRESS, ...server }: Environment): Environment {
  // `Name <address>`, or the bare address.
  const from = MAILER_FROM_ADDRESS && {
    MAIL_FROM: /<([^<>]+)>\s*$/.exec(MAILER_FROM_ADDRESS)?.[1] ?? MAILER_FROM_ADDRESS,
  };
  if (MAIL || SMTP_URL || !SMTP_ADDRESS) return { ...from };
  const { SMTP_PORT: port = SUBMISSION_PORT, SMTP_USERNAME: user, SMTP_PASSWORD: password = "" } = server;
  const scheme = port === ENCRYPTED_PORT ? "smtps" : "smtp";
  const signIn = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : "";
  const host = SMTP_ADDRESS.includes(":") ? `[${SMTP_ADDRESS}]` : SMTP_ADDRESS;
  return { MAIL: "smtp", SMTP_URL: `${scheme}://${signIn}${host}:${port}`, ...from };
}

const REQUIRED = {
  PUBLIC_URL: "the address that visitors type, as in PUBLIC_URL=https://jeunesse.exemple.ch",
  ADMIN_EMAIL: "the link that its first start prints lets this address in",
} as const;

/** For a container that serves; its commands need none of it. @throws an error of one line that names what is missing */
export function checkContainerSettings(env: Environment): void {
  for (const [variable, use] of Object.entries(REQUIRED))
    if (!env[variable]) throw new Error(`Configuration: ${variable} is needed in a container: ${use}`);
}
