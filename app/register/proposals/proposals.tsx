import { Form, Link } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import art from "#app/ui/drawings/crete-comptes.svg";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { memberName } from "#domain/members/member.ts";
import { proposalInWords } from "#domain/members/proposal.ts";
import { acceptProposal, type DecisionRefusal, refuseProposal } from "#usecases/members/proposals.ts";
import type { Route } from "./+types/proposals.ts";

export const handle: Handle = { screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  privateMeta("À vérifier", "Ce que des membres ont proposé sur leur page personnelle.", args);

export async function loader({ context }: Route.LoaderArgs) {
  const { proposals, register } = context.get(servicesContext);
  const found = await Promise.all(
    (await proposals.list()).map(async (proposal) => ({ proposal, member: await register.get(proposal.member) })),
  );
  return found.flatMap(({ proposal, member }) =>
    member
      ? {
          ...{ id: proposal.id, version: proposal.version, isErasure: proposal.kind === "erase" },
          ...{ member: member.id, memberVersion: member.version, name: memberName(member) },
          ...{ day: swissDay(dayInZurich(proposal.at)), words: proposalInWords(member, proposal) },
        }
      : [],
  );
}

const FORM = {
  where: "proposals",
  fields: ["intention", "id", "version", "memberVersion"],
  choice: { field: "intention", among: ["accept", "refuse"] },
};

const TOASTS = { absent: "fees-unchanged", outdated: "proposal-outdated", taken: "register-taken" } as const;

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed: { intention, id = "", version = "", memberVersion = "" } }) => {
    const { context } = args;
    const services = context.get(servicesContext);
    const by = actingPerson(context);
    const answer = (refused: DecisionRefusal | null) =>
      redirectWithToast(context, "/registre/a-verifier", refused === null ? "fees-settled" : TOASTS[refused]);
    if (intention === "refuse")
      return answer((await refuseProposal(services, { id, version }, by)) ? null : "outdated");
    const accepted = await acceptProposal(services, { id, version, memberVersion }, by);
    return answer(accepted.ok ? null : accepted.reason);
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function Proposals({ loaderData: lines, actionData }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="À vérifier" />
      <div className="page-frame">
        {actionData?.failed && <ErrorNotice title="Rien n’a été changé." text="Réessayez dans un instant." />}
        {lines.length === 0 && <p className="people__none">Rien à vérifier.</p>}
        <ul role="list" className="people proposals">
          {lines.map((line) => (
            <ProposalRow key={line.id} line={line} />
          ))}
        </ul>
        <p className="row">
          <Link className="strong-link" to="/registre">
            Membres
          </Link>
          <Link className="strong-link" to="/cotisations">
            Cotisations
          </Link>
        </p>
      </div>
    </main>
  );
}

type RowProps = { line: Route.ComponentProps["loaderData"][number] };

const ProposalRow = ({ line: { id, version, isErasure, member, memberVersion, name, day, words } }: RowProps) => (
  <li className="proposals__row">
    <p>
      <Link to={`/registre/${member}`}>
        <bdi>{name}</bdi>
      </Link>
      , le {day}
    </p>
    {words.map((word) => (
      <p key={word}>
        <bdi>{word}</bdi>
      </p>
    ))}
    <Form className="row" method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="memberVersion" value={memberVersion} />
      {isErasure ? (
        <Link className="btn btn--small" to={`/registre/${member}/donnees`}>
          Voir et effacer<span className="sr-only"> les données de {name}</span>
        </Link>
      ) : (
        <button className="btn btn--small" type="submit" name="intention" value="accept">
          Accepter<span className="sr-only">&nbsp;: {name}</span>
        </button>
      )}
      <button className="btn btn--small btn--neige" type="submit" name="intention" value="refuse">
        Refuser<span className="sr-only">&nbsp;: {name}</span>
      </button>
    </Form>
  </li>
);
