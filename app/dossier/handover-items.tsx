/**
 * The actions on the rows of « C’est où, qui sait ? ». Each leads back to the dossier of the association. The page itself
 * is seen after a failed action only.
 */
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { dossierUrl } from "#app/ui/event-url.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { ASSOCIATION, ASSOCIATION_NAME } from "#domain/dossier/task.ts";
import { deleteHandoverItem, restoreHandoverItem, undoHandoverItemChange } from "#usecases/handover/change-items.ts";
import type { Services } from "#usecases/services.ts";
import type { Route } from "./+types/handover-items.ts";
import { HandoverItemSection } from "./handover-item-section.tsx";
import { handoverItemsListUrl, viewHandoverItems } from "./handover-items-view.server.ts";

export const handle: Handle = { help: "cest-où-qui-sait" };

export const meta = privateMeta("C’est où, qui sait\u00a0?", "Ce que le prochain comité doit trouver.");

export const loader = ({ url, context }: Route.LoaderArgs) => viewHandoverItems(context.get(servicesContext), url);

export const action = (args: Route.ActionArgs) =>
  listAction(args, {
    where: "handover items",
    fields: ["version", "at"],
    intentions: ["delete", "restore", "undo-change"],
    act: async (intention, { typed: { version = "", at = "" }, ids: [id = ""], services, by }) => {
      const name = await nameOfItem(services, id);
      const respond = (toast: Parameters<typeof listResponse>[1]["toast"], isUndo = false) =>
        listResponse({ ...args, url: handoverItemsListUrl(args.url) }, { ids: [id], toast, name, isUndo });
      if (intention === "restore")
        return (await restoreHandoverItem(services, id, by))
          ? respond("handover-item-restored", true)
          : respond("bin-gone");
      if (intention === "undo-change") {
        const outcome = await undoHandoverItemChange(services, { id, version, at }, by);
        return outcome === "updated" ? respond("handover-item-back", true) : respond("changed-meanwhile");
      }
      return respond((await deleteHandoverItem(services, id, by)) ? "handover-item-deleted" : "entry-gone");
    },
  });

async function nameOfItem({ handoverItems, bin }: Pick<Services, "handoverItems" | "bin">, id: string) {
  const item = await handoverItems.get(id);
  if (item) return item.what;
  const deleted = await bin.findOf(id);
  return deleted?.kind === "handover-item" ? deleted.fields.what : "";
}

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function HandoverItemsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ListScreen
      style="azur"
      title={ASSOCIATION_NAME}
      className="member"
      failed={actionData?.failed && "Rien n’a été changé."}
      links={
        <ListLinks>
          <StrongLink to={dossierUrl(ASSOCIATION)}>Le dossier «&nbsp;{ASSOCIATION_NAME}&nbsp;»</StrongLink>
        </ListLinks>
      }
    >
      <HandoverItemSection view={loaderData} />
    </ListScreen>
  );
}
