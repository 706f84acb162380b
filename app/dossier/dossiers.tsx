import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { DeleteButton } from "#app/ui/delete-button.tsx";
import { actedRows, useActedRows, useSteadyRows, withActedRows } from "#app/ui/list/acted-rows.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { listPageUrl, pageInQuery } from "#app/ui/list/list-query.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { BIN_RETENTION_DAYS } from "#domain/recycle-bin.ts";
import type { Route } from "./+types/dossiers.ts";
import { type DossierPart, type DossierRowView, readDossierList } from "./dossier-list.server.ts";

export const handle: Handle = { help: "garder-un-dossier" };

export const meta = privateMeta("Dossiers", "Ce que le comité sait de chaque fête, et de l’association.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const [page, acted] = [pageInQuery(url.searchParams), actedRows(url.searchParams)];
  const list = await readDossierList(context.get(servicesContext), page, acted);
  return { ...list, url: acted.length > 0 ? withActedRows(listUrl(list.page), acted) : listUrl(list.page) };
}

const listUrl = (page: number): string => listPageUrl("/dossiers", page);

export const action = (args: Route.ActionArgs) =>
  listAction(args, {
    where: "kept dossiers",
    intentions: ["delete", "restore"],
    act: async (intention, { ids: [id = ""], services, by, isUndo }) => {
      const isDeleted = intention === "delete";
      const isFound = await services.dossiers.setKeptDeleted(id, isDeleted, { by, at: services.clock.now() });
      if (!isFound) return listResponse(args, { ids: [], toast: "entry-gone" });
      const name = (await services.dossiers.listKept()).find(({ subject }) => subject === id)?.name;
      return listResponse(args, {
        ids: [id],
        toast: isDeleted ? "dossier-deleted" : "dossier-restored",
        name,
        isUndo,
      });
    },
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

const PARTS: Record<DossierPart, string> = {
  association: "Association",
  kept: "Gardés",
  event: "Événements",
  deleted: "Supprimés",
};

export default function DossiersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, pages } = loaderData;
  const rows = useSteadyRows(loaderData.rows);
  const { url, isSending } = useActedRows(loaderData.url);
  const parts = [...new Set(rows.map(({ part }) => part))];
  return (
    <ListScreen
      style="ocre"
      title="Dossiers"
      lead="Ce que le comité sait de chaque fête&nbsp;: notes, tâches, résultat."
      className="member"
      failed={actionData?.failed && "Rien n’a été changé."}
      pager={{ page, pages, addressOf: listUrl }}
    >
      {parts.map((part) => (
        <section key={part} aria-label={PARTS[part]}>
          {part !== "association" && <h2>{PARTS[part]}</h2>}
          {part === "kept" && <p>Leur événement est supprimé, le dossier reste.</p>}
          {part === "deleted" && <p>Ils s’effacent {BIN_RETENTION_DAYS}&nbsp;jours après.</p>}
          <ul role="list" className="list list--dossiers">
            {rows
              .filter((row) => row.part === part)
              .map((row) => (
                <DossierRow key={row.id} row={row} url={url} isSending={isSending(row.id)} />
              ))}
          </ul>
        </section>
      ))}
    </ListScreen>
  );
}

type RowProps = { row: DossierRowView; url: string; isSending: boolean };

function DossierRow({ row, url, isSending }: RowProps) {
  const { id, part, name, when, content, outcome, until } = row;
  const whole = [name || "Sans nom", when].filter(Boolean).join(", ");
  const isOpen = part !== "deleted" && outcome === null;
  const Heading = part === "association" ? "h2" : "h3";
  const title = <bdi>{name || "Sans nom"}</bdi>;
  return (
    <ListRow
      id={id}
      name={<Heading>{isOpen ? <StrongLink to={row.url}>{title}</StrongLink> : title}</Heading>}
      about={[when, content].filter(Boolean).join(" · ")}
      actions={
        part === "kept" ? (
          <DeleteButton
            action={url}
            id={id}
            name={whole}
            question="Supprimer ce dossier&nbsp;?"
            detail={`${whole}. Il reste ${BIN_RETENTION_DAYS}\u00a0jours sous «\u00a0Supprimés\u00a0», puis s’efface.`}
            intention="delete"
          />
        ) : (
          part === "deleted" && (
            <ActionButton className="btn btn--small" action={url} id={id} intention="restore">
              Restaurer<span className="sr-only"> {whole}</span>
            </ActionButton>
          )
        )
      }
      outcome={isSending ? "Un instant…" : outcome && `${outcome}.`}
      undo={
        !isSending &&
        outcome && <UndoButton url={url} id={id} name={whole} intention={part === "kept" ? "restore" : "delete"} />
      }
    >
      {until && (
        <p>
          S’efface le <span className="instant">{until}</span>
        </p>
      )}
    </ListRow>
  );
}
