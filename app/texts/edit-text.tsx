import { data } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import art from "#app/ui/drawings/crete.svg";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { readSitePages } from "#app/ui/form/site-pages.server.ts";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { EDITABLE_TEXTS, textFields, textIdOfSlug } from "#domain/texts/texts.ts";
import { saveText } from "#usecases/save-text.ts";
import type { Route } from "./+types/edit-text.ts";
import { TextForm } from "./text-form.tsx";

export const handle: Handle = { help: "changer-un-texte" };

export const meta = privateMeta("Modifier un texte", "Ce que dit une page du site, avec la page à côté.");

/** @throws a 404 response for an unknown slug */
function idOf(slug: string) {
  const id = textIdOfSlug(slug);
  if (!id) throw data(null, { status: 404 });
  return id;
}

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const id = idOf(slug);
  const { content, version, lastSave } = await context.get(servicesContext).texts.get(id);
  const { name, page } = EDITABLE_TEXTS[id];
  return {
    slug,
    name,
    page,
    version,
    initial: content,
    fields: Object.entries(textFields(id)).map(([name, field]) => ({ name, ...field })),
    last: lastSave && `Dernière modification\u00a0: ${swissDay(dayInZurich(lastSave.at))}, par ${lastSave.by.name}`,
  };
}

const RESET = "reset";

export const action = (args: Route.ActionArgs) => {
  const id = idOf(args.params.slug);
  const form = {
    where: "text save",
    fields: [...Object.keys(textFields(id)), "version", RESET],
    ofCommittee: true,
  } as const;
  return handleForm(args, form, async ({ typed: { [RESET]: reset = "", ...typed }, services, by }) => {
    const { context, url } = args;
    if (!by) return formResult({ sessionEnded: true, typed }, 401);
    const words = reset === "" ? typed : { ...typed, [reset]: "" };
    const form = { typed: words, version: typed.version ?? "" };
    const outcome = await saveText(services, id, form, by, await readSitePages(context));
    if (outcome.ok) return redirectWithToast(context, url.pathname, "text-saved");
    return formResult({ ...outcome.reason, typed }, "conflict" in outcome.reason ? 409 : 400);
  });
};

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { clientAction } from "#app/ui/form/client-action.ts";

export default function EditTextPage({ loaderData, actionData }: Route.ComponentProps) {
  const result: FormResult = actionData ?? {};
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="Modifier un texte">
        {loaderData.name}
      </Banner>
      <TextForm key={loaderData.version} {...loaderData} result={result} />
    </main>
  );
}
