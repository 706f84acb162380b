import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { addDays, type Day, dayInZurich, swissDay, yearsBefore } from "#domain/dates.ts";
import { EMPTY_MEMBER, hasLeft, IN_GROUP_CHAT, type MemberData, memberName } from "#domain/register/member.ts";
import type { SignUp } from "#domain/sign-up.ts";
import type { Submission } from "#domain/submission.ts";
import { openFeeYear } from "#usecases/fees/fee-years.ts";
import { answerLinkQuestions, askForMemberLink } from "#usecases/register/lost-link.ts";
import type { Services } from "#usecases/services.ts";
import { fillMailings } from "./mailings.ts";
import { fillReplies } from "./replies.ts";

const AUTHOR = { id: "", name: "Démo" };
const FIRST_NAMES =
  "Zoé Noé Léa Luc Ana Hugo Mila Théo Lina Loïc Emma Gaël Jade Max Rose Tom Élise Paul Nina Éric".split(" ");
const LAST_NAMES = "Amigne Arvine Cornalin Diolle Durize Fendant Heida Humagne Muscat Prabé Rèze Torrent Zour".split(
  " ",
);
const STREETS = ["Route de Prinzières", "Chemin du Bisse", "Rue du Stade", "Route d’Ormône", ""];
const COUNT = 40;
/** Reached on paper only. */
const WITHOUT_MOBILE = [22, 31];

export function demoMember(i: number, year: number): MemberData {
  const age = 17 + (i % 15);
  const street = STREETS[i % STREETS.length] ?? "";
  return {
    ...EMPTY_MEMBER,
    firstName: FIRST_NAMES[i % FIRST_NAMES.length] ?? "",
    lastName: LAST_NAMES[i % LAST_NAMES.length] ?? "",
    street,
    buildingNumber: street && String(1 + i),
    // Two members have neither an e-mail address nor a mobile number.
    phone: WITHOUT_MOBILE.includes(i) ? "" : `07900000${String(i).padStart(2, "0")}`,
    ...(i % 19 > 0 && { postcode: "1965", place: "Savièse" }),
    email: i % 3 === 0 ? `membre${i}@exemple.ch` : "",
    // Some members are not in the group chat yet, and a former member is still in it.
    inGroupChat: i % 7 === 3 || i === 25 || WITHOUT_MOBILE.includes(i) ? "" : IN_GROUP_CHAT,
    birthDate: `${year - age}-12-${String(1 + (i % 28)).padStart(2, "0")}`,
    since: `${year - 1 - (i % 6)}-03-01`,
    ...(age < 18 && { guardianName: `Anne ${LAST_NAMES[i % LAST_NAMES.length]}`, guardianPhone: "0790000099" }),
    ...(i % 13 === 12 && { leftOn: `${year - 1}-12-31`, leftReason: "Déménagement" }),
  };
}

export async function fillRegister(services: Services): Promise<void> {
  const { register, fees, attendance, clock } = services;
  if ((await register.list()).length > 0) return;
  const today = dayInZurich(clock.now());
  const year = today.slice(0, 4);
  const people = Array.from({ length: COUNT }, (_, i) => demoMember(i, Number(year)));
  const saved = await register.save(
    people.map((data) => ({ id: null, data })),
    AUTHOR,
  );
  const ids = (saved.ok ? saved.value : []).filter((_, i) => !hasLeft(people[i] as MemberData));
  await openFeeYear(services, year, AUTHOR);
  const some = (part: number) => ids.filter((_, i) => i % 5 === part).map((id) => `${year}-${id}`);
  for (const [i, way] of (["bank", "bank", "twint", "cash"] as const).entries())
    await fees.settle(some(i), { is: "paid", way, date: today }, AUTHOR);
  const [partly = "", waived = ""] = some(4);
  await fees.settle([partly], { is: "partly", before: 0, paid: 2000, way: "cash", date: today }, AUTHOR);
  await fees.settle([waived], { is: "waived", reason: "Au comité", date: today }, AUTHOR);
  await refuseOneEmail(services, year);
  await acceptNewMembers(services, today);
  await addNewSignUps(services, today);
  // Members without an e-mail address: all but every third one. This member has sent an address by the own page.
  await services.proposals.addEmail(ids[1] ?? "", "noe.arvine@exemple.ch");
  await askForMemberLink(services, { contact: people[4]?.phone ?? "" });
  await answerLinkQuestions(services, "");
  for (const id of ids.slice(0, 12)) await attendance.set(addDays(today, -20), id, true, AUTHOR);
  await fillReplies(services, ids);
  await fillMailings(services, ids[7] ?? "");
}

/** Records that a mail server has refused a bill, so that the member's address is marked. */
async function refuseOneEmail({ fees, register, mails, clock }: Services, year: string): Promise<void> {
  const members = new Map((await register.list()).map((member) => [member.id, member]));
  const fee = (await fees.listOpen(year)).find(({ member }) => members.get(member)?.email);
  const member = fee && members.get(fee.member);
  if (!fee || !member) return;
  const [address, reason] = [member.email, "Le serveur de messagerie refuse cette adresse (réponse 550)."];
  const words = { subject: `Cotisation ${year}`, text: memberName(member), html: "" };
  const letter = { kind: "bill", cause: fee.id, recipient: address, member: member.id, ...words } as const;
  await fees.recordSent(new Map([[fee.id, letter]]), "email", AUTHOR);
  const now = clock.now();
  for (let mail = await mails.leaseDue(now, 1000); mail; mail = await mails.leaseDue(now, 1000))
    if (mail.member)
      await mails.record(mail, { state: "echec", reason, addresses: [{ address, state: "refused", reason }] });
}

/** Accepts recent sign-ups, one of them of a minor. All these members except the first wait for a welcome message. */
async function acceptNewMembers(services: Services, today: Day): Promise<void> {
  const { inbox, register, touches, clock } = services;
  const now = clock.now();
  const accepted: string[] = [];
  for (const [i, { age, ...newMember }] of NEW_MEMBERS.entries()) {
    const { firstName, lastName, phone } = newMember;
    const birthDate = yearsBefore(today, age);
    const isMinor = age < AGE_OF_MAJORITY;
    const { entry } = await inbox.add(signUpOf({ age, ...newMember }, today), now);
    const person = { firstName, lastName, phone, birthDate, since: addDays(today, -70 - i) };
    const address = { street: "Rue du Stade", buildingNumber: "3", postcode: "1965", place: "Savièse" };
    const guardian = isMinor && { guardianName: "Anne Varone", guardianPhone: "0790000098" };
    const data = { ...EMPTY_MEMBER, ...person, ...address, ...guardian };
    const saved = await register.save([{ id: null, data, signUp: entry.id }], AUTHOR);
    if (saved.ok) accepted.push(...saved.value);
  }
  const [member = ""] = accepted;
  await touches.record({ kind: "welcome", member, fees: [], way: "whatsapp", at: now }, AUTHOR);
}

type NewMember = Pick<SignUp, "firstName" | "lastName" | "phone"> & {
  age: number;
  address?: string;
  birthDateToVerify?: boolean;
};

function signUpOf({ age, birthDateToVerify = false, ...person }: NewMember, today: Day): Submission {
  const birthDate = swissDay(yearsBefore(today, age));
  const minorCharter = age < AGE_OF_MAJORITY ? AGREED : "Majeur";
  const content: SignUp = {
    address: "Rue du Stade 3, 1965 Savièse",
    ...person,
    birthDate,
    charter: AGREED,
    minorCharter,
  };
  return { type: "inscription", content, birthDateToVerify };
}

/** Adds undecided sign-ups: some can be accepted at once, one of them of a minor; the others need a check. */
async function addNewSignUps({ inbox, clock }: Services, today: Day): Promise<void> {
  for (const person of WAITING) await inbox.add(signUpOf(person, today), clock.now());
}

const AGREED = "Validé par la personne";
const NEW_MEMBERS = [
  { firstName: "Marie", lastName: "Bridy", age: 22, phone: "0790000090" },
  { firstName: "Élodie", lastName: "Dubuis", age: 19, phone: "0790000091" },
  { firstName: "Malik", lastName: "Héritier", age: 24, phone: "0790000092" },
  { firstName: "Lou", lastName: "Varone", age: 16, phone: "0790000093" },
];
const WAITING: readonly NewMember[] = [
  { firstName: "Chloé", lastName: "Reynard", age: 20, phone: "0790000080" },
  { firstName: "Nathan", lastName: "Luyet", age: 17, phone: "0790000081" },
  { firstName: "Alice", lastName: "Jollien", age: 25, phone: "0790000082" },
  { firstName: "Sami", lastName: "Favre", age: 23, phone: "0790000083", address: "à Ormône, vers la fontaine" },
  { firstName: "Luc", lastName: "Debons", age: 17, phone: "0790000084", birthDateToVerify: true },
];
