import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { type Draft, draftOf, restoreTyped } from "#domain/draft.ts";
import type { TypedValues } from "#domain/fields.ts";
import { recallDraft, saveDraft } from "./card-draft.ts";
import { fieldOf, fillField } from "./form-field.ts";

export type DraftedForm = {
  readonly formRef: RefObject<HTMLFormElement | null>;
  /** What was put back into the fields when the form opened; null: nothing. */
  readonly found: Draft | null;
  /** Forgets what was typed. */
  readonly forget: () => void;
  /** Forgets it, and begins the form anew. */
  readonly startOver: () => void;
  /** Key of the form: another one each time it begins anew. */
  readonly round: number;
};

const shownIn = (form: HTMLFormElement, names: readonly string[]): TypedValues =>
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

/** @returns the name of the file that is chosen in a form, or "" */
const chosenIn = (form: HTMLFormElement): string =>
  [...form.elements].flatMap((field) => (isFileField(field) ? [...(field.files ?? [])] : []))[0]?.name ?? "";

/** Moves focus into a form that begins anew: the button that had it is gone. */
function useFirstField(formRef: DraftedForm["formRef"], name = "", round: number): void {
  useEffect(() => {
    const field = formRef.current && round > 0 ? fieldOf(formRef.current, name) : null;
    if (field instanceof HTMLElement) field.focus();
  }, [formRef, name, round]);
}

/**
 * Keeps what is typed into the form of a card until it is saved, given up or signed out of, and puts it back when the
 * form opens again. Over a document that somebody has changed since, it goes with the version it was typed over: the
 * server then tells what stands there before anything is overwritten.
 * @param stored what the fields say of the document as it is kept, in their order
 */
export function useCardDraft(stored: TypedValues, answer: FormAnswer): DraftedForm {
  const page = useLocation().pathname;
  const { state, formMethod } = useNavigation();
  const quiet = (state !== "idle" && formMethod === "POST") || answer.saved === true;
  const formRef = useRef<HTMLFormElement>(null);
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<Draft | null>(null);
  /** Name of the picture that still has to be chosen again. */
  const missing = useRef("");
  // A page that came back without script may not know the document any more: all of it is worth keeping then.
  const [cameBack] = useState(answer.typed !== undefined);

  const keep = useEffectEvent((form: HTMLFormElement, version = fieldOf(form, "version")?.value ?? "") => {
    const picture = chosenIn(form) || missing.current;
    const draft = draftOf(shownIn(form, Object.keys(stored)), cameBack ? {} : stored, { version, picture });
    saveDraft(page, draft);
    return draft;
  });
  const open = useEffectEvent(() => {
    const form = formRef.current;
    const draft = cameBack ? null : recallDraft(page);
    if (!form || !draft) return;
    fill(form, restoreTyped(draft, shownIn(form, Object.keys(stored)), stored));
    missing.current = draft.picture;
    const still = keep(form, draft.version);
    if (still) fill(form, { version: draft.version });
    setFound(still);
  });
  // Before the preview reads the fields.
  useLayoutEffect(() => open(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round has a form of its own
  useEffect(() => {
    const form = formRef.current;
    if (answer.saved) saveDraft(page, null);
    if (!form || quiet) return;
    // Also what was typed before script arrived, or while the form was on its way.
    keep(form);
    const onInput = ({ target }: Event) => {
      if (isFileField(target)) missing.current = "";
      const draft = keep(form);
      setFound((before) => before && draft && { ...before, picture: missing.current });
    };
    form.addEventListener("input", onInput);
    return () => form.removeEventListener("input", onInput);
  }, [round, quiet, answer.saved, page]);

  const forget = () => saveDraft(page, null);
  const startOver = () => {
    forget();
    missing.current = "";
    setFound(null);
    setRound(round + 1);
  };
  useFirstField(formRef, Object.keys(stored)[0], round);
  return { formRef, found, forget, startOver, round };
}
