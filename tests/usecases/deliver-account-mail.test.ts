import { expect, it } from "vitest";
import type { Outcome } from "#ports/mailer.ts";
import { deliverAccountMail } from "#usecases/accounts/deliver-account-mail.ts";
import { desk } from "./desk.ts";

const NOW = new Date("2025-08-05T12:17:00Z");
const HELD: Outcome = { outcome: "held", reason: "", everyMail: true };
const MAIL = { id: "a", recipient: "zoe@exemple.ch", subject: "Été", text: "Un", html: "<p>Un</p>" };

it.each([
  ["leaves the queue when it is sent", { outcome: "sent" }, null, []],
  ["leaves the queue when it is refused, with the reason", { outcome: "refused", reason: "Non." }, null, ["Non."]],
  ["waits a minute for an absent server", { outcome: "retry", reason: "" }, new Date("2025-08-05T12:18:00Z"), []],
  ["waits until the next full hour when a setting holds it", HELD, new Date("2025-08-05T13:00:00Z"), []],
] satisfies [string, Outcome, Date | null, string[]][])("a mail to an account %s", async (_, outcome, due, reasons) => {
  const { accountMail } = desk();
  await accountMail.add([MAIL], NOW);
  const refused: string[] = [];
  const services = { accountMail, accountMailer: { send: async () => outcome }, clock: { now: () => NOW } };
  await deliverAccountMail(services, (reason) => refused.push(reason));
  expect([await accountMail.nextDue(), refused]).toEqual([due, reasons]);
});
