import { redirect } from "react-router";
import { siteContext } from "#app/contexts.ts";
import { toastCookie } from "#app/session/cookies.ts";
import type { Args } from "#app/ui/form/read-form.server.ts";
import type { ToastCode, ToastMore } from "./toast-texts.ts";

export const withToast = async (context: Args["context"], toast: ToastCode, more?: ToastMore) => ({
  headers: { "set-cookie": await toastCookie(context.get(siteContext).publicUrl, toast, more) },
});

export async function redirectWithToast(
  context: Args["context"],
  target: string,
  toast: ToastCode,
  more?: ToastMore,
): Promise<Response> {
  return redirect(target, await withToast(context, toast, more));
}
