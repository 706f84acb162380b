/** Names of the register that a form offers to choose from: `Dubuis, Léa`. */
import { compareFrench } from "#domain/text/french-order.ts";
import { toSingleLine } from "../fields.ts";
import { hasLeft, type MemberData } from "./member.ts";

/** The names of the active members, sorted, each once. */
export function registerNameChoices(
  members: readonly Pick<MemberData, "firstName" | "lastName" | "leftOn">[],
): string[] {
  const active = members.filter((member) => !hasLeft(member));
  const names = new Set(active.map(({ firstName, lastName }) => `${lastName}, ${firstName}`));
  return [...names].sort(compareFrench);
}

/** Form values of a chosen name. Also reads a name that was typed as `Léa Dubuis`. */
export function namesOfRegisterChoice(chosen: string): { readonly Prenom: string; readonly Nom: string } {
  const text = toSingleLine(chosen);
  const comma = /^([^,]*),\s*(.*)$/.exec(text);
  const [, Prenom = "", Nom = ""] = /^(\S*)\s*(.*)$/.exec(text) ?? [];
  return comma ? { Prenom: comma[2] ?? "", Nom: comma[1] ?? "" } : { Prenom, Nom };
}
