/** The phones that a round writes to. */
import type { Day } from "#domain/dates.ts";
import { readPhone } from "#domain/fields.ts";
import { isMinorMember, type MemberData, memberName } from "#domain/register/member.ts";
import { whatsAppLink } from "#domain/sharing/shared-message.ts";
import type { Reply } from "#domain/slots/reply.ts";

export type RoundPhone = { readonly name: string; readonly number: string; readonly ofGuardian: boolean };

/** The mobile numbers of a member. @param guardianFirst whether the number of a minor's guardian comes first */
export function mobileNumbersOfMember(member: MemberData, today: Day, guardianFirst = true): RoundPhone[] {
  const own = { name: memberName(member), number: inFull(member.phone), ofGuardian: false };
  const name = member.guardianName || "Représentant légal";
  const guardian = { name, number: inFull(member.guardianPhone), ofGuardian: true };
  const both = guardianFirst ? [guardian, own] : [own, guardian];
  return (isMinorMember(member, today) ? both : [own]).filter(isMobile);
}

/** The number that a person gave with a reply, if it is a mobile number. */
export const mobileNumbersOfReply = ({ name, phone }: Pick<Reply, "name" | "phone">): RoundPhone[] =>
  [{ name, number: inFull(phone), ofGuardian: false }].filter(isMobile);

const isMobile = ({ number }: Pick<RoundPhone, "number">): boolean =>
  /^\+(?:417[4-9]\d{7}|(?!41)\d{7,15})$/.test(number);

const inFull = (phone: string): string => (readPhone(phone) ?? "").replace(/^0/, "+41");

/** Links that open a messaging app with a text. iOS and Android both read `?&body`. */
export const messagingLinks = ({ number }: Pick<RoundPhone, "number">, text: string) => ({
  sms: `sms:${number}?&body=${encodeURIComponent(text)}`,
  whatsapp: whatsAppLink(text, number.slice(1)),
});
