import { data, Form, Link, useNavigation } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import { redirectToSearch } from "#app/session/search.server.ts";
import art from "#app/ui/drawings/crete-comptes.svg";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { Filters, SearchField } from "#app/ui/list-tools.tsx";
import { Pager } from "#app/ui/pager.tsx";
import { isDay } from "#domain/dates.ts";
import { recordPresence } from "#usecases/members/assembly.ts";
import { ATTENDANCE_FILTERS, assemblyUrl, choiceOf } from "../register-list.ts";
import type { Route } from "./+types/assembly.ts";
import { type AttendanceLine, readAssembly } from "./assembly.server.ts";

export const handle: Handle = { screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) => privateMeta("Assemblée", "Qui est présent à l’assemblée.", args);

export function loader(args: Route.LoaderArgs) {
  if (!isDay(args.params.day)) throw data(null, { status: 404 });
  return readAssembly(args, args.params.day);
}

const FORM = {
  where: "attendance",
  fields: ["intention", "q", "filtre", "member"],
  choice: { field: "intention", among: ["search", "present", "absent"] },
};

export const action = (args: Route.ActionArgs) =>
  handleForm(args, FORM, async ({ typed: { intention, q = "", filtre, member = "" } }) => {
    const { context, params, url } = args;
    const { day } = params;
    if (!isDay(day)) throw data(null, { status: 404 });
    const filter = choiceOf(filtre, ATTENDANCE_FILTERS);
    if (intention === "search")
      return redirectToSearch(args, q, (search) => assemblyUrl(day, { search, filter, page: 1 }));
    const isPresent = intention === "present";
    const by = actingPerson(context);
    const recorded = await recordPresence(context.get(servicesContext), { day, member, isPresent }, by);
    // Whoever comes next is searched for again.
    const next = isPresent ? `/assemblees/${day}` : url.pathname + url.search;
    return redirectWithToast(context, next, recorded ? "fees-settled" : "entry-gone");
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function Assembly({ loaderData, actionData }: Route.ComponentProps) {
  const { day, date, isOpen, view, url, total, count, pages, lines } = loaderData;
  const page = `/assemblees/${day}`;
  const choices = [
    { filter: "members", label: "Membres" },
    { filter: "present", label: "Présents" },
  ];
  return (
    <main id="contenu">
      <Banner low style="paille" art={art} title={`Assemblée du ${date}`} />
      <div className="page-frame">
        <search>
          <Form className="toolbar" method="post" action={page} preventScrollReset>
            <input type="hidden" name="intention" value="search" />
            <SearchField q={view.q} filter={view.filter} label="Chercher un membre" example="Nom" />
            <Filters filter={view.filter} choices={choices} counts={{ present: count }} />
          </Form>
          <div className="toolbar__summary row">
            <p role="status">
              {total} {total > 1 ? "personnes" : "personne"}, {count} {count > 1 ? "présentes" : "présente"}
            </p>
          </div>
        </search>
        {actionData?.failed && <ErrorNotice title="Rien n’a été noté." text="Réessayez dans un instant." />}
        {!isOpen && <p className="announcement">Les présences se notent dès le jour de l’assemblée.</p>}
        {lines.length === 0 ? (
          <p className="people__none">Personne ici. Changez la recherche.</p>
        ) : (
          <ul role="list" className="people people--present">
            {lines.map((line) => (
              <PresenceRow key={line.id} line={line} url={url} isOpen={isOpen} />
            ))}
          </ul>
        )}
        <Pager page={view.page} pages={pages} addressOf={(number) => assemblyUrl(day, { ...view, page: number })} />
        <div className="row people__papers">
          <a className="btn btn--small btn--neige" href={`${page}/liste.pdf`}>
            Tous, à signer (PDF)
          </a>
          <a className="btn btn--small btn--neige" href={`${page}/liste.pdf?qui=presents`}>
            Présents, à signer (PDF)
          </a>
          <Link className="strong-link" to="/assemblees">
            Toutes les assemblées
          </Link>
        </div>
      </div>
    </main>
  );
}

type RowProps = { line: AttendanceLine; url: string; isOpen: boolean };

function PresenceRow({ line: { id, name, about, isPresent }, url, isOpen }: RowProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <li className="people__row">
      <p>
        <b>
          <bdi>{name}</bdi>
        </b>
        {about && (
          <>
            , <bdi>{about}</bdi>
          </>
        )}
        {isPresent && (
          <span className="badge">
            <Tick />
            Présent·e
          </span>
        )}
      </p>
      {isOpen && (
        <Form method="post" action={url} preventScrollReset>
          <input type="hidden" name="member" value={id} />
          <button
            className={`btn btn--small${isPresent ? " btn--neige" : ""}`}
            type="submit"
            name="intention"
            value={isPresent ? "absent" : "present"}
            disabled={busy}
          >
            {isPresent ? "Retirer" : "Présent·e"}
            <span className="sr-only">&nbsp;: {name}</span>
          </button>
        </Form>
      )}
    </li>
  );
}
