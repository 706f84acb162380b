import type { TypedValues } from "./fields.ts";

export type Draft = {
  readonly values: TypedValues;
  /** Version of the edited document; empty for a new document. */
  readonly version: string;
  readonly picture: string;
};

/** The draft to store; null when nothing differs. A field missing from `stored` counts as typed. */
export function draftOf(
  shown: TypedValues,
  stored: TypedValues,
  { version, picture }: Pick<Draft, "version" | "picture">,
): Draft | null {
  const values = Object.fromEntries(Object.entries(shown).filter(([name, value]) => value !== stored[name]));
  return Object.keys(values).length > 0 || picture !== "" ? { values, version, picture } : null;
}

/** The values to restore, without fields that were edited since or that the form no longer has. */
export const restoreTyped = ({ values }: Draft, shown: TypedValues, stored: TypedValues): TypedValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => shown[name] !== undefined && shown[name] === stored[name]),
  );
