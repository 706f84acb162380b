/** Form drafts in sessionStorage. Deleted when the form is sent or reset. */
import { type RefObject, useEffect } from "react";
import { readFromTab, saveInTab } from "./tab-memory.ts";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Values = Record<string, string>;

const isCheckbox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === "checkbox";

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((e): e is Field => "labels" in e && "defaultValue" in e && (e as Field).name !== "hp");

const isUnchanged = (field: Field) =>
  isCheckbox(field)
    ? field.checked === field.defaultChecked
    : field.value === (field as HTMLInputElement | HTMLTextAreaElement).defaultValue;

const readDraft = (key: string): Values => readFromTab(key) ?? {};

function save(key: string, form: HTMLFormElement): void {
  const fields = fieldsOf(form);
  // Keep the stored values of fields that the form does not show yet.
  const values = readDraft(key);
  for (const field of fields) delete values[field.name];
  for (const field of fields)
    if (!isUnchanged(field)) values[field.name] = isCheckbox(field) ? String(field.checked) : field.value;
  saveInTab(key, Object.keys(values).length > 0 ? values : null);
}

function restore(key: string, form: HTMLFormElement): void {
  const values = readDraft(key);
  for (const field of fieldsOf(form)) {
    const value = values[field.name];
    if (value === undefined || !isUnchanged(field)) continue;
    if (isCheckbox(field)) field.checked = value === "true";
    else field.value = value;
  }
}

/**
 * @param key key of the draft in sessionStorage
 * @param appeared any value that changes when a field appears: the effect then restores the field
 */
export function useDraft(key: string, formRef: RefObject<HTMLFormElement | null>, appeared?: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run again when a field appears
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    restore(key, form);
    // Save now: the user may have typed before the script loaded.
    save(key, form);
    const onInput = () => save(key, form);
    const onReset = () => saveInTab(key, null);
    form.addEventListener("input", onInput);
    form.addEventListener("reset", onReset);
    return () => {
      form.removeEventListener("input", onInput);
      form.removeEventListener("reset", onReset);
    };
  }, [key, formRef, appeared]);
}
