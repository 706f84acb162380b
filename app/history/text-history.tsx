import { data } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { TEXTS, type TextId, textFields, textIdOf, type Words } from "#domain/texts/texts.ts";
import { saveText } from "#usecases/save-text.ts";
import type { Route } from "./+types/text-history.ts";
import {
  type HistoryAnswer,
  historyResponse,
  REVISION_FIELDS,
  refusalsByLabel,
  viewRevisions,
} from "./history.server.ts";
import { AllFields } from "./history-list.tsx";
import { HistoryPage } from "./history-page.tsx";

export const meta = privateMeta("Historique d’un texte", "Ce que disait une page du site, et qui l’a changée.");

/** @throws a 404 response for an unknown slug */
function idOf(slug: string): TextId {
  const id = textIdOf(slug);
  if (!id) throw data(null, { status: 404 });
  return id;
}

const labelsOf = (id: TextId) =>
  Object.fromEntries(Object.entries(textFields(id)).map(([name, { label }]) => [name, label]));

export async function loader({ params: { slug }, url, context }: Route.LoaderArgs) {
  const id = idOf(slug);
  const { texts } = context.get(servicesContext);
  const [{ content, version, lastSave }, revisions] = await Promise.all([texts.get(id), texts.listRevisions(id)]);
  const describe = (words: Words) =>
    Object.entries(labelsOf(id)).map(([name, label]) => ({ label, value: words[name] ?? "" }));
  const now = { content, at: lastSave?.at.toISOString() ?? "", by: lastSave?.by ?? null };
  const savedAt = url.searchParams.get("texte");
  const revision = [now, ...revisions].find(({ at }) => at === savedAt);
  return {
    name: TEXTS[id].name,
    form: `/textes/${slug}`,
    version,
    revisions: viewRevisions(now, revisions, describe),
    /** Full text of the revision in the URL. Null if the URL contains no revision. */
    whole: savedAt === null ? null : { title: titleOf(revision), fields: revision ? describe(revision.content) : [] },
  };
}

function titleOf(revision: { readonly at: string } | undefined): string {
  if (!revision) return "Ce texte n’est plus gardé.";
  return revision.at === "" ? "Texte d’origine" : `Texte du ${swissDay(dayInZurich(new Date(revision.at)))}`;
}

export const action = (args: Route.ActionArgs) => {
  const id = idOf(args.params.slug);
  return handleForm(args, { where: "text restore", fields: REVISION_FIELDS }, async ({ typed, services, by }) => {
    const { context, url } = args;
    if (!by) return historyResponse({ sessionEnded: true }, 401);
    const revision = (await services.texts.listRevisions(id)).find(({ until }) => until === typed.state);
    if (!revision) return historyResponse({ expired: true }, 409);
    const form = { typed: revision.content, version: typed.version ?? "" };
    const outcome = await saveText(services, id, form, by, () => true);
    if (outcome.ok) return redirectWithToast(context, url.pathname, "state-restored");
    const { reason } = outcome;
    if ("conflict" in reason) return historyResponse({ changedBy: reason.conflict.by }, 409);
    return historyResponse({ refused: refusalsByLabel(reason.errors, labelsOf(id)) }, 400);
  });
};

export { clientAction } from "#app/ui/form/client-action.ts";
export { shouldRevalidate } from "#app/ui/form/reload-on-conflict.ts";

export default function TextHistory({ loaderData: { whole, ...history }, actionData }: Route.ComponentProps) {
  const answer: HistoryAnswer = actionData ?? {};
  return (
    <HistoryPage {...history} noun="ce texte" answer={answer}>
      {whole && (
        <section className="state" aria-labelledby="whole-text">
          <h2 id="whole-text">{whole.title}</h2>
          <AllFields fields={whole.fields} />
        </section>
      )}
    </HistoryPage>
  );
}
