import type { TypedValues } from "./fields.ts";

export type Draft = {
  readonly values: TypedValues;
  /** Version of the document when editing began; empty for a new document. */
  readonly version: string;
  readonly picture: string;
};

/** The form values in `shown` that differ from `stored`; null when nothing differs and no picture is chosen. */
export function draftOf(
  shown: TypedValues,
  stored: TypedValues,
  { version, picture }: Pick<Draft, "version" | "picture">,
): Draft | null {
  const values = Object.fromEntries(Object.entries(shown).filter(([name, value]) => value !== stored[name]));
  return Object.keys(values).length > 0 || picture !== "" ? { values, version, picture } : null;
}

/** Draft values to restore: only for fields that the form shows, and that the user has not edited since it opened. */
export const restoreTyped = ({ values }: Draft, shown: TypedValues, stored: TypedValues): TypedValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => shown[name] !== undefined && shown[name] === stored[name]),
  );
