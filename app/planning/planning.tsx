import { Link } from "react-router";
import { Banner } from "#app/chrome/banner.tsx";
import { answerDeletion } from "#app/chrome/cards/card-actions.server.ts";
import { CardActions } from "#app/chrome/cards/card-buttons.tsx";
import { deleteSafely } from "#app/chrome/cards/delete-safely.ts";
import Plus from "#app/chrome/drawings/sign-plus.svg?dessin";
import { EmptyState } from "#app/chrome/empty-state.tsx";
import { PLANNING_PICTURE, pageMeta } from "#app/chrome/head/page-meta.ts";
import { planningData } from "#app/chrome/head/structured-data.server.ts";
import { picturesOf } from "#app/chrome/pictures/pictures.server.ts";
import { actingPerson } from "#app/chrome/session/acting-person.ts";
import { adminToWrite } from "#app/chrome/session/private-pages.ts";
import { DeletionNotice } from "#app/chrome/toasts/deletion-notice.tsx";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import bandeau from "#app/planning/drawings/bandeau-planning.svg";
import empty from "#app/planning/drawings/vide-planning.svg";
import type { Handle } from "#app/route-handle.ts";
import { dayInZurich, monthInFrench } from "#domain/dates.ts";
import { compareEvenements, type Evenement, hasName, isOver } from "#domain/evenement.ts";
import { deleteCard } from "#usecases/recycle-bin/delete-card.ts";
import type { Route } from "./+types/planning.ts";
import { CalendarSubscription } from "./calendar-subscription.tsx";
import { EvenementCard } from "./evenement-card.tsx";

/** Posters that may stand above the fold. */
const PROMINENT = 2;

export const handle: Handle = {
  reading: true,
  share: true,
  cached: ["evenements"],
  listed: ["settings", "evenements"],
  screen: true,
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: loaderData ? `Planning ${loaderData.planningYear}` : "Planning",
    description:
      "Les fêtes, sorties et coups de main de la Jeunesse de Savièse, mois par mois\u00a0: dates, lieux et after movies.",
    path: "/planning",
    image: PLANNING_PICTURE,
    data: loaderData?.data,
    matches,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { evenements, settings, clock } = context.get(servicesContext);
  const [list, posters, { planningYear }] = await Promise.all([
    evenements.list(),
    picturesOf(context, "evenements"),
    settings.get(),
  ]);
  const today = dayInZurich(clock.now());
  const { publicUrl } = context.get(siteContext);
  const admin = context.get(accountContext) !== null;
  const named = list.filter((evenement) => admin || hasName(evenement));
  const cards = named.toSorted(compareEvenements).map((evenement) => ({
    ...evenement,
    image: posters.get(evenement.id) ?? null,
    past: isOver(evenement, today),
  }));
  return {
    admin,
    planningYear,
    calendar: `${publicUrl}/planning.ics`,
    evenements: cards,
    data: planningData(cards.filter(hasName), publicUrl),
  };
}

export const middleware: Route.MiddlewareFunction[] = [adminToWrite];

export function action(args: Route.ActionArgs) {
  const { context } = args;
  const where = "event delete";
  const report = (fault: unknown) => context.get(siteContext).report(fault, where);
  const remove = (id: string) =>
    deleteCard(context.get(servicesContext), { collection: "evenements", id }, actingPerson(context), report);
  return answerDeletion(args, { where, remove, target: "/planning", toast: "evenement-deleted" });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => deleteSafely(serverAction);

const Actions = ({ evenement: { id, Nom, Date: month } }: { evenement: Evenement }) => (
  <CardActions
    list="/planning"
    form="/evenement/modify"
    id={id}
    name={Nom}
    question="Êtes-vous sûr de vouloir supprimer cet événement ?"
    detail={[Nom, monthInFrench(month)]}
  />
);

export default function Planning({ loaderData: { admin, planningYear, calendar, evenements } }: Route.ComponentProps) {
  const count = evenements.length;
  return (
    <main id="contenu">
      <Banner style="azur" art={bandeau} title={`Planning ${planningYear}`} bottomOnPhone={admin}>
        Une année, des affiches, et toujours une bonne raison de monter à Savièse.
      </Banner>
      <DeletionNotice />
      {admin && (
        <div className="page-frame toolbar toolbar--photo">
          <p>{count > 1 ? `${count} événements au planning` : `${count} événement au planning`}</p>
          <Link className="btn" to="/evenement/create">
            <Plus />
            Ajouter un événement
          </Link>
        </div>
      )}
      {count > 0 && !admin && <CalendarSubscription address={calendar} />}
      {count === 0 ? (
        <EmptyState image={empty} title="Le fil est encore nu">
          <p>
            Les premières affiches de l’année sèchent chez l’imprimeur. Revenez bientôt, ou proposez une idée de fête.
          </p>
          <Link className="btn" to="/contact">
            Proposer une idée
          </Link>
        </EmptyState>
      ) : (
        <ol role="list" className={admin ? "page-frame wall wall--admin" : "page-frame wall"}>
          {evenements.map((evenement, i) => (
            <EvenementCard
              key={evenement.id}
              evenement={evenement}
              image={evenement.image}
              past={evenement.past}
              lazy={i >= PROMINENT}
            >
              {admin && <Actions evenement={evenement} />}
            </EvenementCard>
          ))}
        </ol>
      )}
      {/* The committee comes to its events first. */}
      {count > 0 && admin && <CalendarSubscription address={calendar} />}
    </main>
  );
}
