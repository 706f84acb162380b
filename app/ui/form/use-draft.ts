/**
 * What somebody has typed into a form survives a look at another page of the site: it stays in the tab's own memory
 * (sessionStorage), is put back when the form opens again, and goes when the form is sent, emptied or the tab closed.
 */
import { type RefObject, useEffect } from "react";
import { readFromTab, saveInTab } from "./tab-memory.ts";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Values = Record<string, string>;

const isCheckbox = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === "checkbox";

/** The fields that a person fills in: those with a label of their own and no trap for robots. */
const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((e): e is Field => "labels" in e && "defaultValue" in e && (e as Field).name !== "hp");

/** Whether nobody has touched a field since the page came. */
const intact = (field: Field) =>
  isCheckbox(field)
    ? field.checked === field.defaultChecked
    : field.value === (field as HTMLInputElement | HTMLTextAreaElement).defaultValue;

const read = (key: string): Values => readFromTab(key) ?? {};

function keep(key: string, form: HTMLFormElement): void {
  const fields = fieldsOf(form);
  // A field that is not shown yet still waits for its part.
  const values = read(key);
  for (const field of fields) delete values[field.name];
  for (const field of fields)
    if (!intact(field)) values[field.name] = isCheckbox(field) ? String(field.checked) : field.value;
  saveInTab(key, Object.keys(values).length > 0 ? values : null);
}

function restore(key: string, form: HTMLFormElement): void {
  const values = read(key);
  for (const field of fieldsOf(form)) {
    const value = values[field.name];
    if (value === undefined || !intact(field)) continue;
    if (isCheckbox(field)) field.checked = value === "true";
    else field.value = value;
  }
}

/**
 * Keeps a draft of a form. A reset of the form forgets it.
 * @param key name of the form in the tab's memory
 * @param appeared changes when another field appears, which then gets its part of the draft
 */
export function useDraft(key: string, formRef: RefObject<HTMLFormElement | null>, appeared?: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when a field appears
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    restore(key, form);
    // What was typed before script arrived is worth keeping as well.
    keep(key, form);
    const onInput = () => keep(key, form);
    const onReset = () => saveInTab(key, null);
    form.addEventListener("input", onInput);
    form.addEventListener("reset", onReset);
    return () => {
      form.removeEventListener("input", onInput);
      form.removeEventListener("reset", onReset);
    };
  }, [key, formRef, appeared]);
}
