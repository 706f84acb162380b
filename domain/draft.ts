import type { TypedValues } from "./fields.ts";

/** What the committee has typed into the form of a member or an event, and not saved. */
export type Draft = {
  /** The fields that say something else than the document, by name. */
  readonly values: TypedValues;
  /** Version of the document that they were typed over; empty: it is a new one. */
  readonly version: string;
  /** Name of the picture file that was chosen; empty: none. */
  readonly picture: string;
};

/**
 * @param shown what the fields say
 * @param stored what they say of the document as it is kept; a field that it leaves out counts as typed
 * @returns what is worth keeping; null when the form says nothing but the document
 */
export function draftOf(
  shown: TypedValues,
  stored: TypedValues,
  { version, picture }: Pick<Draft, "version" | "picture">,
): Draft | null {
  const values = Object.fromEntries(Object.entries(shown).filter(([name, value]) => value !== stored[name]));
  return Object.keys(values).length > 0 || picture !== "" ? { values, version, picture } : null;
}

/**
 * @param shown what the fields say, as the form has just opened
 * @param stored what they say of the document as it is kept by now
 * @returns the part of a draft that goes back into the fields: nothing over what was typed since, and nothing into a
 * field that the form does not have any more
 */
export const putBack = ({ values }: Draft, shown: TypedValues, stored: TypedValues): TypedValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => shown[name] !== undefined && shown[name] === stored[name]),
  );
