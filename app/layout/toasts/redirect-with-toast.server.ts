import { redirect } from "react-router";
import { siteContext } from "#app/contexts.ts";
import { toastCookie } from "#app/session/cookies.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import type { ToastCode, Undoable } from "./toast-texts.ts";

export const withToast = async (context: Args["context"], toast: ToastCode, undo?: Undoable) => ({
  headers: { "set-cookie": await toastCookie(context.get(siteContext).publicUrl, toast, undo) },
});

export async function redirectWithToast(
  context: Args["context"],
  target: string,
  toast: ToastCode,
  undo?: Undoable,
): Promise<Response> {
  return redirect(target, await withToast(context, toast, undo));
}
