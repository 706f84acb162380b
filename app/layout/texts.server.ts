import { createContext, type RouterContextProvider } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { type FormRequestArgs, readForm } from "#app/ui/form/read-form.server.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { type RenderedText, renderText } from "#domain/texts/render-text.server.ts";
import { type TextId, type TextWords, textFields, textIdOfSlug } from "#domain/texts/texts.ts";

/** Unsaved words for a preview in the text editor. Null for all other requests. */
export const textPreviewContext = createContext<{ readonly id: TextId; readonly words: TextWords } | null>(null);

/** @returns the default text if the store is unavailable */
export async function renderPageText<Id extends TextId>(
  context: Readonly<RouterContextProvider>,
  id: Id,
): Promise<RenderedText<Id>> {
  const { texts, settings } = context.get(servicesContext);
  const preview = context.get(textPreviewContext);
  try {
    const [{ content }, { annualFee }] = await Promise.all([texts.get(id), settings.get()]);
    return renderText(id, preview?.id === id ? preview.words : content, annualFee);
  } catch (error) {
    context.get(siteContext).report(error, "texts of a page");
    return renderText(id, {}, INITIAL_SETTINGS.annualFee);
  }
}

/** The text editor posts unsaved words to `?apercu=SLUG`, to preview the page. */
export async function renderTextPreview(args: FormRequestArgs & { url: URL }) {
  const id = textIdOfSlug(args.url.searchParams.get("apercu") ?? "");
  if (!id || !args.context.get(accountContext)) throw new Response(null, { status: 405 });
  const { typed } = await readForm(args, Object.keys(textFields(id)));
  args.context.set(textPreviewContext, { id, words: typed });
  return {};
}
