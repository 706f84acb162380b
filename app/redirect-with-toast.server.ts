import { redirect } from "react-router";
import type { CodeAvis } from "./avis-codes.ts";
import { siteContext } from "./context.ts";
import { annoncer } from "./cookies.ts";
import type { Args } from "./read-form.server.ts";

/** @returns the headers of an answer that leads to a page with a toast */
export const withToast = async (context: Args["context"], avis: CodeAvis) => ({
  headers: { "set-cookie": await annoncer(context.get(siteContext).publicUrl, avis) },
});

/** Sends the browser to a page that shows a toast. */
export async function rediriger(context: Args["context"], vers: string, avis: CodeAvis): Promise<Response> {
  return redirect(vers, await withToast(context, avis));
}
