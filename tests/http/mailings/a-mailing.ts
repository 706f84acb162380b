import { expect } from "vitest";
import { type NewMailing, newMailingId } from "#domain/mailings/mailing.ts";
import { EMPTY_MEMBER, type MemberData } from "#domain/register/member.ts";
import { saveMember } from "#tests/contracts/register/register.contract.ts";
import { errorsIn, hasJava } from "#tests/html/html-checker.ts";
import type { TestSite } from "#tests/http/site.ts";
import { faultsIn } from "#tests/typography.ts";

export const BOB = { id: "bob", name: "Bob" };

/** @returns the id of a new member, Zoé Dupont, except for these fields */
export const addZoe = ({ services }: Pick<TestSite, "services">, fields: Partial<MemberData> = {}): Promise<string> =>
  saveMember(services.register, {
    ...EMPTY_MEMBER,
    firstName: "Zoé",
    lastName: "Dupont",
    email: "zoe@exemple.ch",
    birthDate: "2000-01-01",
    since: "2020-01-01",
    ...fields,
  });

const MAILING: NewMailing = {
  kind: "info",
  subject: "Sortie à ski",
  text: "Rendez-vous à **8 h**.\n\n- Skis\n- Casque",
  answersTo: "Bob, 079 123 45 67",
  isForGroup: true,
  event: "",
  day: "",
  recipients: [],
  corrects: "",
};

/** Creates a mailing without e-mails. @returns its id */
export async function addMailing(
  { services }: Pick<TestSite, "services">,
  fields: Partial<NewMailing>,
): Promise<string> {
  const id = newMailingId();
  await services.mailings.create(id, { ...MAILING, ...fields }, [], BOB);
  const created = await services.mailings.get(id);
  if (created) await services.mailings.markQueued(created);
  return id;
}

export const toMember = (member: string) => ({ member, reply: "" });
export const toReply = (reply: string) => ({ member: "", reply });

/** @returns what a page shows, without its frame */
export const mainOf = (html: string): string => /<main.*<\/main>/s.exec(html)?.[0] ?? "";

export const PRIVATE_HEADERS = ["cache-control", "referrer-policy", "x-robots-tag"];
export const PRIVATE_VALUES = ["private, no-store", "no-referrer", "noindex, nofollow"];

/** Checks the HTML of a page, and the French spaces and quotes of its words. */
export async function expectSound(html: string): Promise<void> {
  expect(faultsIn(mainOf(html).replaceAll(/<[^>]+>/g, "\n"))).toEqual([]);
  if (hasJava()) expect(await errorsIn([{ name: "page", html }])).toEqual([]);
}
