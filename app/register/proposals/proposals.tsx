import { Link } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { pageIn } from "#app/ui/list-query.ts";
import { Pager } from "#app/ui/pager.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { acceptProposal, listProposals, refuseProposal } from "#usecases/register/proposals.ts";
import type { Route } from "./+types/proposals.ts";

export const meta = privateMeta("À vérifier", "Ce que des membres ont proposé sur leur page personnelle.");

export const loader = ({ context, url }: Route.LoaderArgs) =>
  listProposals(context.get(servicesContext), pageIn(url.searchParams));

const CHOICE = { field: "intention", among: ["accept", "refuse"] };
const TOASTS = { done: "fees-settled", gone: "changed-meanwhile", taken: "register-taken" } as const;

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    { where: "proposals", fields: ["intention", "id"], choice: CHOICE },
    async ({ typed, services, by }) => {
      const { context } = args;
      const decide = typed.intention === "accept" ? acceptProposal : refuseProposal;
      const outcome = await decide(services, typed.id ?? "", by);
      return redirectWithToast(context, "/registre/a-verifier", TOASTS[outcome]);
    },
  );

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function ProposalsPage({ loaderData: { lines, page, pages }, actionData }: Route.ComponentProps) {
  return (
    <Screen style="vigne" title="À vérifier" className="member" failed={actionData?.failed && "Rien n’a été changé."}>
      {lines.length === 0 && <p>Plus rien à vérifier.</p>}
      {lines.map((line) => (
        <Proposal key={line.shown} {...line} />
      ))}
      <Pager {...{ page, pages }} addressOf={(number) => `/registre/a-verifier?page=${number}`} />
      <StrongLink to="/registre">Membres</StrongLink>
    </Screen>
  );
}

function Proposal({ shown, kind, member, name, words }: Route.ComponentProps["loaderData"]["lines"][number]) {
  const more = <span className="sr-only">&nbsp;: {name}</span>;
  const button = { action: "/registre/a-verifier", id: shown };
  const page = `/registre/${member}`;
  return (
    <section>
      <h2>
        <Link to={page}>
          <bdi>{name}</bdi>
        </Link>
      </h2>
      <p className="member__note">{words}</p>
      <div className="row">
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
      </div>
    </section>
  );
}
