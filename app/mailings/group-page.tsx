import { data } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import { MailingText } from "#app/ui/mailing-text.tsx";
import { dayInFrench, dayInZurich } from "#domain/dates.ts";
import { mailingKicker } from "#domain/mail/mailing-letter.ts";
import { readGroupPage } from "#usecases/mailings/read-mailings.ts";
import type { Route } from "./+types/group-page.ts";

export const handle: Handle = { reading: true, committee: true, unlisted: true, secret: true, costly: true };

/** Messengers show title and description beside the link. The group has the subject already; nobody learns more. */
export const meta: Route.MetaFunction = (args) =>
  privateMeta(args.loaderData?.subject ?? "Message", "Un message de la Jeunesse à ses membres.")(args);

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(siteContext);
  const mailing = await readGroupPage(context.get(servicesContext), token, publicUrl);
  if (!mailing) return data(null, { status: 404 });
  const { subject, blocks, answersTo, event, at } = mailing;
  return data({
    subject,
    blocks,
    answersTo,
    event,
    kicker: mailingKicker(mailing),
    date: dayInFrench(dayInZurich(at)),
  });
}

export default function GroupPage({ loaderData: mailing }: Route.ComponentProps) {
  if (!mailing)
    return (
      <Screen style="azur" title="Message" className="opt-out">
        <p>Ce lien ne marche pas, ou le message n’est plus en ligne.</p>
      </Screen>
    );
  return (
    <Screen style="azur" title={<bdi>{mailing.subject}</bdi>} lead={<bdi>{mailing.kicker}</bdi>} className="opt-out">
      <MailingText mailing={mailing} />
      <p>Message du {mailing.date}</p>
    </Screen>
  );
}
