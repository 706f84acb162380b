/** A site on which each source of « À faire » finds something. */
import { DRAFT_PUBLICATION } from "#domain/events/publication.ts";
import type { Documents } from "#ports/documents.ts";
import { createFeeStore } from "#stores/fees/fees.ts";
import { createMailingStore } from "#stores/mailings.ts";
import { createLostLinkStore } from "#stores/register/lost-links.ts";
import { aTransaction, aVerdict } from "#tests/contracts/bank/bank.contract.ts";
import { aMailing } from "#tests/contracts/mailings/mailings.contract.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { mailRefused } from "#tests/mail-results.ts";
import { sendBills } from "#usecases/fees/send-bills.ts";
import { answerLinkQuestions, askForMemberLink } from "#usecases/register/lost-link.ts";
import { sendProposal } from "#usecases/register/proposals.ts";
import type { Services } from "#usecases/services.ts";
import { aFeast, PUBLIC_URL } from "./slot-rounds.ts";

export const NOW = new Date("2027-05-20T10:00:00Z");
/** 30 days earlier: the bill is due for a reminder. */
const BILL_SENT = new Date("2027-04-20T10:00:00Z");

/** @param services with the clock at `NOW` @returns the ids of the items, in the order of the list */
export async function makeEverythingToDo(services: Services & { documents: Documents }): Promise<string[]> {
  const { documents, register, inbox, mails, bank, events, siteSecret } = services;
  const marie = await saveMember(register, aMember({ firstName: "Marie", phone: "0791112233" }));
  await saveMember(register, aMember({ firstName: "Léo", birthDate: "2012-05-01", phone: "" }));
  const fees = createFeeStore(documents, () => BILL_SENT);
  await fees.open({ year: "2026", amount: 5000, joinedBy: "2026-10-01" }, null);
  await sendBills(
    { ...services, fees },
    { year: "2026", days: null, way: "sms", ids: [`2026-${marie}`] },
    PUBLIC_URL,
    null,
  );
  await inbox.add(aSignUp(), NOW);
  await mailRefused(mails, (await inbox.add(aMessage(), NOW)).entry.id, "Refusé.");
  await bank.keep(aTransaction("T1"), aVerdict(), null);
  const member = await register.get(marie);
  if (!member) throw new Error("unreachable");
  await sendProposal(services, member, { intention: "correction", street: "Rue neuve" });
  const lostLinks = createLostLinkStore(documents, siteSecret, () => NOW);
  await askForMemberLink({ lostLinks }, { contact: "079 111 22 33" });
  await answerLinkQuestions({ ...services, lostLinks }, PUBLIC_URL);
  const feast = await aFeast(services, { month: "2027-05", firstDay: "2027-05-29" });
  await feast.come("Ana", [await feast.slot(22, { needed: 5 })]);
  const mailings = createMailingStore(documents, siteSecret, () => new Date(NOW.getTime() - 2 * 86_400_000));
  await mailings.create(
    "sortie",
    aMailing({ subject: "Sortie", recipients: [{ member: marie, reply: "" }] }),
    [],
    null,
  );
  const draft = { name: "Loto", month: "2027-06", firstDay: "2027-06-26", publication: DRAFT_PUBLICATION };
  await events.create("Loto", anEvent(draft), null);
  const { subject = "" } = (await events.get("Loto")) ?? {};
  return [
    "inbox-inscription",
    "inbox-message",
    "refused-message",
    "lost-links",
    `slots-${feast.event.subject}`,
    `poster-${subject}`,
    "fees-2027",
    "bills-2026",
    "reminders-2026",
    "bank-payments",
    "consents",
    "proposals",
    "mailing-sortie",
  ];
}
