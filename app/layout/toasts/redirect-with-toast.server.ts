import { redirect } from "react-router";
import { siteContext } from "#app/contexts.ts";
import { keepToast } from "#app/session/cookies.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import type { ToastCode, Undoable } from "./toast-texts.ts";

/** @returns the headers of an answer that leads to a page with a toast. @param undo what can be taken back */
export const withToast = async (context: Args["context"], toast: ToastCode, undo?: Undoable) => ({
  headers: { "set-cookie": await keepToast(context.get(siteContext).publicUrl, toast, undo) },
});

/** Sends the browser to a page that shows a toast. @param undo what can be taken back */
export async function redirectWithToast(
  context: Args["context"],
  target: string,
  toast: ToastCode,
  undo?: Undoable,
): Promise<Response> {
  return redirect(target, await withToast(context, toast, undo));
}
