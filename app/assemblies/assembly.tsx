import { data, Form, useNavigation } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import { wordsOfQuery } from "#app/session/search.server.ts";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import { formResponse } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { type ListQuery, listUrl, readListQuery } from "#app/ui/list/list-query.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { type Day, dayInFrench, dayInZurich, isDay } from "#domain/dates.ts";
import { pageOf } from "#domain/paging.ts";
import { memberName, placeAndAge } from "#domain/register/member.ts";
import { findMembers } from "#domain/register/member-list.ts";
import { foldText, foundBy, searchWords } from "#domain/text/search.ts";
import { inTurns } from "#ports/let-requests-pass.ts";
import type { Member } from "#stores/register/member-document.ts";
import { recordPresence } from "#usecases/assemblies/assembly.ts";
import type { Route } from "./+types/assembly.ts";

const ATTENDANCE_FILTERS = ["members", "present"] as const;

const assemblyUrl = (day: Day, query: ListQuery): string => listUrl(`/assemblees/${day}`, query, ATTENDANCE_FILTERS[0]);

export const meta = privateMeta("Assemblée", "Qui est présent à l’assemblée.");

export async function loader(args: Route.LoaderArgs) {
  const { day } = args.params;
  if (!isDay(day)) throw data(null, { status: 404 });
  const { register, attendance, clock } = args.context.get(servicesContext);
  const query = readListQuery(args.url.searchParams, ATTENDANCE_FILTERS);
  const text = await wordsOfQuery(args, query, (other) => assemblyUrl(day, other));
  const today = dayInZurich(clock.now());
  const present = await attendance.list(day);
  const ids = new Set(present.map(({ member }) => member));
  const lineOf = (one: Member) => ({ id: one.id, name: memberName(one), about: placeAndAge(one, today) });
  const members = async () => {
    const found = await inTurns(findMembers(await register.list(), { text, filter: "present", day: today }));
    const { shown, ...paging } = pageOf(found, query.page);
    return { ...paging, shown: shown.map(lineOf) };
  };
  const words = searchWords(text);
  const named = present.filter(({ name }) => foundBy(words, foldText(name)));
  const marked = named.map(({ member: id, name }) => ({ id, name, about: "" }));
  const { shown, total, page, pages } = query.filter === "present" ? pageOf(marked, query.page) : await members();
  return {
    day,
    total,
    pages,
    count: present.length,
    date: dayInFrench(day),
    lines: shown.map((line) => ({ ...line, isPresent: ids.has(line.id) })),
    isOpen: day <= today,
    view: { ...query, page, q: text },
    url: assemblyUrl(day, { ...query, page }),
  };
}

export async function action(args: Route.ActionArgs) {
  const { context, params, url } = args;
  const { day } = params;
  if (!isDay(day)) return formResponse({}, 404);
  return listAction(args, {
    where: "attendance",
    fields: ["member"],
    intentions: ["present", "absent"],
    search: { filters: ATTENDANCE_FILTERS, urlOf: (query) => assemblyUrl(day, query) },
    act: async (intention, { typed: { member = "" }, services, by }) => {
      const isPresent = intention === "present";
      const recorded = await recordPresence(services, { day, member, isPresent }, by);
      // After marking a person as present, clear the search, so that the next person can be looked for.
      const next = isPresent ? `/assemblees/${day}` : url.pathname + url.search;
      return redirectWithToast(context, next, recorded ? "fees-settled" : "entry-gone");
    },
  });
}

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

const CHOICES = [
  { filter: "members", label: "Membres" },
  { filter: "present", label: "Présents" },
];

export default function Assembly({ loaderData, actionData }: Route.ComponentProps) {
  const { day, date, isOpen, view, url, total, count, pages, lines } = loaderData;
  const page = `/assemblees/${day}`;
  const busy = useNavigation().state !== "idle";
  return (
    <ListScreen
      style="paille"
      title={`Assemblée du ${date}`}
      failed={actionData?.failed && "Rien n’a été noté."}
      links={
        <ListLinks>
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
      notice={!isOpen && <p className="announcement">Les présences se notent dès le jour de l’assemblée.</p>}
      empty={
        lines.length === 0 && (
          <p className="list-empty">
            {view.q ? "Personne ici. Changez la recherche." : "Personne ici pour l’instant."}
          </p>
        )
      }
      pager={{ page: view.page, pages, addressOf: (number) => assemblyUrl(day, { ...view, page: number }) }}
    >
      <ul role="list" className="list list--presences">
        {lines.map((line) => (
          <PresenceRow key={line.id} {...line} url={url} isOpen={isOpen} busy={busy} />
        ))}
      </ul>
    </ListScreen>
  );
}

type Line = Route.ComponentProps["loaderData"]["lines"][number];
type RowProps = Line & { url: string; isOpen: boolean; busy: boolean };

const PresenceRow = ({ id, name, about, isPresent, url, isOpen, busy }: RowProps) => (
  <ListRow
    name={
      <b className="list__name">
        <bdi>{name}</bdi>
      </b>
    }
    about={
      <>
        {about && <bdi>{about}</bdi>}
        {isPresent && (
          <span className="badge">
            <Tick />
            Présent·e
          </span>
        )}
      </>
    }
    actions={
      isOpen && (
        <Form method="post" action={url} preventScrollReset>
          <input type="hidden" name="member" value={id} />
          <SubmitButton
            className={`btn btn--small${isPresent ? " btn--neige" : ""}`}
            intention={isPresent ? "absent" : "present"}
            disabled={busy}
            label={isPresent ? "Retirer" : "Présent·e"}
            about={name}
          />
        </Form>
      )
    }
  />
);
