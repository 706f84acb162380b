import { useEffect, useEffectEvent, useState } from "react";
import { fieldOnPage } from "./form-field.ts";

/** Keeps what a form says at this moment, for its preview. */
export function usePreview<T extends Record<string, string>>(initial: T) {
  const [values, setValues] = useState(initial);
  // What was typed before script took the page over counts as well.
  const reread = useEffectEvent(() => {
    const typedValues = Object.keys(initial).flatMap((key) => {
      const field = fieldOnPage(key);
      return field ? [[key, field.value]] : [];
    });
    setValues((before) => ({ ...before, ...Object.fromEntries(typedValues) }));
  });
  useEffect(() => reread(), []);
  const take = (key: keyof T, value: string) => setValues((before) => ({ ...before, [key]: value }));
  const onChange =
    (key: keyof T) =>
    ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      take(key, value);
  /** For a field of text, and for a list. */
  const follow = (key: keyof T) => ({ defaultValue: initial[key], onChange: onChange(key) });
  /** For one of several radio buttons. @param value what it stands for */
  const followChoice = (key: keyof T, value: string) => ({
    value,
    defaultChecked: initial[key] === value,
    onChange: onChange(key),
  });
  /** Fills in a field in place of the person. */
  const put = (key: keyof T & string, value: string) => {
    const field = fieldOnPage(key);
    if (field instanceof HTMLElement) {
      field.value = value;
      // What listens to the form hears of it as of anything typed.
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    take(key, value);
  };
  return { initial, values, follow, followChoice, put };
}
