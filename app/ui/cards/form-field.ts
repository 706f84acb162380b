/** A field of a form by its name, whatever its kind: what it says, and how something is put into it. */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Radio buttons are one field. */
export type FormField = Control | RadioNodeList;

const isField = (found: unknown): found is FormField =>
  [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, RadioNodeList].some((kind) => found instanceof kind);

/** @returns null when the form has no field of that name */
export function fieldOf(form: HTMLFormElement, name: string): FormField | null {
  const found: unknown = form.elements.namedItem(name);
  return isField(found) ? found : null;
}

/** @returns the same, wherever its form stands on the page */
export function fieldOnPage(name: string): FormField | null {
  const [found] = document.getElementsByName(name);
  const form = found && "form" in found ? found.form : null;
  return form instanceof HTMLFormElement ? fieldOf(form, name) : null;
}

/** Puts something into a field; one that cannot say it stays as it is: a list may have lost a choice since. */
export function fillField(field: FormField, value: string): void {
  const { value: before } = field;
  put(field, value);
  if (field.value !== value) put(field, before);
}

function put(field: FormField, value: string): void {
  if (!(field instanceof RadioNodeList)) {
    field.value = value;
    return;
  }
  // Each by itself: React listens to what is set on an element, and hears nothing of what is set on the list.
  for (const radio of field) if (radio instanceof HTMLInputElement) radio.checked = radio.value === value;
}
