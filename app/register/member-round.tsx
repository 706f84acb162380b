/** Rounds of the register: the welcome of new members, the missing authorisations of minors, and lost links. */

import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { pageInQuery } from "#app/ui/list/list-query.ts";
import { RoundContent, waitingInFrench } from "#app/ui/round/round.tsx";
import { ROUND_FIELDS, ROUND_INTENTIONS, roundResponse } from "#app/ui/round/round-action.server.ts";
import { useRoundRows } from "#app/ui/round/use-round.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { changeTouch, readMemberRound, saveRoundTexts } from "#usecases/rounds/round.ts";
import type { Route } from "./+types/member-round.ts";

export const handle: Handle = { help: "envoyer-les-factures" };

export const meta = privateMeta("Messages aux membres", "Les personnes à qui un message est à envoyer.");

const kindOf = ({ pathname }: URL) =>
  pathname.endsWith("/bienvenue") ? "welcome" : pathname.endsWith("/liens") ? "lost-link" : "consent";

export async function loader({ context, url }: Route.LoaderArgs) {
  const kind = kindOf(url);
  const { publicUrl } = context.get(siteContext);
  const round = await readMemberRound(context.get(servicesContext), kind, publicUrl, pageInQuery(url.searchParams));
  return { ...round, kind, url: url.pathname + url.search } as const;
}

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    { where: "round", fields: ROUND_FIELDS, choice: { field: "intention", among: ROUND_INTENTIONS } },
    (sent) => roundResponse(args, kindOf(args.url), sent, { changeTouch, saveRoundTexts }),
  );

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

const TITLES = {
  welcome: "Souhaiter la bienvenue",
  consent: "Autorisations parentales manquantes",
  "lost-link": "Liens à renvoyer",
};

export default function MemberRoundPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, rows, waiting, ...page } = loaderData;
  const result: FormResult = actionData ?? {};
  const round = useRoundRows(kind, rows, waiting);
  return (
    <Screen
      style="vigne"
      title={TITLES[kind]}
      lead={`${waitingInFrench(round.waiting)}.`}
      className="member"
      failed={result.failed && "Ce n’est pas noté."}
    >
      <RoundContent {...page} kind={kind} round={round} result={result} />
      <StrongLink to="/registre">Membres</StrongLink>
    </Screen>
  );
}
