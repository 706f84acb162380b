/** A person whom the committee adds to a slot by hand: a member, or somebody else, also without a number. */
import * as z from "zod/mini";
import type { Day } from "#domain/dates.ts";
import { optionalPhoneSchema, requiredLineSchema } from "#domain/fields.ts";
import { hasLeft, type MemberData, memberName, placeAndAgeInFrench } from "#domain/register/member.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { compareFrench } from "#domain/text/french-order.ts";
import { foldText } from "#domain/text/search.ts";
import { findMemberOfReply } from "./reply.ts";

export const addByHandSchema = () =>
  z.object({ name: requiredLineSchema(), phone: optionalPhoneSchema(), slot: z._default(z.string(), "") });

export const SEVERAL_MEMBERS_SENTENCE =
  "Plusieurs membres ont ce nom\u00a0: choisissez dans la liste, ou ajoutez le numéro.";

/** The present members to choose from, sorted: `Dubuis, Léa`; of the same name `Dubuis, Léa (Savièse, 18 ans)`. */
export function memberNameChoices<M extends MemberData>(members: readonly M[], day: Day) {
  const present = members.filter((member) => !hasLeft(member));
  const byName = Map.groupBy(present, ({ firstName, lastName }) => `${lastName}, ${firstName}`);
  return [...byName]
    .toSorted(([a], [b]) => compareFrench(a, b))
    .flatMap(([name, same]) =>
      same.map((member) => ({
        member,
        label: same.length > 1 ? `${name} (${placeAndAgeInFrench(member, day)})` : name,
      })),
    );
}

/**
 * The member whom the committee has typed or chosen (`memberNameChoices`). Null for a person who is no member. A typed number
 * distinguishes persons of the same name.
 */
export function findMemberAddedByHand<M extends MemberData>(
  members: readonly M[],
  { name, phone }: { readonly name: string; readonly phone: string },
  day: Day,
): Result<M | null, "several"> {
  const typed = foldText(name);
  // A name with a comma was chosen from the list of members.
  const choices = name.includes(",") ? memberNameChoices(members, day) : [];
  const chosen = choices.filter(({ label }) => foldText(label) === typed);
  if (chosen[0] && chosen.length === 1) return success(chosen[0].member);
  if (phone !== "") return success(findMemberOfReply(members, { name, phone }));
  const same = members.filter((member) => !hasLeft(member) && namesOf(member).includes(typed));
  return same.length > 1 ? refusal("several") : success(same[0] ?? null);
}

const namesOf = (member: MemberData): string[] =>
  [memberName(member), `${member.lastName} ${member.firstName}`, `${member.lastName}, ${member.firstName}`].map(
    foldText,
  );
