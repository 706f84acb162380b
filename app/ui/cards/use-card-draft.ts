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
  /** The draft that was restored when the form opened; null when there was no draft. */
  readonly restored: Draft | null;
  readonly discard: () => void;
  /** Deletes the draft and resets the form. */
  readonly startOver: () => void;
  /** React key of the form; each reset changes it. */
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

/** @returns name of the file that is chosen in the form; "" for none */
const fileNameIn = (form: HTMLFormElement): string =>
  [...form.elements].flatMap((field) => (isFileField(field) ? [...(field.files ?? [])] : []))[0]?.name ?? "";

/** After a reset, moves the focus to the first field, because the focused button has disappeared. */
function useFocusOnReset(formRef: DraftedForm["formRef"], name = "", round: number): void {
  useEffect(() => {
    const field = formRef.current && round > 0 ? fieldOf(formRef.current, name) : null;
    if (field instanceof HTMLElement) field.focus();
  }, [formRef, name, round]);
}

/**
 * Stores a draft of a form until the form is saved, the draft is discarded or the user signs out. Restores the draft
 * when the form opens again. The draft includes the version of the edited document, so that the server reports a
 * conflict when the document has changed since.
 * @param stored field values of the stored document, in the order of the fields
 */
export function useCardDraft(stored: TypedValues, answer: FormAnswer): DraftedForm {
  const page = useLocation().pathname;
  const isSending = useSending();
  const isPaused = isSending || answer.saved === true;
  const formRef = useRef<HTMLFormElement>(null);
  const [round, setRound] = useState(0);
  const [restored, setRestored] = useState<Draft | null>(null);
  /** Name of the draft's picture file, which the user must choose again; "" for none. */
  const missing = useRef("");
  // True if this page is the response to a form that was sent without script and not saved. If the session had ended,
  // `stored` does not contain the stored values. The draft therefore contains all fields, not only the changed ones.
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
  // A layout effect, because it must run before the preview reads the fields.
  useLayoutEffect(() => restore(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each `round` renders a new form element
  useEffect(() => {
    const form = formRef.current;
    if (answer.saved) saveDraft(page, null);
    if (!form || isPaused) return;
    // Save now, because the user may have typed before the script loaded or while the form was being sent.
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

/** `page`: path of the form's page. `draft`: null deletes the stored draft. */
export const saveDraft = (page: string, draft: Draft | null): void => saveInTab(PREFIX + page, draft);

/**
 * Bases a draft on version `to` of its document instead of `from`. Called when the draft's author has saved `to` on
 * another page, so that the site does not report this save as another person's change.
 */
export function rebaseDraft(page: string, from: string, to: string): void {
  const draft = readDraft(page);
  if (draft?.version === from) saveDraft(page, { ...draft, version: to });
}

/** Deletes the drafts of all forms in this tab, for example at sign-out: another person may use the tab next. */
export function deleteDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {}
}
