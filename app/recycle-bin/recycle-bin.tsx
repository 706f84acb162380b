import { Form, redirectDocument } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast, withToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { findPlanningPage } from "#app/ui/cards/planning-page.server.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import BinIcon from "#app/ui/drawings/sign-bin.svg?drawing";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { pageIn, pageUrl } from "#app/ui/list/list-query.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import { mailIdOf } from "#stores/mail-document.ts";
import { eraseForGood, type Restoration, restoreDeleted } from "#usecases/recycle-bin.ts";
import type { Route } from "./+types/recycle-bin.ts";
import { type BinEntryView, readBin } from "./bin-list.server.ts";
import empty from "./drawings/corbeille-vide.svg";
import art from "./drawings/crete-corbeille.svg";
import RestoreIcon from "./drawings/sign-restore.svg?drawing";

export const meta = privateMeta(
  "Corbeille",
  "Ce que le comité a supprimé depuis trente jours, à restaurer ou à effacer.",
);

export const loader = ({ url, context }: Route.LoaderArgs) =>
  readBin(context.get(servicesContext), pageIn(url.searchParams));

const binUrl = (page: number): string => pageUrl("/corbeille", page);

export const action = (args: Route.ActionArgs) =>
  listAction(args, {
    where: "recycle bin",
    fields: ["key"],
    intentions: ["restore", "erase"],
    act: async (intention, { typed: { key = "" }, services, by }) => {
      const { context } = args;
      const list = binUrl(pageIn(args.url.searchParams));
      if (intention === "erase") {
        const erased = await eraseForGood(services, key, by);
        return redirectWithToast(context, list, erased ? "erased" : "bin-gone");
      }
      const restored = await restoreDeleted(services, key, by);
      if (restored === "taken") return redirectWithToast(context, list, "register-taken");
      if (!restored) return redirectWithToast(context, list, "bin-gone");
      // Load the whole page: the browser then scrolls to the restored item and applies `:target`.
      return redirectDocument(
        await restoredUrl(context, restored),
        await withToast(context, `${restored.kind}-restored`),
      );
    },
  });

async function restoredUrl(context: Route.ActionArgs["context"], { kind, id }: Restoration): Promise<string> {
  if (kind === "membre") return `/comite#${encodeURIComponent(id)}`;
  if (kind === "register") return `/registre/${encodeURIComponent(id)}`;
  if (kind === "evenement") return `${await findPlanningPage(context, id)}#${encodeURIComponent(id)}`;
  return `/${kind}s?courrier=${mailIdOf(id)}`;
}

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function RecycleBinPage({
  loaderData: { entries, total, page, pages },
  actionData,
}: Route.ComponentProps) {
  return (
    <ListScreen
      style="neige"
      art={art}
      title="Corbeille"
      lead={`Ce qui est supprimé attend ici ${BIN_DAYS}\u00a0jours, au cas où.`}
      failed={actionData?.failed && "Rien n’a été changé."}
      empty={
        total === 0 && (
          <EmptyState image={empty} height={360} title="La corbeille est vide">
            <p>Tout est à sa place. Ce que vous supprimez passera par ici avant de disparaître.</p>
          </EmptyState>
        )
      }
      pager={{ page, pages, addressOf: binUrl }}
    >
      <ul role="list" className="list list--cards list--bin">
        {entries.map((entry) => (
          <BinRow key={entry.key} entry={entry} url={binUrl(page)} />
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
    consequence: "La fiche, son affiche et son historique disparaissent. Plus personne ne pourra les restaurer.",
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

function BinRow({ entry, url }: { entry: BinEntryView; url: string }) {
  const { key, kind, name, detail, picture, deletedAt, by, until } = entry;
  const { label, question, consequence } = KINDS[kind];
  return (
    <ListRow
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
          <Form method="post" action={url}>
            <input type="hidden" name="intention" value="restore" />
            <input type="hidden" name="key" value={key} />
            <button className="btn btn--small" type="submit">
              <RestoreIcon />
              Restaurer<span className="sr-only"> {name}</span>
            </button>
          </Form>
          <ConfirmButton
            dialogId={`effacer-${key}`}
            verb="Effacer définitivement"
            icon={<BinIcon />}
            name={name}
            danger
            question={`Êtes-vous sûr de vouloir effacer définitivement ${question}\u00a0?`}
            fields={{ intention: "erase", key }}
            action={url}
          >
            <p>
              <bdi>{[name, detail].filter(Boolean).join(", ")}</bdi>
            </p>
            <p>{consequence}</p>
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
