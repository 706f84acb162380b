/** Messages to the members: an info that went by all ways, a convocation, and a message to those who come to help. */
import { addDays, dayInZurich } from "#domain/dates.ts";
import { type NewMailing, newMailingId } from "#domain/mailings/mailing.ts";
import { workingEmail } from "#domain/register/member.ts";
import { MAILING_LETTERS_PER_CALL_MAX } from "#stores/mailings.ts";
import { type Audience, type MailingRecipient, readAudience, readMailingState } from "#usecases/mailings/recipients.ts";
import type { Services } from "#usecases/services.ts";

const AUTHOR = { id: "", name: "Démo" };

const INFO = {
  subject: "Sortie à ski, le samedi 30\u00a0janvier",
  text: "**Rendez-vous à 7\u00a0h 30** devant la salle, retour vers 18\u00a0h.\n\n- Bus et repas\u00a0: 45.–, à payer dans le bus\n- Prenez une pièce d’identité\n\nInscription jusqu’au 20\u00a0janvier.",
  answersTo: "Élodie, 079 000 00 91",
  isForGroup: true,
};

const CONVOCATION = {
  subject: "Convocation à l’assemblée générale",
  text: "Chers membres,\n\nvous êtes convoqués à l’assemblée générale, à 19\u00a0h à la salle paroissiale.\n\n1. Procès-verbal de la dernière assemblée\n2. Comptes et rapport des vérificateurs\n3. Élections\n4. Divers",
  answersTo: "",
  isForGroup: false,
};

const ABOUT_EVENT = {
  subject: "Merci de venir une demi-heure plus tôt",
  text: "On se retrouve **à l’entrée de la salle** pour les badges et les t-shirts. Le souper est offert.",
  answersTo: "Damien, 079 000 00 92",
  isForGroup: false,
};

/** @param optedOut id of a member who wants no infos */
export async function fillMailings(services: Services, optedOut: string): Promise<void> {
  const { optOuts, slots, clock } = services;
  await optOuts.set(optedOut, true, null);
  const day = addDays(dayInZurich(clock.now()), 21);
  const everybody = { filter: "present", text: "" } as const;
  await send(services, { kind: "info", ...everybody }, INFO, 2);
  await send(services, { kind: "convocation", ...everybody }, { ...CONVOCATION, day }, 0);
  const [planned] = await slots.listAll();
  if (!planned) return;
  const { event } = planned;
  await send(services, { kind: "event", event }, { ...ABOUT_EVENT, event }, 1);
}

/** Sends a mailing by all ways. @param due number of people whom the committee has not yet written to by SMS or WhatsApp */
async function send(
  services: Services,
  audience: Exclude<Audience, { corrects: unknown }>,
  words: Pick<NewMailing, "subject" | "text" | "answersTo" | "isForGroup"> & Partial<NewMailing>,
  due: number,
): Promise<void> {
  const { mailings, touches, clock } = services;
  const { people } = await readAudience(services, audience);
  const recipients = people.map(({ member, reply }) => ({ member, reply }));
  const id = newMailingId();
  await mailings.create(
    id,
    { event: "", day: "", corrects: "", ...words, kind: audience.kind, recipients },
    [],
    AUTHOR,
  );
  await sendLetters(services, id, people);
  const dueBy = async (way: "group" | "mobile" | "paper"): Promise<MailingRecipient[]> => {
    const mailing = await mailings.get(id);
    const state = mailing && (await readMailingState(services, mailing));
    return (state?.people ?? []).filter(({ delivery }) => delivery.is === "due" && delivery.way === way);
  };
  for (const way of ["group", "paper"] as const)
    await mailings.share(
      id,
      way,
      (await dueBy(way)).map((one) => one.id),
      AUTHOR,
    );
  const phones = await dueBy("mobile");
  for (const [i, { member, reply }] of phones.slice(0, Math.max(0, phones.length - due)).entries()) {
    const topic = { id, about: "", reply };
    const way = i % 3 === 0 ? "sms" : "whatsapp";
    await touches.record({ kind: "mailing", member, fees: [], topic, way, at: clock.now() }, AUTHOR);
  }
}

/** The demo has no mail server: records the letters as sent. */
async function sendLetters(
  { mailings, mails, clock }: Services,
  id: string,
  people: Awaited<ReturnType<typeof readAudience>>["people"],
): Promise<void> {
  const letters = people.flatMap(({ member, person }) => {
    const recipient = person ? workingEmail(person) : "";
    return recipient === "" ? [] : [{ member, letter: { recipient, subject: "", text: "", html: "" } }];
  });
  for (let i = 0; i < letters.length; i += MAILING_LETTERS_PER_CALL_MAX)
    await mailings.queueLetters({ id, by: AUTHOR }, letters.slice(i, i + MAILING_LETTERS_PER_CALL_MAX));
  const now = clock.now();
  for (let mail = await mails.leaseDue(now, 1000); mail; mail = await mails.leaseDue(now, 1000))
    if (mail.topic === id) await mails.record(mail, { state: "envoye", at: now });
}
