import { useState } from "react";
import { Form, redirectDocument } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { toastHeaders } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { ToastCode } from "#app/layout/toasts/toast-texts.ts";
import type { Handle } from "#app/route-handle.ts";
import { planningPageOfEvent } from "#app/ui/cards/planning-page.server.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import BinIcon from "#app/ui/drawings/sign-bin.svg?drawing";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { dossierUrl, slotPlanUrl, urlOfDossier } from "#app/ui/event-url.ts";
import { actedRows, rowId, useActedRows, useSteadyRows, withActedRows } from "#app/ui/list/acted-rows.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { listPageUrl, pageInQuery } from "#app/ui/list/list-query.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { BIN_RETENTION_DAYS } from "#domain/recycle-bin.ts";
import { mailIdOfEntry } from "#stores/mail-document.ts";
import { findDossier } from "#usecases/dossiers/find-dossier.ts";
import { eraseForGood, type RestoredReference, restoreDeleted, undoRestoration } from "#usecases/recycle-bin.ts";
import type { Route } from "./+types/recycle-bin.ts";
import { type BinEntryView, describeBinEntry, readBinList } from "./bin-list.server.ts";
import empty from "./drawings/corbeille-vide.svg";
import art from "./drawings/crete-corbeille.svg";
import RestoreIcon from "./drawings/sign-restore.svg?drawing";

export const handle: Handle = { help: "jai-effacé-quelque-chose-par-erreur" };

export const meta = privateMeta(
  "Corbeille",
  "Ce que le comité a supprimé depuis trente jours, à restaurer ou à effacer.",
);

export async function loader({ url, context }: Route.LoaderArgs) {
  const [page, acted] = [pageInQuery(url.searchParams), actedRows(url.searchParams)];
  const bin = await readBinList(context.get(servicesContext), page, acted);
  return { ...bin, url: acted.length > 0 ? withActedRows(binUrl(bin.page), acted) : binUrl(bin.page) };
}

const binUrl = (page: number): string => listPageUrl("/corbeille", page);

export const action = (args: Route.ActionArgs) =>
  listAction(args, {
    where: "recycle bin",
    fields: ["key"],
    intentions: ["restore", "erase"],
    act: async (intention, { typed: { key = "" }, ids: [id = key], services, by, isUndo }) => {
      const done = (toast: ToastCode, name?: string) => listResponse(args, { ids: [id], toast, name });
      const gone = async () =>
        // After a double tap, the second request changes nothing.
        (await services.bin.findLeft(id)) ? done("bin-left") : listResponse(args, { ids: [], toast: "bin-gone" });
      if (isUndo) return (await undoRestoration(services, id, by)) ? done("bin-again") : gone();
      const entry = await services.bin.find(id);
      if (!entry) return gone();
      const { name } = describeBinEntry(entry, () => undefined);
      if (intention === "erase") return (await eraseForGood(services, id, by)) ? done("erased", name) : gone();
      const restored = await restoreDeleted(services, id, by);
      if (restored === "taken") return listResponse(args, { ids: [], toast: TAKEN_TOASTS[entry.kind] ?? "bin-left" });
      if (!restored) return gone();
      return key === "" ? done(`${restored.kind}-restored`, name) : showRestored(args.context, restored, name);
    },
  });

/** Why a document cannot be restored. Of another kind: it is there again. */
const TAKEN_TOASTS: Partial<Record<BinEntryView["kind"], ToastCode>> = {
  register: "register-taken",
  slot: "slot-taken",
  task: "task-taken",
};

/** For « Annuler » on another page. Loads the whole page: the browser then scrolls to the restored item. */
const showRestored = async (
  context: Route.ActionArgs["context"],
  restored: RestoredReference,
  name: string | undefined,
) =>
  redirectDocument(
    await restoredUrl(context, restored),
    await toastHeaders(context, `${restored.kind}-restored`, { name }),
  );

async function restoredUrl(context: Route.ActionArgs["context"], { kind, id }: RestoredReference): Promise<string> {
  if (kind === "membre") return `/comite#${encodeURIComponent(id)}`;
  if (kind === "register") return `/registre/${encodeURIComponent(id)}`;
  if (kind === "evenement") return `${await planningPageOfEvent(context, id)}#${encodeURIComponent(id)}`;
  if (kind === "slot") return planOfSlot(context, id);
  if (kind === "task") return dossierOfTask(context, id);
  if (kind === "handover-item") return `${dossierUrl(ASSOCIATION)}#${rowId(id)}`;
  return `/${kind}s?courrier=${mailIdOfEntry(id)}`;
}

async function planOfSlot(context: Route.ActionArgs["context"], id: string): Promise<string> {
  const { slots, events } = context.get(servicesContext);
  const slot = await slots.get(id);
  const event = (await events.list()).find(({ subject }) => subject === slot?.event);
  return event ? `${slotPlanUrl(event.id)}#${rowId(id)}` : "/corbeille";
}

async function dossierOfTask(context: Route.ActionArgs["context"], id: string): Promise<string> {
  const services = context.get(servicesContext);
  const task = await services.tasks.get(id);
  const owner = task && (await findDossier(services, { subject: task.event }));
  return owner ? `${urlOfDossier(owner)}#${rowId(id)}` : "/corbeille";
}

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function RecycleBinPage({ loaderData, actionData }: Route.ComponentProps) {
  const { total, page, pages } = loaderData;
  const entries = useSteadyRows(loaderData.entries);
  const { url, isSending } = useActedRows(loaderData.url);
  return (
    <ListScreen
      style="neige"
      art={art}
      title="Corbeille"
      lead={`Ce qui est supprimé attend ici ${BIN_RETENTION_DAYS}\u00a0jours, au cas où.`}
      failed={actionData?.failed && "Rien n’a été changé."}
      empty={
        total === 0 &&
        entries.length === 0 && (
          <EmptyState image={empty} height={360} title="La corbeille est vide">
            <p>Tout est à sa place. Ce que vous supprimez passera par ici avant de disparaître.</p>
          </EmptyState>
        )
      }
      pager={{ page, pages, addressOf: binUrl }}
    >
      <ul role="list" className="list list--cards list--bin">
        {entries.map((entry) => (
          <BinRow key={entry.id} entry={entry} url={url} isSending={isSending(entry.id)} />
        ))}
      </ul>
    </ListScreen>
  );
}

const KINDS: Record<BinEntryView["kind"], { label: string; question: string; consequence: string }> = {
  membre: {
    label: "Membre",
    question: "ce membre",
    consequence: "La fiche, sa photo et son historique disparaissent. Plus personne ne pourra les restaurer.",
  },
  evenement: {
    label: "Événement",
    question: "cet événement",
    consequence:
      "La fiche, son affiche, son historique, ses coups de main et son dossier disparaissent. Plus personne ne pourra les restaurer.",
  },
  slot: {
    label: "Coup de main",
    question: "ce créneau",
    consequence: "Il disparaît avec toutes ses inscriptions. Plus personne ne pourra les restaurer.",
  },
  task: {
    label: "Tâche",
    question: "cette tâche",
    consequence: "Elle disparaît du dossier avec son historique. Plus personne ne pourra la restaurer.",
  },
  "handover-item": {
    label: "C’est où, qui sait\u00a0?",
    question: "cette ligne",
    consequence: "Elle disparaît avec son historique. Plus personne ne pourra la restaurer.",
  },
  inscription: {
    label: "Inscription",
    question: "cette inscription",
    consequence: "Elle disparaît avec l’e-mail que le site en a gardé. Plus personne ne pourra la restaurer.",
  },
  register: {
    label: "Fiche",
    question: "cette fiche",
    consequence: "La fiche et son historique disparaissent. Ce qui a été payé reste dans les comptes, avec le nom.",
  },
  message: {
    label: "Message",
    question: "ce message",
    consequence: "Il disparaît avec l’e-mail que le site en a gardé. Plus personne ne pourra le restaurer.",
  },
};

const DOSSIER_STAYS =
  "La fiche, son affiche, son historique et ses coups de main disparaissent. Plus personne ne pourra les restaurer. Son dossier reste, sous «\u00a0Dossiers\u00a0».";

const OUTCOMES = {
  restored: "Remis en place",
  again: "De retour dans la corbeille",
  erased: "Effacé définitivement",
} as const satisfies Record<NonNullable<BinEntryView["outcome"]>, string>;

function BinRow({ entry, url, isSending }: { entry: BinEntryView; url: string; isSending: boolean }) {
  const { id, kind, deletedAt, by, until, outcome, isDossierKept } = entry;
  // After a permanent erasure, only the open page still knows the name.
  const [opened] = useState(entry);
  const { name, detail, picture } = outcome === null ? entry : opened;
  const { label, question, consequence } = KINDS[kind];
  return (
    <ListRow
      id={id}
      outcome={isSending ? "Un instant…" : outcome && `${OUTCOMES[outcome]}.`}
      undo={!isSending && outcome === "restored" && <UndoButton url={url} id={id} name={name} intention="restore" />}
      lead={picture && <img className="binned__picture" src={picture} alt="" loading="lazy" width="96" height="96" />}
      name={
        <div className="binned">
          <span className="badge">{label}</span>
          <h2>
            <bdi>{name || "Sans nom"}</bdi>
          </h2>
          {detail && (
            <p>
              <bdi>{detail}</bdi>
            </p>
          )}
        </div>
      }
      actions={
        <>
          <Form method="post" action={url} preventScrollReset>
            <input type="hidden" name="intention" value="restore" />
            <input type="hidden" name="id" value={id} />
            <button className="btn btn--small" type="submit">
              <RestoreIcon />
              Restaurer<span className="sr-only"> {name}</span>
            </button>
          </Form>
          <ConfirmButton
            dialogId={`effacer-${id}`}
            verb="Effacer définitivement"
            icon={<BinIcon />}
            name={name}
            danger
            question={`Êtes-vous sûr de vouloir effacer définitivement ${question}\u00a0?`}
            fields={{ intention: "erase", id }}
            action={url}
          >
            <p>
              <bdi>{[name, detail].filter(Boolean).join(", ")}</bdi>
            </p>
            <p>{isDossierKept ? DOSSIER_STAYS : consequence}</p>
          </ConfirmButton>
        </>
      }
    >
      <div className="list__states">
        <p>
          Supprimé le <span className="instant">{deletedAt}</span>
          {by !== null && (
            <>
              , par <bdi>{by}</bdi>
            </>
          )}
        </p>
        <p>
          S’efface le <span className="instant">{until}</span>
        </p>
      </div>
    </ListRow>
  );
}
