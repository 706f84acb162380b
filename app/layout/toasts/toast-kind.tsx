import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import signe from "#app/ui/drawings/signe.svg";

/** See docs/specification.md section 9. */
export const SUCCESS_TOAST_MS = 2000;
export const ERROR_TOAST_MS = 4000;

export const TOAST_CLASSES = {
  success: "toast toast--success",
  error: "toast toast--error",
  loading: "toast toast--pending",
} as const;

export type ToastKind = keyof typeof TOAST_CLASSES;

/** Shows the kind of the toast without relying on colour. */
export function ToastIcon({ kind }: { kind: ToastKind }) {
  return (
    <i aria-hidden="true">
      {kind === "loading" && <img src={signe} width="64" height="64" alt="" />}
      {kind === "error" && <Triangle />}
      {kind === "success" && <Tick />}
    </i>
  );
}
