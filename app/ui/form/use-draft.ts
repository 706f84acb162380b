import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useRouteLoaderData } from "react-router";
import { createFormDraft, type FormDraft, restoreDraftValues } from "#domain/draft.ts";
import type { TypedValues } from "#domain/fields.ts";
import { deleteDraft, lastSignedInAccount, readDraft, saveDraft } from "./drafts.ts";
import { fillFormField, formFieldNamed, typedValueOfField } from "./form-field.ts";
import type { FormResult } from "./form-result.ts";
import { useIsSending } from "./use-sending.ts";

export type DraftedForm = {
  readonly formRef: RefObject<HTMLFormElement | null>;
  /** Null if the form opened without a draft. */
  readonly restored: FormDraft | null;
  readonly discard: () => void;
  readonly startOver: () => void;
  /** Each reset changes the key, so that React renders a new form. */
  readonly round: number;
};

/**
 * The account that owns the draft. If the session has ended, the page does not know the account, so use the last one in
 * this tab.
 */
function useAccount({ sessionEnded }: FormResult): string | null {
  const root = useRouteLoaderData("root") as { account: { id: string } | null } | undefined;
  return root?.account?.id ?? (sessionEnded ? lastSignedInAccount() : null);
}

const valuesOf = (form: HTMLFormElement, names: readonly string[]): TypedValues =>
  Object.fromEntries(
    names.flatMap((name) => {
      const field = formFieldNamed(form, name);
      return field ? [[name, typedValueOfField(field)]] : [];
    }),
  );

function fill(form: HTMLFormElement, values: TypedValues): void {
  for (const [name, value = ""] of Object.entries(values)) {
    const field = formFieldNamed(form, name);
    if (field) fillFormField(field, value);
  }
}

const isFileField = (target: unknown): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === "file";

/** @returns "" if the form has no chosen file */
const fileNameIn = (form: HTMLFormElement): string =>
  [...form.elements].flatMap((field) => (isFileField(field) ? [...(field.files ?? [])] : []))[0]?.name ?? "";

/** After a reset, the focused button has disappeared: focus the first field. */
function useFocusOnReset(formRef: DraftedForm["formRef"], name = "", round: number): void {
  useEffect(() => {
    const field = formRef.current && round > 0 ? formFieldNamed(formRef.current, name) : null;
    if (field instanceof HTMLElement) field.focus();
  }, [formRef, name, round]);
}

/**
 * Saves typed values in the tab, and restores them when the form opens again. The saved version lets the server detect
 * a change of the document.
 * @param stored values of the untouched form, in the order of the fields
 * @param result a new object for each response of the server
 * @param appeared any value that changes when a field appears: the draft then restores the field
 * @param key in place of the path, for a page that has several drafts
 */
export function useDraft(stored: TypedValues, result: FormResult, appeared?: unknown, key?: string): DraftedForm {
  const { pathname } = useLocation();
  const page = key ?? pathname;
  const account = useAccount(result);
  const isSending = useIsSending();
  const isPaused = isSending || result.saved === true;
  const formRef = useRef<HTMLFormElement>(null);
  const [round, setRound] = useState(0);
  const [restored, setRestored] = useState<FormDraft | null>(null);
  /** Name of the draft's picture file, which the user must choose again. Empty without a file. */
  const missing = useRef("");
  // True if the form was sent without script and refused. The draft then has all fields, as `stored` may be empty.
  const [isResubmission] = useState(result.typed !== undefined);

  const save = useEffectEvent((form: HTMLFormElement, version = formFieldNamed(form, "version")?.value ?? "") => {
    const names = Object.keys(stored);
    const picture = fileNameIn(form) || missing.current;
    const earlier = readDraft(page, account);
    // Keep the values of fields that the form does not show yet.
    const kept = Object.fromEntries(Object.entries(earlier?.values ?? {}).filter(([name]) => names.includes(name)));
    const shown = { ...kept, ...valuesOf(form, names) };
    const draft = createFormDraft(shown, isResubmission ? {} : stored, { account, version, picture });
    if (draft) saveDraft(page, draft);
    else if (earlier) deleteDraft(page);
    return draft;
  });
  const restore = useEffectEvent(() => {
    const form = formRef.current;
    const draft = isResubmission ? null : readDraft(page, account);
    if (!form || !draft) return;
    fill(form, restoreDraftValues(draft, valuesOf(form, Object.keys(stored)), stored));
    missing.current = draft.picture;
    const remaining = save(form, draft.version);
    if (remaining) fill(form, { version: draft.version });
    setRestored(remaining);
  });
  // A layout effect, because the preview must read the restored fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run again when a field appears
  useLayoutEffect(() => restore(), [appeared]);

  useEffect(() => {
    // Sent values must not come back: empty the form before the next effect saves them.
    if (result.thanked) formRef.current?.reset();
    if (result.thanked || result.saved) deleteDraft(page);
  }, [result, page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each `round` renders a new form element
  useEffect(() => {
    const form = formRef.current;
    if (!form || isPaused) return;
    // Save now: the user may have typed before the script loaded or while the form was sent.
    save(form);
    const onInput = ({ target }: Event) => {
      if (isFileField(target)) missing.current = "";
      const draft = save(form);
      setRestored((current) => current && draft && { ...current, picture: missing.current });
    };
    form.addEventListener("input", onInput);
    return () => form.removeEventListener("input", onInput);
  }, [round, isPaused, page, account, appeared]);

  const discard = () => deleteDraft(page);
  const startOver = () => {
    discard();
    missing.current = "";
    setRestored(null);
    setRound(round + 1);
  };
  useFocusOnReset(formRef, Object.keys(stored)[0], round);
  return { formRef, restored, discard, startOver, round };
}
