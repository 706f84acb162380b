import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { readFromTab, saveInTab } from "#app/ui/form/tab-memory.ts";
import { useSending } from "#app/ui/form/use-sending.ts";
import { type Draft, draftOf, restoreTyped } from "#domain/draft.ts";
import type { TypedValues } from "#domain/fields.ts";
import { fieldOf, fillField } from "./form-field.ts";

export type DraftedForm = {
  readonly formRef: RefObject<HTMLFormElement | null>;
  /** Null if the form opened without a draft. */
  readonly restored: Draft | null;
  readonly discard: () => void;
  readonly startOver: () => void;
  /** Each reset changes the key, so that React renders a new form. */
  readonly round: number;
};

const valuesOf = (form: HTMLFormElement, names: readonly string[]): TypedValues =>
  Object.fromEntries(
    names.flatMap((name) => {
      const field = fieldOf(form, name);
      return field ? [[name, field.value]] : [];
    }),
  );

function fill(form: HTMLFormElement, values: TypedValues): void {
  for (const [name, value = ""] of Object.entries(values)) {
    const field = fieldOf(form, name);
    if (field) fillField(field, value);
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
    const field = formRef.current && round > 0 ? fieldOf(formRef.current, name) : null;
    if (field instanceof HTMLElement) field.focus();
  }, [formRef, name, round]);
}

/**
 * Saves typed values in the tab, and restores them when the form opens again. The saved version lets the server detect
 * a change of the document.
 * @param stored field values of the stored document, in the order of the fields
 */
export function useCardDraft(stored: TypedValues, answer: FormAnswer): DraftedForm {
  const page = useLocation().pathname;
  const isSending = useSending();
  const isPaused = isSending || answer.saved === true;
  const formRef = useRef<HTMLFormElement>(null);
  const [round, setRound] = useState(0);
  const [restored, setRestored] = useState<Draft | null>(null);
  /** Name of the draft's picture file, which the user must choose again. Empty without a file. */
  const missing = useRef("");
  // True if the form was sent without script and refused. The draft then has all fields, as `stored` may be empty.
  const [isResubmission] = useState(answer.typed !== undefined);

  const save = useEffectEvent((form: HTMLFormElement, version = fieldOf(form, "version")?.value ?? "") => {
    const picture = fileNameIn(form) || missing.current;
    const draft = draftOf(valuesOf(form, Object.keys(stored)), isResubmission ? {} : stored, { version, picture });
    saveDraft(page, draft);
    return draft;
  });
  const restore = useEffectEvent(() => {
    const form = formRef.current;
    const draft = isResubmission ? null : readDraft(page);
    if (!form || !draft) return;
    fill(form, restoreTyped(draft, valuesOf(form, Object.keys(stored)), stored));
    missing.current = draft.picture;
    const remaining = save(form, draft.version);
    if (remaining) fill(form, { version: draft.version });
    setRestored(remaining);
  });
  // A layout effect, because the preview must read the restored fields.
  useLayoutEffect(() => restore(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each `round` renders a new form element
  useEffect(() => {
    const form = formRef.current;
    if (answer.saved) saveDraft(page, null);
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
  }, [round, isPaused, answer.saved, page]);

  const discard = () => saveDraft(page, null);
  const startOver = () => {
    discard();
    missing.current = "";
    setRestored(null);
    setRound(round + 1);
  };
  useFocusOnReset(formRef, Object.keys(stored)[0], round);
  return { formRef, restored, discard, startOver, round };
}

const PREFIX = "card ";

const readDraft = (page: string): Draft | null => readFromTab(PREFIX + page);

/** `page`: path of the form's page. A null `draft` deletes the stored draft. */
export const saveDraft = (page: string, draft: Draft | null): void => saveInTab(PREFIX + page, draft);

/**
 * Gives the draft the new version after a save on another page by the same user. The next save would otherwise be a
 * conflict.
 */
export function rebaseDraft(page: string, from: string, to: string): void {
  const draft = readDraft(page);
  if (draft?.version === from) saveDraft(page, { ...draft, version: to });
}

/** At sign-out: another person may use the tab next. */
export function deleteDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {}
}
