import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import { dossierUrl } from "#app/ui/event-url.ts";
import { handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { HANDOVER_ITEMS_ID } from "#app/ui/handover-url.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { passkeyHost } from "#domain/accounts/passkey.ts";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { addHandoverPoints } from "#usecases/handover/add-points.ts";
import { readHandover } from "#usecases/handover/read-handover.ts";
import type { Route } from "./+types/handover.ts";
import { type BondView, type HandoverView, type PointView, viewHandover } from "./handover-view.server.ts";

export const handle: Handle = { help: "passer-la-main-au-prochain-comité" };

export const meta = privateMeta("Passer la main", "Qui s’en va, ce qui en dépend, et ce qu’il reste à faire.");

/** Query parameter with the id of a person who leaves; it may occur several times. */
const LEAVING_PARAM = "qui";
const POINTS_ID = "points";

export async function loader({ url, context }: Route.LoaderArgs) {
  const canHavePasskey = passkeyHost(context.get(siteContext).publicUrl) !== null;
  const ids = url.searchParams.getAll(LEAVING_PARAM);
  const handover = viewHandover(await readHandover(context.get(servicesContext), ids, canHavePasskey));
  return { ...handover, action: url.pathname + url.search, isAsked: url.searchParams.has(ASKED_PARAM) };
}

/** Sent with the form, which sends no other field when nothing is ticked. */
const ASKED_PARAM = "voir";

export const action = (args: Route.ActionArgs) =>
  handleForm(args, { where: "handover points", fields: [] }, async ({ services, by }) => {
    const isAdded = await addHandoverPoints(services, by);
    const { pathname, search } = args.url;
    // With JavaScript, the page does not scroll: a second tap would hit something else.
    const hash = new URL(args.request.url).pathname.endsWith(".data") ? "" : `#${POINTS_ID}`;
    return redirectWithToast(
      args.context,
      pathname + search + hash,
      isAdded ? "handover-tasks-added" : "handover-tasks-full",
    );
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function HandoverPage({ loaderData, actionData }: Route.ComponentProps) {
  const { leaving, people, isAsked } = loaderData;
  return (
    <Screen
      style="vigne"
      title="Passer la main"
      lead="Ce qui dépend de qui s’en va, et ce qu’il reste à faire."
      className="member handover"
      failed={actionData?.failed && "Rien n’a été ajouté."}
    >
      <ListLinks>
        <StrongLink to={`${dossierUrl(ASSOCIATION)}#${HANDOVER_ITEMS_ID}`}>C’est où, qui sait&nbsp;?</StrongLink>
        <StrongLink to="/comptes">Comptes</StrongLink>
      </ListLinks>
      <WhoLeaves people={people} />
      <div id="liens" className="handover__people">
        {leaving.length === 0 && (
          <p role={isAsked ? "status" : undefined}>
            Cochez une personne ou plusieurs&nbsp;: la page montre alors ce qui porte leur nom, et où le changer.
          </p>
        )}
        {leaving.map((person) => (
          <Bonds key={person.id} {...person} />
        ))}
      </div>
      <Points {...loaderData} />
    </Screen>
  );
}

const WhoLeaves = ({ people }: Pick<HandoverView, "people">) => (
  <Form method="get" action="/passer-la-main#liens" preventScrollReset className="handover__pick">
    <fieldset>
      <legend>Qui s’en va&nbsp;?</legend>
      {people.map(({ id, name, detail, isLeaving }) => (
        <label className="tick" key={id}>
          <input type="checkbox" name={LEAVING_PARAM} value={id} defaultChecked={isLeaving} />
          <span>
            <b>
              <bdi>{name}</bdi>
            </b>
            <small>{detail}</small>
          </span>
        </label>
      ))}
    </fieldset>
    <input type="hidden" name={ASKED_PARAM} value="1" />
    <SubmitButton className="btn btn--brique" label="Voir ce qui dépend d’eux" />
  </Form>
);

const Bonds = ({ id, name, bonds }: HandoverView["leaving"][number]) => (
  <section aria-labelledby={`qui-${id}`}>
    <h2 id={`qui-${id}`}>
      <bdi>{name}</bdi>
    </h2>
    {bonds.length === 0 ? (
      <p>Rien ne porte ce nom.</p>
    ) : (
      <ul role="list" className="handover__list">
        {bonds.map((bond) => (
          <Bond key={bond.id} {...bond} />
        ))}
      </ul>
    )}
  </section>
);

const Bond = ({ text, detail, isMaybe, links }: BondView) => (
  <li className="handover__line">
    <div>
      <b>
        <bdi>{text}</bdi>
      </b>
      {isMaybe && <span className="badge">peut-être</span>}
      <p>
        <bdi>{detail}</bdi>
      </p>
    </div>
    <p className="row">
      {links.map((link) => (
        <StrongLink key={link.to} to={link.to}>
          {link.text}
          <span className="sr-only">&nbsp;: {text}</span>
        </StrongLink>
      ))}
    </p>
  </li>
);

function Points({ checks, points, action }: Pick<HandoverView, "checks" | "points"> & { action: string }) {
  const isAdded = points.every(({ is }) => is !== "absent");
  return (
    <section id={POINTS_ID} aria-labelledby={`${POINTS_ID}-titre`}>
      <h2 id={`${POINTS_ID}-titre`}>Ce qu’il reste à faire</h2>
      <h3>Le site le voit</h3>
      <ul role="list" className="handover__points">
        {checks.map(({ id, text, isDone, href }) => (
          <PointLine key={id} isDone={isDone}>
            {isDone || href === "" ? text : <Link to={href}>{text}</Link>}
          </PointLine>
        ))}
      </ul>
      <h3>À vous de le dire</h3>
      <ul role="list" className="handover__points">
        {points.map((point) => (
          <PointLine key={point.title} isDone={point.is === "done"}>
            <PointText {...point} />
          </PointLine>
        ))}
      </ul>
      <Form method="post" action={action} preventScrollReset>
        {/* The button stays, so that a second tap hits nothing else and the focus is kept: it adds nothing twice. */}
        <SubmitButton className="btn btn--small btn--neige" label="Ajouter ces points aux tâches de l’association" />
      </Form>
      <p role="status">
        {isAdded && "Ils y sont\u00a0: «\u00a0Fait\u00a0», dans le dossier de l’association, les coche ici."}
      </p>
    </section>
  );
}

/** A task is ticked in the dossier, like every other. */
const PointText = ({ title, href, task, is }: PointView) => (
  <>
    {task === "" ? title : <Link to={task}>{title}</Link>}
    {href !== "" && is !== "done" && (
      <>
        {" "}
        <StrongLink to={href}>
          Ouvrir<span className="sr-only">&nbsp;: {title}</span>
        </StrongLink>
      </>
    )}
  </>
);

const PointLine = ({ isDone, children }: { isDone: boolean; children: ReactNode }) => (
  <li className={isDone ? "first-step first-step--done" : "first-step"}>
    <span className="first-step__box">{isDone && <Tick />}</span>
    <p>
      {children}
      <span className="sr-only">, {isDone ? "fait" : "à faire"}</span>
    </p>
  </li>
);
