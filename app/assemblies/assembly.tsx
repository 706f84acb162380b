import { data, Form } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { searchWordsOfListQuery } from "#app/session/search.server.ts";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import { formResult } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { actedRows, useActedRows, useSteadyRows, withActedRows } from "#app/ui/list/acted-rows.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { type ListQuery, listUrl, readListQuery } from "#app/ui/list/list-query.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import { mailingUrl, mailingWaysUrl, writeUrl } from "#app/ui/mailing-url.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { type Day, dayInFrench, dayInZurich, instantInFrench, isDay, swissDateAndTime } from "#domain/dates.ts";
import { sortFees } from "#domain/fees/fee-list.ts";
import { wayCountsInFrench } from "#domain/mailings/delivery-words.ts";
import { countWaiting, type WayCounts } from "#domain/mailings/ways.ts";
import { listPageOf } from "#domain/paging.ts";
import { memberName, placeAndAgeInFrench } from "#domain/register/member.ts";
import { filterMembers } from "#domain/register/member-list.ts";
import { containsAllWords, foldText, searchWords } from "#domain/text/search.ts";
import { runInSlices } from "#ports/yield-to-event-loop.ts";
import type { Member } from "#stores/register/member-document.ts";
import { readRemovedPresences, recordPresence } from "#usecases/assemblies/assembly.ts";
import { type Convocation, readConvocations } from "#usecases/mailings/convocations.ts";
import type { Route } from "./+types/assembly.ts";

const ATTENDANCE_FILTERS = ["members", "present"] as const;

const assemblyUrl = (day: Day, query: ListQuery): string => listUrl(`/assemblees/${day}`, query, ATTENDANCE_FILTERS[0]);

export const handle: Handle = { help: "lassemblée" };

export const meta = privateMeta("Assemblée", "Qui est présent à l’assemblée.");

export async function loader(args: Route.LoaderArgs) {
  const { day } = args.params;
  if (!isDay(day)) throw data(null, { status: 404 });
  const services = args.context.get(servicesContext);
  const { register, attendance, clock } = services;
  const query = readListQuery(args.url.searchParams, ATTENDANCE_FILTERS);
  const text = await searchWordsOfListQuery(args, query, (other) => assemblyUrl(day, other));
  const today = dayInZurich(clock.now());
  const present = await attendance.list(day);
  const recorded = new Map(present.map(({ member, at }) => [member, at]));
  const acted = actedRows(args.url.searchParams);
  const removed = await readRemovedPresences(
    services,
    acted.filter((id) => !recorded.has(id)),
  );
  const outcomes = new Map([
    ...present.flatMap(({ member, at }) =>
      acted.includes(member) ? [[member, `Présent·e, ${time(at)}`] as const] : [],
    ),
    ...removed.map(({ member, at }) => [member, `Retirée, ${time(at)}`] as const),
  ]);
  function time(at: Date) {
    return instantInFrench(at, today);
  }
  const lineOf = (one: Member) => ({ id: one.id, name: memberName(one), about: placeAndAgeInFrench(one, today) });
  const members = async () => {
    const found = await runInSlices(filterMembers(await register.list(), { text, filter: "present", day: today }));
    const { shown, ...paging } = listPageOf(found, query.page);
    return { ...paging, shown: shown.map(lineOf) };
  };
  const marked = () => {
    const words = searchWords(text);
    const listed = sortFees([...present, ...removed]).filter(({ name }) => containsAllWords(words, foldText(name)));
    const { shown, total, ...paging } = listPageOf(listed, query.page);
    const lines = shown.map(({ member: id, name }) => ({ id, name, about: "" }));
    return { ...paging, total: total - removed.length, shown: lines };
  };
  const { shown, total, page, pages } = query.filter === "present" ? marked() : await members();
  const url = assemblyUrl(day, { ...query, page });
  return {
    day,
    total,
    pages,
    count: present.length,
    date: dayInFrench(day),
    lines: shown.map((line) => ({
      ...line,
      isPresent: recorded.has(line.id),
      outcome: outcomes.get(line.id) ?? null,
    })),
    isOpen: day <= today,
    convokeUrl: day >= today ? writeUrl({ day }) : null,
    convocations: (await readConvocations(services, day)).map((one) => toShownConvocation(one)),
    // Empty the field after a presence is recorded, so that the next person can be searched. The rows stay.
    view: { ...query, page, q: acted.length > 0 ? "" : text },
    url: acted.length > 0 ? withActedRows(url, acted) : url,
  };
}

const toShownConvocation = ({ id, subject, at, recipients, counts }: Convocation) => ({
  id,
  subject,
  sent: `Envoyée le ${swissDateAndTime(at)}`,
  about: counts === null ? `à ${countInFrench(recipients)}` : deliveredInFrench(counts),
});

const countInFrench = (count: number): string => (count === 1 ? "1 personne" : `${count} personnes`);

/** « 20 par e-mail, 60 dans le groupe, 40 lettres ». Names what has not been sent yet. */
function deliveredInFrench(counts: WayCounts): string {
  const waiting = countWaiting(counts);
  const others = [
    ...(waiting > 0 ? [`pas encore envoyée à ${countInFrench(waiting)}`] : []),
    ...(counts.unreachable > 0 ? [`${countInFrench(counts.unreachable)} sans moyen de l’atteindre`] : []),
  ];
  return [wayCountsInFrench(counts), ...others].filter(Boolean).join("\u00a0; ");
}

export async function action(args: Route.ActionArgs) {
  const { day } = args.params;
  if (!isDay(day)) return formResult({}, 404);
  return listAction(args, {
    where: "attendance",
    intentions: ["present", "absent"],
    search: { filters: ATTENDANCE_FILTERS, urlOf: (query) => assemblyUrl(day, query) },
    act: async (intention, { ids: [member = ""], isUndo, services, by }) => {
      const recorded = await recordPresence(services, { day, member, isPresent: intention === "present" }, by);
      const found = await services.register.get(member);
      return listResponse(args, {
        ids: [member],
        toast: recorded ? "fees-settled" : "entry-gone",
        name: found ? memberName(found) : "",
        isUndo,
      });
    },
  });
}

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

const CHOICES = [
  { filter: "members", label: "Membres" },
  { filter: "present", label: "Présents" },
];

export default function AssemblyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { day, date, isOpen, view, total, count, pages, convokeUrl } = loaderData;
  const page = `/assemblees/${day}`;
  const lines = useSteadyRows(loaderData.lines);
  const { url, isSending } = useActedRows(loaderData.url);
  const convocations = <Convocations convocations={loaderData.convocations} />;
  return (
    <ListScreen
      style="paille"
      title={`Assemblée du ${date}`}
      failed={actionData?.failed && "Rien n’a été noté."}
      links={
        <ListLinks>
          {convokeUrl && <StrongLink to={convokeUrl}>Convoquer</StrongLink>}
          <a className="strong-link" href={`${page}/liste.pdf`}>
            Tous, à signer (PDF)
          </a>
          <a className="strong-link" href={`${page}/liste.pdf?qui=presents`}>
            Présents, à signer (PDF)
          </a>
          <StrongLink to="/assemblees">Toutes les assemblées</StrongLink>
        </ListLinks>
      }
      search={{
        path: page,
        view,
        label: "Chercher un membre",
        example: "Nom",
        filters: CHOICES,
        counts: { present: count },
      }}
      count={`${total} ${total > 1 ? "personnes" : "personne"}, ${count} ${count > 1 ? "présentes" : "présente"}`}
      notice={
        !isOpen && (
          <>
            {convocations}
            <p className="notice">Les présences se notent dès le jour de l’assemblée.</p>
          </>
        )
      }
      pager={{ page: view.page, pages, addressOf: (number) => assemblyUrl(day, { ...view, page: number }) }}
    >
      {lines.length === 0 ? (
        <p className="list-empty">{view.q ? "Personne ici. Changez la recherche." : "Personne ici pour l’instant."}</p>
      ) : (
        <ul role="list" className="list list--presences">
          {lines.map((line) => (
            <PresenceRow key={line.id} {...line} url={url} isOpen={isOpen} isSending={isSending(line.id)} />
          ))}
        </ul>
      )}
      {isOpen && convocations}
    </ListScreen>
  );
}

/** Above the members until the day of the assembly, then below: nobody scrolls past it at the door. */
function Convocations({ convocations }: Pick<Route.ComponentProps["loaderData"], "convocations">) {
  if (convocations.length === 0) return null;
  return (
    <section className="convocations" aria-labelledby="convocations">
      <h2 id="convocations">{convocations.length === 1 ? "Convocation" : "Convocations"}</h2>
      <ul role="list" className="list">
        {convocations.map(({ id, subject, sent, about }) => (
          <ListRow
            key={id}
            name={
              <StrongLink to={mailingUrl(id)}>
                <bdi>{subject}</bdi>
              </StrongLink>
            }
            about={`${sent}\u00a0: ${about}.`}
            actions={
              <a className="strong-link" href={mailingWaysUrl(id)}>
                Qui, comment, quand (PDF)
              </a>
            }
          />
        ))}
      </ul>
    </section>
  );
}

type Line = Route.ComponentProps["loaderData"]["lines"][number];
type RowProps = Line & { url: string; isOpen: boolean; isSending: boolean };

function PresenceRow({ id, name, about, isPresent, outcome, url, isOpen, isSending }: RowProps) {
  const isActed = outcome !== null;
  // After an action, the row keeps its previous button, hidden, so that its height stays the same.
  const marks = isActed ? !isPresent : isPresent;
  return (
    <ListRow
      id={id}
      name={
        <b className="list__name">
          <bdi>{name}</bdi>
        </b>
      }
      about={
        !isActed &&
        !isSending && (
          <>
            {about && <bdi>{about}</bdi>}
            {isPresent && (
              <span className="badge">
                <Tick />
                Présent·e
              </span>
            )}
          </>
        )
      }
      actions={
        isOpen && (
          <Form method="post" action={url} preventScrollReset>
            <input type="hidden" name="id" value={id} />
            <SubmitButton
              className={`btn btn--small${marks ? " btn--neige" : ""}`}
              intention={marks ? "absent" : "present"}
              label={marks ? "Retirer" : "Présent·e"}
              about={name}
            />
          </Form>
        )
      }
      outcome={isSending ? "Un instant…" : outcome}
      undo={
        !isSending &&
        isActed && <UndoButton id={id} url={url} name={name} intention={isPresent ? "absent" : "present"} />
      }
    />
  );
}
