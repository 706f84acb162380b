import { Link } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import art from "#app/ui/drawings/crete-comptes.svg";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { memberName } from "#domain/members/member.ts";
import { proposalInWords } from "#domain/members/proposal.ts";
import { acceptProposal, refuseProposal } from "#usecases/members/proposals.ts";
import type { Route } from "./+types/proposals.ts";

export const handle: Handle = { screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  privateMeta("À vérifier", "Ce que des membres ont proposé sur leur page personnelle.", args);

export async function loader({ context }: Route.LoaderArgs) {
  const { proposals, register } = context.get(servicesContext);
  const found = await Promise.all(
    (await proposals.list()).map(async (proposal) => {
      const member = await register.get(proposal.member);
      if (!member) return [];
      const { version, kind, at } = proposal;
      const view = { id: [proposal.id, version, member.version].join(" "), kind, member: member.id };
      return {
        ...view,
        title: memberName(member),
        day: swissDay(dayInZurich(at)),
        words: proposalInWords(member, proposal),
      };
    }),
  );
  return found.flat();
}

const FORM = {
  ...{ where: "proposals", fields: ["intention", "id"] },
  choice: { field: "intention", among: ["accept", "refuse"] },
};
const TOASTS = {
  accepted: "fees-settled",
  absent: "fees-unchanged",
  outdated: "proposal-old",
  taken: "register-taken",
} as const;

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed }) => {
    const { context } = args;
    const [id = "", version = "", memberVersion = ""] = typed.id?.split(" ") ?? [];
    const decide = typed.intention === "accept" ? acceptProposal : refuseProposal;
    const done: keyof typeof TOASTS = await decide(
      context.get(servicesContext),
      { id, version, memberVersion },
      actingPerson(context),
    );
    return redirectWithToast(context, "/registre/a-verifier", TOASTS[done]);
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function Proposals({ loaderData: lines, actionData }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="À vérifier" />
      <div className="page-frame member">
        {actionData?.failed && <ErrorNotice title="Rien n’a été changé." text="Réessayez dans un instant." />}
        {lines.length === 0 && <p>Plus rien à vérifier.</p>}
        {lines.map((line) => (
          <ProposalSection key={line.id} {...line} />
        ))}
        <Link className="strong-link" to="/registre">
          Membres
        </Link>
      </div>
    </main>
  );
}

type Line = Route.ComponentProps["loaderData"][number];

function ProposalSection({ id, kind, member, title, day, words }: Line) {
  const more = <span className="sr-only">&nbsp;: {title}</span>;
  const button = { action: "/registre/a-verifier", id };
  return (
    <section>
      <h2>
        <Link to={`/registre/${member}`}>
          <bdi>{title}</bdi>
        </Link>
      </h2>
      <ul className="member__list">
        {words.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </ul>
      <div className="row">
        {kind === "erase" ? (
          <Link className="btn btn--small" to={`/registre/${member}/donnees`}>
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
        <p>Envoyé le {day}</p>
      </div>
    </section>
  );
}
