/** Translates environment variables of Basecamp's ONCE into variables of the site (decision 0053). */

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Port with implicit TLS. On other ports, the mailer uses STARTTLS if the server offers it. */
const ENCRYPTED_PORT = "465";
const SUBMISSION_PORT = "587";

/** In a container, adds `TRUST_PROXY` and the variables of the mail server. Variables of `env` take precedence. */
export const translateContainerSettings = (env: EnvironmentVariables): EnvironmentVariables =>
  env.CONTAINER === "on" ? { TRUST_PROXY: "1", ...mailOf(env), ...env } : env;

function mailOf({
  MAIL,
  SMTP_URL,
  SMTP_ADDRESS,
  MAILER_FROM_ADDRESS,
  ...server
}: EnvironmentVariables): EnvironmentVariables {
  // The value is `Name <address>` or an address.
  const from = MAILER_FROM_ADDRESS && {
    MAIL_FROM: /<([^<>]+)>\s*$/.exec(MAILER_FROM_ADDRESS)?.[1] ?? MAILER_FROM_ADDRESS,
  };
  if (MAIL || SMTP_URL || !SMTP_ADDRESS) return { ...from };
  const { SMTP_PORT: port = SUBMISSION_PORT, SMTP_USERNAME: user, SMTP_PASSWORD: password = "" } = server;
  const scheme = port === ENCRYPTED_PORT ? "smtps" : "smtp";
  const signIn = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : "";
  const host = SMTP_ADDRESS.includes(":") ? `[${SMTP_ADDRESS}]` : SMTP_ADDRESS;
  const url = `${scheme}://${signIn}${host}:${port}`;
  if (!URL.canParse(url))
    throw new Error(
      "Configuration: SMTP_ADDRESS must be a host name and SMTP_PORT a number, as in mail.exemple.ch and 587",
    );
  return { MAIL: "smtp", SMTP_URL: url, ...from };
}

const REQUIRED = {
  PUBLIC_URL: "the address that visitors type, as in PUBLIC_URL=https://jeunesse.exemple.ch",
  ADMIN_EMAIL: "the link that its first start prints lets this address in",
} as const;

/** Called only for the site, because commands work without these variables. */
export function checkContainerSettings(env: EnvironmentVariables): void {
  for (const [variable, use] of Object.entries(REQUIRED))
    if (!env[variable]) throw new Error(`Configuration: ${variable} is needed in a container: ${use}`);
}
