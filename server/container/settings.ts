/** What a container is told in the words of the ONCE contract, in the words of the site (decision 0053). */

type Environment = Readonly<Record<string, string | undefined>>;

/** Where mail is encrypted from the first byte; elsewhere STARTTLS is used when the server offers it. */
const ENCRYPTED_PORT = "465";
const SUBMISSION_PORT = "587";

/**
 * @param env the variables that are set
 * @returns the same outside a container; in one (`CONTAINER=on`), with what follows for the site: one proxy before it,
 * and its mail server. What is set in the site's own words wins.
 */
export function withContainerSettings(env: Environment): Environment {
  if (env.CONTAINER !== "on") return env;
  return { TRUST_PROXY: "1", ...mailOf(env), ...env };
}

const REQUIRED = {
  PUBLIC_URL: "the address that visitors type, as in PUBLIC_URL=https://jeunesse.exemple.ch",
  ADMIN_EMAIL: "the link that its first start prints lets this address in",
} as const;

/**
 * Checks what a container that serves cannot do without; its commands can.
 * @throws an error of one line that names the first variable that is missing, and what it is for
 */
export function checkContainerSettings(env: Environment): void {
  for (const [variable, use] of Object.entries(REQUIRED))
    if (!env[variable]) throw new Error(`Configuration: ${variable} is needed in a container: ${use}`);
}

function mailOf({ MAIL, SMTP_URL, SMTP_ADDRESS, MAILER_FROM_ADDRESS, ...server }: Environment): Environment {
  const from = MAILER_FROM_ADDRESS && { MAIL_FROM: addressOf(MAILER_FROM_ADDRESS) };
  if (MAIL || SMTP_URL || !SMTP_ADDRESS) return { ...from };
  const { SMTP_PORT: port = SUBMISSION_PORT, SMTP_USERNAME: user, SMTP_PASSWORD: password = "" } = server;
  const scheme = port === ENCRYPTED_PORT ? "smtps" : "smtp";
  const signIn = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : "";
  const host = SMTP_ADDRESS.includes(":") ? `[${SMTP_ADDRESS}]` : SMTP_ADDRESS;
  return { MAIL: "smtp", SMTP_URL: `${scheme}://${signIn}${host}:${port}`, ...from };
}

/** @returns the address of `Name <address>`, or what is no such thing as it is */
const addressOf = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;
