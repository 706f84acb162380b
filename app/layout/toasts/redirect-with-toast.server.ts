import { redirect } from "react-router";
import { siteContext } from "#app/contexts.ts";
import { toastCookie } from "#app/session/cookies.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import type { ToastCode, ToastDetails } from "./toast-texts.ts";

export const toastHeaders = async (context: FormRequestArgs["context"], toast: ToastCode, more?: ToastDetails) => ({
  headers: { "set-cookie": await toastCookie(context.get(siteContext).publicUrl, toast, more) },
});

export async function redirectWithToast(
  context: FormRequestArgs["context"],
  target: string,
  toast: ToastCode,
  more?: ToastDetails,
): Promise<Response> {
  return redirect(target, await toastHeaders(context, toast, more));
}
