import { Link } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { Breakable } from "#app/ui/breakable.tsx";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { pageIn, pageUrl } from "#app/ui/list/list-query.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { acceptProposal, listProposals, refuseProposal } from "#usecases/register/proposals.ts";
import type { Route } from "./+types/proposals.ts";

export const meta = privateMeta("À vérifier", "Ce que des membres ont proposé sur leur page personnelle.");

export const loader = ({ context, url }: Route.LoaderArgs) =>
  listProposals(context.get(servicesContext), pageIn(url.searchParams));

const TOASTS = { done: "fees-settled", gone: "changed-meanwhile", taken: "register-taken" } as const;

const proposalsUrl = (page: number): string => pageUrl("/registre/a-verifier", page);

export const action = (args: Route.ActionArgs) =>
  listAction(args, {
    where: "proposals",
    intentions: ["accept", "refuse"],
    act: async (intention, { list: [shown = ""], services, by }) => {
      const decide = intention === "accept" ? acceptProposal : refuseProposal;
      const list = proposalsUrl(pageIn(args.url.searchParams));
      return redirectWithToast(args.context, list, TOASTS[await decide(services, shown, by)]);
    },
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function ProposalsPage({ loaderData: { lines, page, pages }, actionData }: Route.ComponentProps) {
  return (
    <ListScreen
      style="vigne"
      title="À vérifier"
      failed={actionData?.failed && "Rien n’a été changé."}
      links={
        <ListLinks>
          <StrongLink to="/registre">Membres</StrongLink>
          <StrongLink to="/cotisations">Cotisations</StrongLink>
        </ListLinks>
      }
      empty={lines.length === 0 && <p className="list-empty">Plus rien à vérifier.</p>}
      pager={{ page, pages, addressOf: proposalsUrl }}
    >
      <ul role="list" className="list list--stacked">
        {lines.map((line) => (
          <ProposalRow key={line.shown} {...line} url={proposalsUrl(page)} />
        ))}
      </ul>
    </ListScreen>
  );
}

type RowProps = Route.ComponentProps["loaderData"]["lines"][number] & { url: string };

function ProposalRow({ shown, kind, member, name, words, url }: RowProps) {
  const more = <span className="sr-only">&nbsp;: {name}</span>;
  const button = { action: url, id: shown };
  const page = `/registre/${member}`;
  return (
    <ListRow
      name={
        <h2>
          <Link to={page}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
      }
      actions={
        <>
          {kind === "erase" ? (
            <Link className="btn btn--small" to={`${page}/donnees`}>
              Voir et effacer{more}
            </Link>
          ) : (
            <ActionButton className="btn btn--small" intention="accept" {...button}>
              Accepter{more}
            </ActionButton>
          )}
          <ActionButton className="btn btn--small btn--neige" intention="refuse" {...button}>
            Refuser{more}
          </ActionButton>
        </>
      }
    >
      <p className="member__note">
        <Breakable text={words} />
      </p>
    </ListRow>
  );
}
