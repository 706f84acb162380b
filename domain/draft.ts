import type { TypedValues } from "./fields.ts";

export type FormDraft = {
  /** Id of the account that typed the values. Null for a visitor. */
  readonly account: string | null;
  readonly values: TypedValues;
  /** Version of the document when editing began. Empty for a new document. */
  readonly version: string;
  readonly picture: string;
};

/** The values in `shown` that differ from `stored`. Null if nothing changed. */
export function createFormDraft(
  shown: TypedValues,
  stored: TypedValues,
  { account, version, picture }: Omit<FormDraft, "values">,
): FormDraft | null {
  const values = Object.fromEntries(Object.entries(shown).filter(([name, value]) => value !== stored[name]));
  return Object.keys(values).length > 0 || picture !== "" ? { account, values, version, picture } : null;
}

/** Draft values to restore. Skips fields that are not in the form, or that the user has edited. */
export const restoreDraftValues = ({ values }: FormDraft, shown: TypedValues, stored: TypedValues): TypedValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => shown[name] !== undefined && shown[name] === stored[name]),
  );
