/** A mailing that was sent: what went by which way, and what the committee has still to do. */
import { Fragment, type ReactNode } from "react";
import { data, Link } from "react-router";
import { type Services, servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { whoComesUrl } from "#app/ui/event-url.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { choiceOrDefault, pageInQuery } from "#app/ui/list/list-query.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { Pager } from "#app/ui/list/pager.tsx";
import { MailingText } from "#app/ui/mailing-text.tsx";
import { mailingUrl, mailingWaysUrl, SENT_MAILINGS_URL, writeUrl } from "#app/ui/mailing-url.ts";
import { RoundContent, UnrecordedTouches, waitingInFrench } from "#app/ui/round/round.tsx";
import { ROUND_FIELDS, ROUND_INTENTIONS, roundResponse } from "#app/ui/round/round-action.server.ts";
import { RoundRowListItem } from "#app/ui/round/round-row.tsx";
import { useRoundRows } from "#app/ui/round/use-round.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { swissDateAndTime } from "#domain/dates.ts";
import { mailingKicker } from "#domain/mail/mailing-letter.ts";
import {
  missingInFrench,
  SHOWN_PEOPLE,
  SHOWN_PEOPLE_LABELS,
  type ShownPeople,
  sentOfInFrench,
} from "#domain/mailings/delivery-words.ts";
import { isMailingExpired, type Mailing } from "#domain/mailings/mailing.ts";
import { readShownMailing, resumeMailing } from "#usecases/mailings/send-mailing.ts";
import {
  type NamedPeople,
  type NamedPerson,
  readSentMailing,
  type SentMailing,
} from "#usecases/mailings/sent-mailing.ts";
import { recordPrintedLetters } from "#usecases/mailings/share-mailing.ts";
import { changeTouch, saveRoundTexts } from "#usecases/rounds/round.ts";
import type { Route } from "./+types/mailing.ts";
import { EmailSection } from "./email-section.tsx";
import { PAPER_FIELDS, PaperSection } from "./paper-section.tsx";

export const handle: Handle = { help: "ce-qui-reste-à-envoyer" };

export const meta = privateMeta("Message envoyé", "Ce qui est parti, par quel moyen, et ce qui reste à envoyer.");

const PEOPLE_PAGE_FIELD = "personnes";
const SHOWN_FIELD = "filtre";

async function find({ mailings, clock }: Pick<Services, "mailings" | "clock">, id: string): Promise<Mailing | null> {
  const mailing = await mailings.get(id);
  return mailing && !isMailingExpired(mailing, clock.now()) ? mailing : null;
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const mailing = await find(services, params.mailingId);
  if (!mailing) throw data(null, { status: 404 });
  const { publicUrl } = context.get(siteContext);
  const { searchParams } = url;
  const filter = choiceOrDefault(searchParams.get(SHOWN_FIELD), SHOWN_PEOPLE);
  const wanted = pageInQuery(searchParams);
  const wantedOfPeople = pageInQuery(searchParams, PEOPLE_PAGE_FIELD);
  const [shown, event] = await Promise.all([
    readShownMailing(services, mailing, publicUrl),
    mailing.kind === "event" ? services.events.findBySubject(mailing.event) : null,
  ]);
  const sent = await readSentMailing(services, mailing, shown, { publicUrl, wanted, wantedOfPeople, filter });
  return {
    ...sent,
    id: mailing.id,
    url: url.pathname + url.search,
    filter,
    kicker: mailingKicker(shown),
    subject: shown.subject,
    blocks: shown.blocks,
    answersTo: shown.answersTo,
    sentAt: swissDateAndTime(mailing.at),
    by: mailing.by?.name ?? null,
    corrects: mailing.corrects,
    eventUrl: event && whoComesUrl(event.id),
    assemblyUrl: mailing.kind === "convocation" ? `/assemblees/${mailing.day}` : null,
  };
}

const FORM = {
  where: "mailing",
  fields: [...ROUND_FIELDS, ...PAPER_FIELDS],
  choice: { field: "intention", among: [...ROUND_INTENTIONS, "stop", "resume", "printed", "unprinted"] },
};

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async (sent) => {
    const { context, params, url } = args;
    const { typed, services, by } = sent;
    const id = params.mailingId;
    if (!(await find(services, id))) return redirectWithToast(context, SENT_MAILINGS_URL, "entry-gone");
    const page = url.pathname + url.search;
    switch (typed.intention) {
      case "stop":
        await services.mailings.stop(id, by);
        return redirectWithToast(context, page, "mailing-stopped");
      case "resume":
        await resumeMailing(services, id, context.get(siteContext).publicUrl, by);
        return redirectWithToast(context, page, "mailing-resumed");
      case "printed": {
        const count = await recordPrintedLetters(services, id, (typed.shown ?? "").split(" ").filter(Boolean), by);
        return redirectWithToast(context, page, count > 0 ? "fees-settled" : "fees-unchanged");
      }
      case "unprinted":
        await services.mailings.unshare(id, "paper", typed.at ?? "", by);
        return redirectWithToast(context, page, "fees-settled");
      default:
        return roundResponse(args, "mailing", sent, { changeTouch, saveRoundTexts });
    }
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function MailingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { id, url, subject, kicker, sentAt, by, counts, total, email, group, mobile, paper } = loaderData;
  const result: FormResult = actionData ?? {};
  return (
    <Screen
      style="azur"
      title={<bdi>{subject}</bdi>}
      lead={
        <>
          <bdi>{kicker}</bdi>. Envoyé le {sentAt}
          {by && (
            <>
              {" "}
              par <bdi>{by}</bdi>
            </>
          )}
          .
        </>
      }
      className="member"
      failed={result.failed && "Ce n’est pas noté."}
      advice="Réessayez dans un instant&nbsp;: rien ne part deux fois."
    >
      <Links {...loaderData} />
      <p>
        {total} {total === 1 ? "personne" : "personnes"}
        {counts && `\u00a0: ${counts}`}. {missingInFrench(loaderData.missing)}
      </p>
      {email && <EmailSection id={id} url={url} loaded={email} rest={peopleUrl(id, "refused")} />}
      {group && <GroupSection {...group} url={url} isAlone={!mobile?.round.rows.length} />}
      {mobile && <MobileSection {...mobile} url={url} result={result} />}
      {paper && <PaperSection id={id} url={url} {...paper} />}
      <NamedSection
        title={SHOWN_PEOPLE_LABELS.unreachable}
        people={loaderData.unreachable}
        rest={peopleUrl(id, "unreachable")}
        hint={
          "Un numéro, une adresse ou le groupe suffit\u00a0: ajoutez-le à la fiche, et la personne a son moyen ici."
        }
      />
      <NamedSection
        title={SHOWN_PEOPLE_LABELS.gone}
        people={loaderData.gone}
        rest={peopleUrl(id, "gone")}
        hint={
          loaderData.gone.total === 1
            ? "Cette personne a quitté la Jeunesse, ou ne veut plus des informations, depuis l’envoi."
            : "Ces personnes ont quitté la Jeunesse, ou ne veulent plus des informations, depuis l’envoi."
        }
      />
      <section aria-labelledby="texte">
        <h2 id="texte">Le message</h2>
        <MailingText mailing={{ blocks: loaderData.blocks, answersTo: loaderData.answersTo, event: null }} />
        <p>Un message parti ne se change pas et ne se supprime pas&nbsp;: il prouve ce qui a été envoyé.</p>
      </section>
      <Everybody {...loaderData} />
    </Screen>
  );
}

type LinksProps = Pick<Route.ComponentProps["loaderData"], "id" | "corrects" | "eventUrl" | "assemblyUrl">;

const Links = ({ id, corrects, eventUrl, assemblyUrl }: LinksProps) => (
  <ListLinks>
    <StrongLink to={writeUrl({ corrects: id })}>Rectification</StrongLink>
    {eventUrl && <StrongLink to={eventUrl}>Qui vient</StrongLink>}
    {assemblyUrl && <StrongLink to={assemblyUrl}>L’assemblée</StrongLink>}
    <a className="strong-link" href={mailingWaysUrl(id)}>
      Qui, comment, quand (PDF)
    </a>
    {corrects && <StrongLink to={mailingUrl(corrects)}>Le message rectifié</StrongLink>}
    <StrongLink to={SENT_MAILINGS_URL}>Messages envoyés</StrongLink>
  </ListLinks>
);

type Group = NonNullable<SentMailing["group"]>;

function GroupSection({ all, due, last, row, message, url, isAlone }: Group & { url: string; isAlone: boolean }) {
  const round = useRoundRows("mailing", [row], 0);
  const [shown = { ...row, state: null }] = round.rows;
  const isMore = due.length > 0 && last !== null;
  return (
    <section aria-labelledby="groupe">
      <h2 id="groupe">Groupe</h2>
      <p>
        {peopleInFrench(all)} dans le groupe.
        {isMore && ` ${newcomersInFrench(due.length)} depuis le dernier envoi.`}
      </p>
      <ul role="list" className="list list--round">
        <RoundRowListItem
          row={shown}
          kind="mailing"
          url={url}
          error={undefined}
          messageFor={() => message}
          touch={(way) => round.touch(row, way)}
          takeBack={() => round.takeBack(row)}
        />
      </ul>
      {isAlone && <UnrecordedTouches {...round} />}
    </section>
  );
}

const peopleInFrench = (count: number): string => `${count} ${count === 1 ? "personne" : "personnes"}`;

const newcomersInFrench = (count: number): string =>
  count === 1 ? "Une personne de plus" : `${count} personnes de plus`;

type MobileProps = NonNullable<SentMailing["mobile"]> & { url: string; result: FormResult };

function MobileSection({ all, sent, round: view, url, result }: MobileProps) {
  const { kind, rows, waiting, ...page } = view;
  const round = useRoundRows(kind, rows, waiting);
  return (
    <section aria-labelledby="mobile">
      <h2 id="mobile">SMS ou WhatsApp</h2>
      <p>
        {sentOfInFrench(sent + waiting - round.waiting, all)}. {waitingInFrench(round.waiting)}.
      </p>
      {rows.length > 0 && <RoundContent {...page} kind={kind} round={round} url={url} result={result} />}
    </section>
  );
}

type NamedProps = { title: string; people: NamedPeople; rest: string; hint: string };

function NamedSection({ title, people: { shown, total }, rest, hint }: NamedProps) {
  if (total === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p>
        <Names people={shown} />
        {total > shown.length && (
          <>
            {" "}
            et <Link to={rest}>{total - shown.length} autres</Link>
          </>
        )}
        .
      </p>
      <p>{hint}</p>
    </section>
  );
}

const Names = ({ people }: { people: readonly NamedPerson[] }) =>
  people.map((one, i) => (
    <Fragment key={one.id}>
      {i > 0 && ", "}
      <NameLink {...one} />
    </Fragment>
  ));

const NameLink = ({ member, name, className }: NamedPerson & { className?: string }): ReactNode =>
  member === "" ? (
    <bdi className={className}>{name}</bdi>
  ) : (
    <Link className={className} to={`/registre/${member}`}>
      <bdi>{name}</bdi>
    </Link>
  );

const PEOPLE_ID = "personnes";

function peopleUrl(id: string, filter: ShownPeople, page = 1): string {
  const params = new URLSearchParams({
    ...(filter !== SHOWN_PEOPLE[0] && { [SHOWN_FIELD]: filter }),
    ...(page > 1 && { [PEOPLE_PAGE_FIELD]: String(page) }),
  });
  return `${mailingUrl(id)}${params.size > 0 ? `?${params}` : ""}#${PEOPLE_ID}`;
}

type EverybodyProps = Pick<Route.ComponentProps["loaderData"], "id" | "filter" | "people">;

function Everybody({ id, filter, people: { shown, page, pages } }: EverybodyProps) {
  return (
    <section aria-labelledby={PEOPLE_ID}>
      <h2 id={PEOPLE_ID}>
        {filter !== "all" && <>Liste&nbsp;: </>}
        {SHOWN_PEOPLE_LABELS[filter]}
      </h2>
      {filter !== "all" && <StrongLink to={peopleUrl(id, "all")}>Tout le monde</StrongLink>}
      {shown.length === 0 && <p>Personne.</p>}
      <ul role="list" className="list list--ways">
        {shown.map((one) => (
          <ListRow key={one.id} name={<NameLink {...one} className="list__name" />} about={one.about} />
        ))}
      </ul>
      <Pager
        page={page}
        pages={pages}
        addressOf={(number) => peopleUrl(id, filter, number)}
        label="Pages de la liste des personnes"
      />
    </section>
  );
}
