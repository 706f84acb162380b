/**
 * A process that sends a mailing to all members, prints a line when it starts to, and waits until it is killed:
 * `node mailing-sender.ts DATA_DIR ID`
 */
import type { NewMailing } from "#domain/mailings/mailing.ts";
import { readConfig } from "#server/config.ts";
import { openServices } from "#server/services.ts";
import { readAudience } from "#usecases/mailings/recipients.ts";
import { sendMailing } from "#usecases/mailings/send-mailing.ts";
import type { Services } from "#usecases/services.ts";

const WORDS = {
  subject: "Sortie",
  text: "Rendez-vous à 8 h.",
  answersTo: "",
  isForGroup: false,
  kind: "info",
  event: "",
  day: "",
  corrects: "",
} as const satisfies Partial<NewMailing>;

/** Sends the mailing as its form does. Idempotent with `id`. */
export async function sendToAll(services: Services, id: string): Promise<void> {
  const { people } = await readAudience(services, { kind: "info", filter: "present", text: "" });
  const recipients = people.map(({ member, reply }) => ({ member, reply }));
  await sendMailing(
    services,
    { id, mailing: { ...WORDS, recipients }, account: "comite@exemple.ch", publicUrl: "https://site.test" },
    null,
  );
}

if (process.argv[1] === import.meta.filename) {
  const [, , DATA_DIR = "", id = ""] = process.argv;
  const SMTP = { MAIL: "smtp", SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "site@exemple.ch" };
  const events = { onChange: () => {}, onMail: () => {}, report: () => {} };
  const { services } = await openServices(readConfig({ DATA_DIR, ...SMTP }), events, "site");
  process.stdout.write("begins\n");
  await sendToAll(services, id);
  process.stdout.write("done\n");
  setInterval(() => {}, 1000);
}
