/** A mailing to members of whom each way reaches some. */
import { type NewMailing, newMailingId } from "#domain/mailings/mailing.ts";
import { EMPTY_MEMBER, IN_GROUP_CHAT, type MemberData } from "#domain/register/member.ts";
import type { LetterMail, Mailer, MailOutcome } from "#ports/mailer.ts";
import { readAudience } from "#usecases/mailings/recipients.ts";
import { sendMailing } from "#usecases/mailings/send-mailing.ts";
import type { Services } from "#usecases/services.ts";

const SITE = "https://exemple.ch";
const BY = { id: "1", name: "Sophie" };
const ADDRESS = { street: "Rue du Lac", buildingNumber: "1", postcode: "1965", place: "Savièse" };

/** Number of members by the way that reaches them. `none`: whom no way reaches. */
export type Ways = { email?: number; group?: number; mobile?: number; paper?: number; none?: number };

/** The fields of the nth member of a way. */
const REACHED_BY: Record<keyof Ways, (i: number) => Partial<MemberData>> = {
  email: (i) => ({ email: `membre-${i}@exemple.ch` }),
  group: () => ({ inGroupChat: IN_GROUP_CHAT }),
  mobile: (i) => ({ phone: `079123${String(i).padStart(4, "0")}` }),
  paper: () => ADDRESS,
  none: () => ({}),
};

const LAST_NAMES: Record<keyof Ways, string> = {
  email: "Dubuis",
  group: "Héritier",
  mobile: "Luyet",
  paper: "Reynard",
  none: "Zuchuat",
};

/** « Léa Luyet 003 » */
export const nameOf = (way: keyof Ways, i: number) => `Léa ${LAST_NAMES[way]} ${String(i).padStart(3, "0")}`;

/** A mailer that answers `outcome` to each letter, with the letters that it got. */
export function aMailer(outcome: (mail: LetterMail) => MailOutcome = () => ({ outcome: "sent" })) {
  const letters: LetterMail[] = [];
  const mailer: Mailer = {
    delivery: "server",
    send: async () => ({ outcome: "sent" }),
    sendLetter: async (mail) => {
      letters.push(mail);
      return outcome(mail);
    },
  };
  return { mailer, letters };
}

type Needs = Parameters<typeof sendMailing>[0] & Parameters<typeof readAudience>[0] & Pick<Services, "register">;

/** Adds members, and sends a mailing to everybody in the register. @returns the id of the mailing */
export async function aSentMailing(services: Needs, ways: Ways, words: Partial<NewMailing> = {}): Promise<string> {
  const members = (Object.keys(REACHED_BY) as (keyof Ways)[]).flatMap((way) =>
    Array.from({ length: ways[way] ?? 0 }, (_, i) => {
      const [firstName = "", ...lastName] = nameOf(way, i).split(" ");
      return { ...EMPTY_MEMBER, firstName, lastName: lastName.join(" "), since: "2020-01-01", ...REACHED_BY[way](i) };
    }),
  );
  await services.register.save(
    members.map((data) => ({ id: null, data })),
    BY,
  );
  const { people } = await readAudience(services, { kind: "info", filter: "present", text: "" });
  const recipients = people.map(({ member, reply }) => ({ member, reply }));
  const text = "Rendez-vous à **8 h** devant la halle.";
  const mailing: NewMailing = {
    kind: "info",
    subject: "Sortie",
    text,
    answersTo: "Sophie, 079 123 45 67",
    isForGroup: true,
    event: "",
    day: "",
    corrects: "",
    recipients,
    ...words,
  };
  const id = newMailingId();
  await sendMailing(services, { id, mailing, account: "sophie@exemple.ch", publicUrl: SITE }, BY);
  return id;
}
