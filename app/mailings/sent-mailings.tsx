import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { listPageUrl, pageInQuery } from "#app/ui/list/list-query.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { mailingUrl, SENT_MAILINGS_URL, writeUrl } from "#app/ui/mailing-url.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { swissDateAndTime } from "#domain/dates.ts";
import { mailingKicker } from "#domain/mail/mailing-letter.ts";
import { listPageOf } from "#domain/paging.ts";
import { withFrenchSpaces } from "#domain/text/french-spaces.ts";
import { readAboutMailing } from "#usecases/mailings/send-mailing.ts";
import { listSentMailings } from "#usecases/mailings/sent-mailing.ts";
import type { Route } from "./+types/sent-mailings.ts";

export const handle: Handle = { help: "ce-qui-reste-à-envoyer" };

export const meta = privateMeta("Messages envoyés", "Les messages aux membres, du plus récent au plus ancien.");

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { shown, total, page, pages } = listPageOf(await listSentMailings(services), pageInQuery(url.searchParams));
  const rows = await Promise.all(
    shown.map(async (mailing) => ({
      id: mailing.id,
      subject: withFrenchSpaces(mailing.subject),
      kicker: mailingKicker({ kind: mailing.kind, about: await readAboutMailing(services, mailing) }),
      sentAt: swissDateAndTime(mailing.at),
      by: mailing.by?.name ?? "",
      count: mailing.recipients.length,
    })),
  );
  return { rows, total, page, pages };
}

export default function SentMailingsPage({ loaderData: { rows, total, page, pages } }: Route.ComponentProps) {
  return (
    <ListScreen
      style="azur"
      title="Messages envoyés"
      lead={
        total > 0
          ? "Les informations restent 12 mois, les messages d’un événement 6 mois, les convocations 5 ans."
          : undefined
      }
      className="member"
      links={
        <ListLinks>
          <StrongLink to={writeUrl({})}>Écrire aux membres</StrongLink>
          <StrongLink to="/registre">Membres</StrongLink>
        </ListLinks>
      }
      empty={total === 0 && <p className="list-empty">Aucun message n’est encore parti.</p>}
      pager={{ page, pages, addressOf: (number) => listPageUrl(SENT_MAILINGS_URL, number) }}
    >
      <ul role="list" className="list list--ways">
        {rows.map(({ id, subject, kicker, sentAt, by, count }) => (
          <ListRow
            key={id}
            name={
              <StrongLink className="list__name" to={mailingUrl(id)}>
                <bdi>{subject}</bdi>
              </StrongLink>
            }
            about={
              <>
                <bdi>{kicker}</bdi>. {sentAt}
                {by && (
                  <>
                    , par <bdi>{by}</bdi>
                  </>
                )}
                , {count} {count === 1 ? "personne" : "personnes"}
              </>
            }
          />
        ))}
      </ul>
    </ListScreen>
  );
}
