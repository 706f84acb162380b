import Tick from "#app/chrome/drawings/sign-tick.svg?drawing";
import signe from "#app/chrome/drawings/signe.svg";
import Triangle from "#app/forms/drawings/sign-warning.svg?drawing";

export const CLASSES = {
  success: "toast toast--success",
  error: "toast toast--error",
  loading: "toast toast--pending",
} as const;

export type ToastKind = keyof typeof CLASSES;

/** What tells the kind of a toast besides its colour. */
export function KindIcon({ form }: { form: ToastKind }) {
  return (
    <i aria-hidden="true">
      {form === "loading" && <img src={signe} width="64" height="64" alt="" />}
      {form === "error" && <Triangle />}
      {form === "success" && <Tick />}
    </i>
  );
}
