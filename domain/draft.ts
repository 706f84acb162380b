import type { TypedValues } from "./fields.ts";

/** Unsaved input in the form of a member or an event. */
export type Draft = {
  /** The fields that differ from the document, by name. */
  readonly values: TypedValues;
  /** Version of the edited document; empty: a new one. */
  readonly version: string;
  /** Name of the chosen picture file; empty: none. */
  readonly picture: string;
};

/**
 * The draft to keep. `shown` are the form's values and `stored` those of the document; a field missing from `stored`
 * counts as typed. Null when nothing differs.
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
 * The draft's values to restore. Skips fields typed into since (`shown` differs from `stored`) and fields that the form
 * no longer has.
 */
export const putBack = ({ values }: Draft, shown: TypedValues, stored: TypedValues): TypedValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => shown[name] !== undefined && shown[name] === stored[name]),
  );
