type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** All radio buttons with the same name are one field. */
export type FormControl = Control | RadioNodeList;

const isField = (found: unknown): found is FormControl =>
  [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, RadioNodeList].some((kind) => found instanceof kind);

export function formFieldNamed(form: HTMLFormElement, name: string): FormControl | null {
  const found: unknown = form.elements.namedItem(name);
  return isField(found) ? found : null;
}

export function formFieldOnPage(name: string): FormControl | null {
  const [found] = document.getElementsByName(name);
  const form = found && "form" in found ? found.form : null;
  return form instanceof HTMLFormElement ? formFieldNamed(form, name) : null;
}

export const typedValueOfField = (field: FormControl): string =>
  isCheckbox(field) && !field.checked ? "" : field.value;

const isCheckbox = (field: FormControl): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === "checkbox";

/** Changes nothing if the field is a list without this value. */
export function fillFormField(field: FormControl, value: string): void {
  if (isCheckbox(field)) {
    field.checked = value !== "";
    return;
  }
  const { value: previous } = field;
  setValue(field, value);
  if (field.value !== value) setValue(field, previous);
}

function setValue(field: FormControl, value: string): void {
  if (!(field instanceof RadioNodeList)) {
    field.value = value;
    return;
  }
  // Set each element: React does not notice a value that is set on the RadioNodeList.
  for (const radio of field) if (radio instanceof HTMLInputElement) radio.checked = radio.value === value;
}
