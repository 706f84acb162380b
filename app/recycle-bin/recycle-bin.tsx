import { redirectDocument } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast, withToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { findPlanningPage } from "#app/ui/cards/planning-page.server.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { Pager } from "#app/ui/pager.tsx";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import { mailIdOf } from "#usecases/inbox/deliver-mail.ts";
import { eraseForGood, type Restoration, restore } from "#usecases/recycle-bin.ts";
import type { Route } from "./+types/recycle-bin.ts";
import { readBin } from "./bin-list.server.ts";
import { BinRow } from "./bin-row.tsx";
import empty from "./drawings/corbeille-vide.svg";
import art from "./drawings/crete-corbeille.svg";

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Corbeille", "Ce que le comité a supprimé depuis trente jours, à restaurer ou à effacer.", args);

export function loader({ url, context }: Route.LoaderArgs) {
  const page = /^[1-9]\d{0,5}$/.exec(url.searchParams.get("page") ?? "");
  return readBin(context.get(servicesContext), page ? Number(page[0]) : 1);
}

const FORM = {
  where: "recycle bin",
  fields: ["intention", "key"],
  choice: { field: "intention", among: ["restore", "erase"] },
};

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed: { intention, key = "" } }) => {
    const { context } = args;
    const services = context.get(servicesContext);
    const by = actingPerson(context);
    if (intention === "erase") {
      const erased = await eraseForGood(services, key, by);
      return redirectWithToast(context, "/corbeille", erased ? "erased" : "bin-gone");
    }
    const restored = await restore(services, key, by);
    if (restored === "taken") return redirectWithToast(context, "/corbeille", "register-taken");
    if (!restored) return redirectWithToast(context, "/corbeille", "bin-gone");
    // Force a full page load, so that the browser scrolls to the restored item and applies `:target`.
    return redirectDocument(
      await restoredUrl(context, restored),
      await withToast(context, `${restored.kind}-restored`),
    );
  });

async function restoredUrl(context: Route.ActionArgs["context"], { kind, id }: Restoration): Promise<string> {
  if (kind === "membre") return `/comite#${encodeURIComponent(id)}`;
  if (kind === "register") return `/registre/${encodeURIComponent(id)}`;
  if (kind === "evenement") return `${await findPlanningPage(context, id)}#${encodeURIComponent(id)}`;
  return `/${kind}s?courrier=${await mailIdOf(id)}`;
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function RecycleBinPage({
  loaderData: { entries, total, page, pages },
  actionData,
}: Route.ComponentProps) {
  return (
    <Screen
      style="neige"
      art={art}
      title="Corbeille"
      lead={`Ce qui est supprimé attend ici ${BIN_DAYS}\u00a0jours, au cas où.`}
      failed={actionData?.failed && "Rien n’a été changé."}
    >
      {total === 0 ? (
        <EmptyState image={empty} height={360} title="La corbeille est vide">
          <p>Tout est à sa place. Ce que vous supprimez passera par ici avant de disparaître.</p>
        </EmptyState>
      ) : (
        <ul role="list" className="register register--bin">
          {entries.map((entry) => (
            <BinRow key={entry.key} entry={entry} />
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} addressOf={(number) => `/corbeille?page=${number}`} />
    </Screen>
  );
}
