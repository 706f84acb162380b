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
import { readShownAnnouncement } from "#app/layout/announcement.server.ts";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { associationStructuredData } from "#app/layout/head/structured-data.server.ts";
import { readPublicSettings } from "#app/layout/public-settings.server.ts";
import { renderPageText, renderTextPreview } from "#app/layout/texts.server.ts";
import type { Handle } from "#app/route-handle.ts";
import SmallPennant from "#app/ui/drawings/fanion-petit.svg?drawing";
import group from "#app/ui/drawings/groupe.svg";
import { readPublicPicture, readPublicPictures } from "#app/ui/pictures/pictures.server.ts";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { ResponsiveImage } from "#app/ui/pictures/responsive-image.tsx";
import { InlineText, RichText } from "#app/ui/rich-text.tsx";
import { momentInZurich } from "#domain/dates.ts";
import { shortEventDateInFrench } from "#domain/events/days.ts";
import { nextEvent, withoutCommitteeFields } from "#domain/events/planned-event.ts";
import { GROUP_PHOTO } from "#domain/pictures/picture.ts";
import type { Route } from "./+types/home.ts";
import { ContactChannels } from "./contact-cards.tsx";
import { NextEvent, NextEventStrip } from "./next-event.tsx";

export const handle: Handle = {
  reading: true,
  cached: ["accueil", "evenements"],
  listed: ["settings", "texts", "evenements"],
  text: "accueil",
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    description:
      "La Jeunesse de Savièse\u00a0: plus de 130 membres, dès 16 ans, et des fêtes traditionnelles, des projets sociaux et des événements culturels.",
    path: "/",
    data: loaderData?.data,
  })({ matches });

export async function loader({ context }: Route.LoaderArgs) {
  const { events, clock } = context.get(servicesContext);
  // Read in parallel: an unavailable store delays the page by one timeout only.
  const [settings, photo, list, posters, announcement, text] = await Promise.all([
    readPublicSettings(context),
    readPublicPicture(context, GROUP_PHOTO),
    events.list(),
    readPublicPictures(context, "evenements"),
    readShownAnnouncement(context),
    renderPageText(context, "home"),
  ]);
  const { instagram, facebook, email, photoDescription } = settings;
  const now = momentInZurich(clock.now());
  const next = nextEvent(list, now);
  const upcoming = next && {
    event: withoutCommitteeFields(next),
    poster: posters.get(next.id) ?? null,
    when: shortEventDateInFrench(next),
  };
  const thanksRjv = now.day <= settings.rjvThanksUntil;
  const data = associationStructuredData(settings, context.get(siteContext).publicUrl);
  return { instagram, facebook, email, photo, photoDescription, upcoming, thanksRjv, announcement, data, text };
}

export const action = (args: Route.ActionArgs) => renderTextPreview(args);

type PageData = Route.ComponentProps["loaderData"];

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
      <div className="hero__foot">{children}</div>
    </section>
  );
}

function Cry({ children, drawing }: { children: string; drawing: ReactNode }) {
  const start = children.lastIndexOf(" ") + 1;
  return (
    <span>
      {children.slice(0, start)}
      <b>
        {children.slice(start)}
        {drawing}
      </b>
    </span>
  );
}

function Manifesto({ text, thanksRjv }: Pick<PageData, "text" | "thanksRjv">) {
  return (
    <section className="page-frame manifesto" aria-labelledby="rejoindre">
      <h2 id="rejoindre">Pourquoi nous rejoindre</h2>
      <p className="display-text manifesto__cry">
        <Cry drawing={<Drum width={150} height={110} />}>{text.cry1}</Cry>{" "}
        <Cry drawing={<Hands width={196} height={110} />}>{text.cry2}</Cry>{" "}
        <Cry drawing={<Mask width={110} height={110} />}>{text.cry3}</Cry>
      </p>
      <div className="manifesto__more">
        <Link className="btn btn--brique btn--large" to="/inscription">
          Devenir membre
        </Link>
        <div className="manifesto__reasons">
          <RichText blocks={text.reasons} list="reasons" />
          {thanksRjv && (
            <p dir="auto">
              <InlineText pieces={text.rjvThanks} />
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

/** `children`: text such as « 130+ membres ». The number is the part before the first space. */
function Figure({ children }: { children: string }) {
  const [number, label] = children.replace("CHF\u00a0", "").split(/ (.*)/, 2);
  return (
    <li className="pennant">
      <b>{number}</b>
      <span>{label}</span>
    </li>
  );
}

function Pennants({ text: { figure1, figure2, figure3, figure4 } }: Pick<PageData, "text">) {
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
        <Figure>{figure1}</Figure>
        <Figure>{figure2}</Figure>
        <Figure>{figure3}</Figure>
        <Figure>{figure4}</Figure>
        <li className="pennant-small" aria-hidden="true">
          <SmallPennant width={110} height={120} />
        </li>
      </ul>
    </div>
  );
}

function GroupPhoto({ photo, photoDescription, thanksRjv, text }: PageData) {
  return (
    <section className="group-photo" aria-label="Photo de groupe">
      <figure className="page-frame">
        <div>
          {thanksRjv && (
            <div className="cockade" aria-hidden="true">
              <Cockade width={260} height={330} />
              <p>
                Merci,<b>RJV</b>2025
              </p>
            </div>
          )}
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
        </div>
        <figcaption>
          <b>{text.caption}</b>
          {!photo && " Dessinée, en attendant que tout le monde tienne sur une photo."}
        </figcaption>
      </figure>
    </section>
  );
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { upcoming } = loaderData;
  return (
    <main id="contenu">
      <Hero>{upcoming && <NextEventStrip {...upcoming} />}</Hero>
      <Manifesto {...loaderData} />
      <Pennants {...loaderData} />
      {upcoming && <NextEvent event={upcoming.event} image={upcoming.poster} />}
      <GroupPhoto {...loaderData} />
      <ContactChannels {...loaderData} />
    </main>
  );
}
