import type { ReactNode } from "react";
import { Link } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import Cockade from "#app/home/drawings/cocarde.svg?drawing";
import hero from "#app/home/drawings/hero.svg";
import heroTall from "#app/home/drawings/hero-tall.svg";
import LeftStar from "#app/home/drawings/heros-etoile-1.svg?drawing";
import RightStar from "#app/home/drawings/heros-etoile-2.svg?drawing";
import Hands from "#app/home/drawings/picto-mains.svg?drawing";
import Mask from "#app/home/drawings/picto-masque.svg?drawing";
import Drum from "#app/home/drawings/picto-tambour.svg?drawing";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { associationData } from "#app/layout/head/structured-data.server.ts";
import { publicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import SmallPennant from "#app/ui/drawings/fanion-petit.svg?drawing";
import group from "#app/ui/drawings/groupe.svg";
import { pictureOf, picturesOf } from "#app/ui/pictures/pictures.server.ts";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { ResponsiveImage } from "#app/ui/pictures/responsive-image.tsx";
import { momentInZurich, shortDaysInFrench } from "#domain/dates.ts";
import { exactDays } from "#domain/events/days.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { nextEvent, type PlannedEvent, plannedEventOf } from "#domain/events/planned-event.ts";
import { GROUP_PHOTO } from "#domain/pictures/stored-image.ts";
import type { Route } from "./+types/home.ts";
import { ContactCards } from "./contact-cards.tsx";
import { NextEvent, NextEventStrip } from "./next-event.tsx";

export const handle: Handle = { reading: true, cached: ["accueil", "evenements"], listed: ["settings", "evenements"] };

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    description:
      "La Jeunesse de Savièse\u00a0: plus de 130 membres, dès 16 ans, et des fêtes traditionnelles, des projets sociaux et des événements culturels.",
    path: "/",
    data: loaderData?.data,
    matches,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { events, clock } = context.get(servicesContext);
  // In parallel, so that an unavailable store costs one timeout only.
  const [settings, photo, list, posters] = await Promise.all([
    publicSettings(context),
    pictureOf(context, GROUP_PHOTO),
    events.list(),
    picturesOf(context, "evenements"),
  ]);
  const { instagram, facebook, email, photoDescription } = settings;
  const now = momentInZurich(clock.now());
  const next = nextEvent(list, now);
  const upcoming = next && {
    event: plannedEventOf(next),
    poster: posters.get(next.id) ?? null,
    when: shortDate(next),
  };
  const thanksRjv = now.day <= settings.rjvThanksUntil;
  const data = associationData(settings, context.get(siteContext).publicUrl);
  return { instagram, facebook, email, photo, photoDescription, upcoming, thanksRjv, data };
}

/** `Sam. 28 nov.`, or `Novembre 2026` when only the month is known. */
function shortDate(event: PlannedEvent): string {
  const { firstDay, lastDay } = exactDays(event);
  return firstDay ? shortDaysInFrench(firstDay, lastDay) : monthInFrench(event.month);
}

function Hero({ children }: { children: ReactNode }) {
  return (
    <section className="hero">
      <h1 className="sr-only">La jeunesse de Savièse</h1>
      <picture>
        <source media="(max-width: 46rem)" srcSet={heroTall} width="780" height="1260" />
        <img
          src={hero}
          width="1600"
          height="900"
          alt="Affiche illustrée&nbsp;: au-dessus des vignes et du clocher de Savièse, une farandole d’étoiles danse sur le bisse du Torrent-Neuf."
          fetchPriority="high"
        />
      </picture>
      <LeftStar className="hero__star" width={120} height={120} />
      <RightStar className="hero__star" width={88} height={88} />
      {children}
    </section>
  );
}

const NUMBERS = [
  ["130+", "membres"],
  ["16+", "ans"],
  ["13", "étoiles"],
  ["50.–", "par an"],
] as const;

function Pennants() {
  return (
    <div className="pennants">
      <svg viewBox="0 0 1440 130" preserveAspectRatio="none" aria-hidden="true">
        <path
          d="M-10 -6Q720 70 1450 -6"
          fill="none"
          stroke="#17182b"
          strokeWidth="5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <ul role="list">
        <li className="pennant-small" aria-hidden="true">
          <SmallPennant width={110} height={120} />
        </li>
        {NUMBERS.map(([number, label]) => (
          <li className="pennant" key={label}>
            <b>{number}</b>
            <span>{label}</span>
          </li>
        ))}
        <li className="pennant-small" aria-hidden="true">
          <SmallPennant width={110} height={120} />
        </li>
      </ul>
    </div>
  );
}

function Manifesto({ thanksRjv }: { thanksRjv: boolean }) {
  return (
    <section className="page-frame manifesto" aria-label="Présentation">
      <p className="display-text manifesto__cry">
        <span>
          {"Des fêtes "}
          <b>
            traditionnelles,
            <Drum width={150} height={110} />
          </b>
        </span>{" "}
        <span>
          {"des projets "}
          <b>
            sociaux
            <Hands width={196} height={110} />
          </b>
        </span>{" "}
        <span>
          {"et des événements "}
          <b>
            culturels.
            <Mask width={110} height={110} />
          </b>
        </span>
      </p>
      <div className="manifesto__more">
        <p>
          La Jeunesse de Savièse, c’est plus de 130 membres, dès 16 ans, réunis pour le bien-être et le développement
          des jeunes de la région. La charte tient sur une page, le reste se danse.
        </p>
        <p>
          {thanksRjv && (
            <>
              Le <Link to="/rjv2025">RJV 2025</Link> est terminé, merci à toutes et à tous.{" "}
            </>
          )}
          La ronde continue, et il y reste une place pour vous.
        </p>
        <Link className="btn btn--brique btn--large" to="/inscription">
          Devenir membre
        </Link>
      </div>
    </section>
  );
}

function GroupPhoto({ photo, photoDescription, thanksRjv }: Route.ComponentProps["loaderData"]) {
  return (
    <section className="group-photo" aria-label="Photo de groupe">
      <figure className="page-frame">
        <div>
          <PrintFrame>
            {photo ? (
              <ResponsiveImage
                lazy
                image={photo}
                sizes="(max-width: 88rem) calc(100vw - 2.5rem), 82rem"
                alt={photoDescription}
              />
            ) : (
              <img
                loading="lazy"
                src={group}
                width="1500"
                height="1000"
                alt="Illustration&nbsp;: toute une bande réunie sous les fanions, drapeau valaisan levé."
              />
            )}
          </PrintFrame>
          {thanksRjv && (
            <div className="cockade" aria-hidden="true">
              <Cockade width={260} height={330} />
              <p>
                Merci,<b>RJV</b>2025
              </p>
            </div>
          )}
        </div>
        <figcaption>
          <b>Toute la bande, ou presque.</b>
          {!photo && " Dessinée, en attendant que tout le monde tienne sur une photo."}
        </figcaption>
      </figure>
    </section>
  );
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { upcoming, thanksRjv } = loaderData;
  return (
    <main id="contenu">
      <Hero>{upcoming && <NextEventStrip {...upcoming} />}</Hero>
      <Pennants />
      {upcoming && <NextEvent event={upcoming.event} image={upcoming.poster} />}
      <Manifesto thanksRjv={thanksRjv} />
      <GroupPhoto {...loaderData} />
      <ContactCards {...loaderData} />
    </main>
  );
}
