import { Form, Link } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { WrappingText } from "#app/ui/breakable.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { actedRows, useActedRows, useSteadyRows, withActedRows } from "#app/ui/list/acted-rows.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { listPageUrl, pageInQuery } from "#app/ui/list/list-query.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { dayInZurich, instantInFrench } from "#domain/dates.ts";
import type { Proposal } from "#domain/register/proposal.ts";
import { decideProposal, listProposals } from "#usecases/register/proposals.ts";
import type { Route } from "./+types/proposals.ts";

export const handle: Handle = { help: "la-page-personnelle" };

export const meta = privateMeta("À vérifier", "Ce que des membres ont proposé sur leur page personnelle.");

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const acted = actedRows(url.searchParams);
  const { lines, ...paging } = await listProposals(services, pageInQuery(url.searchParams), acted);
  const today = dayInZurich(services.clock.now());
  const list = proposalsUrl(paging.page);
  return {
    ...paging,
    url: acted.length > 0 ? withActedRows(list, acted) : list,
    lines: lines.map(({ state, decidedAt, ...line }) => ({
      ...line,
      outcome:
        state === "open" || !decidedAt ? null : `${wordsOf(line.kind)[state]}, ${instantInFrench(decidedAt, today)}`,
    })),
  };
}

const wordsOf = (kind: Proposal["kind"]) => (kind === "email" ? EMAIL_WORDS : WORDS);

const WORDS = { accept: "Accepter", refuse: "Refuser", accepted: "Acceptée", refused: "Refusée" } as const;

/** The register already has the address. */
const EMAIL_WORDS = { accept: "C’est juste", refuse: "Annuler", accepted: "C’est juste", refused: "Retiré" } as const;

const TOASTS = {
  done: "fees-settled",
  gone: "changed-meanwhile",
  taken: "register-taken",
  "other-email": "other-email",
} as const;

const proposalsUrl = (page: number): string => listPageUrl("/registre/a-verifier", page);

const STATES = { accept: "accepted", refuse: "refused", reopen: "open" } as const;

export const action = (args: Route.ActionArgs) =>
  listAction(args, {
    where: "proposals",
    fields: ["seen"],
    intentions: ["accept", "refuse", "reopen"],
    act: async (intention, { typed: { seen = "" }, ids: [id = ""], isUndo, services, by }) => {
      const { outcome, name } = await decideProposal(services, { id, seen, state: STATES[intention] }, by);
      // If someone else has decided the proposal, shows that decision.
      return listResponse(args, { ids: [id], toast: TOASTS[outcome], name, isUndo: isUndo && outcome === "done" });
    },
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function ProposalsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, pages } = loaderData;
  const lines = useSteadyRows(loaderData.lines);
  const { url, isSending } = useActedRows(loaderData.url);
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
          <ProposalRow key={line.id} {...line} url={url} isSending={isSending(line.id)} />
        ))}
      </ul>
    </ListScreen>
  );
}

type RowProps = Route.ComponentProps["loaderData"]["lines"][number] & { url: string; isSending: boolean };

function ProposalRow({ id, seen, kind, member, name, words, outcome, url, isSending }: RowProps) {
  const page = `/registre/${member}`;
  return (
    <ListRow
      id={id}
      name={
        <h2>
          <Link to={page}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
      }
      actions={
        <Form className="row" method="post" action={url} preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="seen" value={seen} />
          {kind === "erase" ? (
            <Link className="btn btn--small" to={`${page}/donnees`}>
              Voir et effacer<span className="sr-only">&nbsp;: {name}</span>
            </Link>
          ) : (
            <SubmitButton className="btn btn--small" intention="accept" label={wordsOf(kind).accept} about={name} />
          )}
          <SubmitButton
            className="btn btn--small btn--neige"
            intention="refuse"
            label={wordsOf(kind).refuse}
            about={name}
          />
        </Form>
      }
      outcome={isSending ? "Un instant…" : outcome}
      undo={!isSending && outcome && <UndoButton id={id} url={url} name={name} intention="reopen" />}
    >
      <p className="member__note">
        <WrappingText text={words} />
      </p>
    </ListRow>
  );
}
