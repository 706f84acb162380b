import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import signe from "#app/ui/drawings/signe.svg";

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
