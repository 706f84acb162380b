import { servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { Pager } from "#app/ui/pager.tsx";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import type { Route } from "./+types/recycle-bin.ts";
import { binAction } from "./bin-actions.server.ts";
import { readBin } from "./bin-list.server.ts";
import { BinRow } from "./bin-row.tsx";
import empty from "./drawings/corbeille-vide.svg";
import art from "./drawings/crete-corbeille.svg";

export const handle: Handle = { screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Corbeille", "Ce que le comité a supprimé depuis trente jours, à restaurer ou à effacer.", args);

export function loader({ url, context }: Route.LoaderArgs) {
  const page = /^[1-9]\d{0,5}$/.exec(url.searchParams.get("page") ?? "");
  return readBin(context.get(servicesContext), page ? Number(page[0]) : 1);
}

export const action = (args: Route.ActionArgs) => binAction(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function RecycleBinPage({
  loaderData: { entries, total, page, pages },
  actionData,
}: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Banner low style="neige" art={art} title="Corbeille">
        Ce qui est supprimé attend ici {BIN_DAYS}&nbsp;jours, au cas où.
      </Banner>
      <div className="page-frame">
        {actionData?.failed && (
          <ErrorNotice title="Rien n’a été changé." text="Le site n’a pas pu le faire. Réessayez dans un instant." />
        )}
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
      </div>
    </main>
  );
}
