import type { ComponentProps } from "react";
import { Form, Link, useLocation, useNavigation } from "react-router";
import { Banner } from "#app/layout/banner.tsx";
import bannerArt from "#app/planning/drawings/bandeau-planning.svg";
import Plus from "#app/ui/drawings/sign-plus.svg?drawing";
import empty from "#app/ui/drawings/vide-planning.svg";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PreviousDate } from "#app/ui/event-parts.tsx";
import { eventUrl, yearUrl } from "#app/ui/event-url.ts";
import { useKeptFocus } from "#app/ui/form/kept-focus.ts";
import { ShareMessageLink } from "#app/ui/share/share-link.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import type { PlannedEvent } from "#domain/events/planned-event.ts";
import { isPostponedWithoutDate, previousDateInFrench, rescheduledDateInFrench } from "#domain/events/postponement.ts";
import { isPublished } from "#domain/events/publication.ts";
import { yearOfEvent } from "#domain/events/years.ts";
import { CalendarSubscription } from "../calendar-subscription.tsx";
import { ChosenEvents } from "./chosen-events.tsx";
import { cardDensity, EventGrid } from "./event-grid.tsx";
import { PlanningSearch, PlanningSearchResult } from "./planning-search.tsx";
import type { PlanningYear } from "./year.server.ts";

const LEADS = {
  shown: "Une année, des affiches, et toujours une bonne raison de monter à Savièse.",
  past: "Les affiches d’une autre année, telles qu’elles ont séché au mur.",
  coming: "Les prochaines affiches, l’encre à peine sèche.",
};

function leadOf({ isShown, isPastYear }: PlanningYear): string {
  if (isShown) return LEADS.shown;
  return isPastYear ? LEADS.past : LEADS.coming;
}

export function PlanningYearContent(planning: PlanningYear) {
  useKeptFocus();
  const { admin, year, isShown, shownYear, found, query, offered, otherYears, calendar, later } = planning;
  const { pathname: pagePath, search } = useLocation();
  /** URL for the forms of the cards. After an action, the list keeps its order. */
  const url = pagePath + search;
  return (
    <main id="contenu" className="planning">
      <Banner style="azur" art={bannerArt} title={`Planning ${year}`} lowOnPhone>
        {leadOf(planning)}
      </Banner>
      {admin && <Toolbar pagePath={pagePath} query={query} />}
      {offered !== null && <NextYearOffer {...planning} offered={offered} />}
      {found ? (
        <PlanningSearchResult found={found} query={query} pagePath={pagePath} url={url} />
      ) : (
        <>
          <MovedEvents events={planning.moved} />
          <Year {...planning} url={url} />
          {admin && <Several url={url} planning={planning} />}
        </>
      )}
      {isShown && !isBetweenSeasons(planning) && planning.ofYear.length + later.length > 0 && (
        <CalendarSubscription address={calendar} />
      )}
      <YearLinks years={otherYears} shown={shownYear} current={year} />
    </main>
  );
}

const Toolbar = ({ pagePath, query }: { pagePath: string; query: string }) => (
  <div className="page-frame toolbar toolbar--planning">
    <PlanningSearch pagePath={pagePath} query={query} />
    <Link className="btn" to="/evenement/create">
      <Plus />
      Ajouter un événement
    </Link>
  </div>
);

/** Below the posters, because the committee needs this form only a few times a year. */
const Several = (props: ComponentProps<typeof ChosenEvents>) => (
  <>
    <p className="page-frame">
      <StrongLink to="/evenement/plusieurs">Plusieurs à la fois</StrongLink>
    </p>
    <ChosenEvents {...props} />
  </>
);

function MovedEvents({ events }: { events: readonly PlannedEvent[] }) {
  if (events.length === 0) return null;
  return (
    <ul role="list" className="page-frame moved">
      {events.map((event) => (
        <li key={event.id}>
          <PreviousDate>{previousDateInFrench(event)}</PreviousDate> <Link to={eventUrl(event.id)}>{event.name}</Link>,{" "}
          {rescheduledDateInFrench(event)}.
        </li>
      ))}
    </ul>
  );
}

const isBetweenSeasons = ({ over, later }: PlanningYear): boolean => over && !later.some(isPublished);

function Year({ url, ...planning }: PlanningYear & { url: string }) {
  const { admin, over, ofYear, later, message } = planning;
  const upcoming = ofYear.filter(({ past }) => !past);
  // A postponed event without a new date and an event with an unreadable month are not upcoming.
  const hasUpcoming =
    later.length > 0 || upcoming.some((event) => yearOfEvent(event) !== null && !isPostponedWithoutDate(event));
  const collapsed = hasUpcoming ? ofYear.filter(({ past }) => past) : [];
  const open = collapsed.length > 0 ? upcoming : ofYear;
  const common = { admin, url, density: cardDensity(ofYear.length + later.length) };
  if (ofYear.length + later.length === 0) return <NoEvent />;
  return (
    <>
      {admin && <Count count={ofYear.filter(({ done }) => !done || !("key" in done)).length} message={message} />}
      {over && <SeasonOver {...planning} />}
      {over && <Later {...planning} {...common} />}
      {collapsed.length > 0 && (
        <details className="page-frame over">
          <summary>Déjà passé ({collapsed.length})</summary>
          <EventGrid {...common} events={collapsed} lazyFrom={0} />
        </details>
      )}
      {open.length > 0 && <EventGrid {...common} events={open} framed />}
      {!over && <Later {...planning} {...common} lazyFrom={open.length > 0 ? 0 : undefined} />}
    </>
  );
}

const SeasonOver = (planning: PlanningYear) => (
  <>
    <div className="page-frame season-over">
      <h2>La saison {planning.year} est terminée.</h2>
      {isBetweenSeasons(planning) && <p>La suivante s’affiche ici dès qu’elle est prête.</p>}
    </div>
    {isBetweenSeasons(planning) && <CalendarSubscription address={planning.calendar} />}
  </>
);

function Later({ year, over, later, ...grid }: PlanningYear & Omit<ComponentProps<typeof EventGrid>, "events">) {
  if (later.length === 0) return null;
  const title = later.some(isPublished) ? "Prochaines dates\u00a0:" : "En préparation";
  return (
    <section className="page-frame next-year" aria-labelledby="annee-suivante">
      <h2 id="annee-suivante">{over ? title : `Et déjà pour ${year + 1}`}</h2>
      <EventGrid {...grid} events={later} nested />
    </section>
  );
}

const Count = ({ count, message }: { count: number } & Pick<PlanningYear, "message">) => (
  <div className="page-frame planning-count row">
    <p>{count > 1 ? `${count} événements au planning` : `${count} événement au planning`}</p>
    {message && <ShareMessageLink shared={message} hasField />}
  </div>
);

const NoEvent = () => (
  <EmptyState image={empty} title="Rien au programme pour l’instant">
    <p>Les prochaines dates s’affichent ici.</p>
    <Link className="btn" to="/contact">
      Proposer une idée
    </Link>
  </EmptyState>
);

type OfferProps = Pick<PlanningYear, "year" | "over" | "isEnding"> & { offered: number };

function NextYearOffer({ year, over, isEnding, offered }: OfferProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <div className="page-frame">
      <Form className="notice next-year-offer row" method="post" action="/planning">
        <p>
          {!over && <b>{isEnding ? `${year} touche à sa fin. ` : `Le planning montre encore ${year}. `}</b>}
          Les affiches de {year} restent à leur adresse, parmi les autres années.
        </p>
        <input type="hidden" name="annee" value={offered} />
        <button className="btn btn--small" type="submit" name="intention" value="next-year" disabled={busy}>
          Passer au planning {offered}
        </button>
      </Form>
    </div>
  );
}

type YearLinksProps = {
  years: readonly number[];
  /** The year that /planning shows. */
  shown: number;
  current: number;
};

function YearLinks({ years, shown, current }: YearLinksProps) {
  const all = current === shown || years.includes(shown) ? years : [...years, shown];
  if (all.length === 0) return null;
  return (
    <nav className="page-frame years row" aria-labelledby="autres-annees">
      <h2 id="autres-annees">Les autres années</h2>
      <ul role="list">
        {all
          .toSorted((a, b) => b - a)
          .map((year) => (
            <li key={year}>
              <Link className="btn btn--small btn--neige" to={yearUrl(year, shown)}>
                <span className="sr-only">Planning </span>
                {year}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
