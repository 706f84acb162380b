import { Link } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { wordsOfQuery } from "#app/session/search.server.ts";
import Plus from "#app/ui/drawings/sign-plus.svg?drawing";
import { FeeBadge } from "#app/ui/fee-badge.tsx";
import { formResult } from "#app/ui/form/handle-form.server.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { readListQuery } from "#app/ui/list/list-query.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { type Day, dayInZurich, swissDay } from "#domain/dates.ts";
import { balanceOf, type Fee } from "#domain/fees/fee.ts";
import { pageOf } from "#domain/paging.ts";
import {
  addressMark,
  hasLeft,
  isMinorMember,
  lacksConsent,
  MEMBER_FILTERS,
  type MemberFilter,
  memberName,
  placeAndAge,
} from "#domain/register/member.ts";
import { findMembers } from "#domain/register/member-list.ts";
import { runInSlices } from "#ports/yield-to-event-loop.ts";
import type { Member } from "#stores/register/member-document.ts";
import { countDue } from "#usecases/rounds/round.ts";
import type { Route } from "./+types/register.ts";
import { registerUrl } from "./register-url.ts";

export const handle: Handle = { help: "les-membres-pas-à-pas" };

export const meta = privateMeta("Membres", "Le registre des membres, avec leurs coordonnées et leur cotisation.");

export async function loader(args: Route.LoaderArgs) {
  const services = args.context.get(servicesContext);
  const { register, fees, proposals, clock } = services;
  const query = readListQuery(args.url.searchParams, MEMBER_FILTERS);
  const text = await wordsOfQuery(args, query, registerUrl);
  const day = dayInZurich(clock.now());
  const [all, [latest], proposed] = await Promise.all([register.list(), fees.listYears(), proposals.count()]);
  const found = await runInSlices(findMembers(all, { text, filter: query.filter, day }));
  const { shown, total, page, pages } = pageOf(found, query.page);
  const ids = shown.map(({ id }) => id);
  const [toWelcome, toAsk, lostLinks] = await Promise.all([
    countDue(services, "welcome", all),
    countDue(services, "consent", all),
    countDue(services, "lost-link", all),
  ]);
  const byMember = latest ? await fees.ofMembers(latest.year, ids) : new Map<string, Fee>();
  return {
    view: { ...query, page, q: text },
    year: latest?.year ?? null,
    total,
    pages,
    proposals: proposed,
    toWelcome,
    toAsk,
    lostLinks,
    isEmpty: all.length === 0,
    lines: shown.map((member) => lineOf(member, byMember.get(member.id), day)),
  };
}

const lineOf = (member: Member, fee: Fee | undefined, day: Day) => ({
  id: member.id,
  name: memberName(member),
  about: placeAndAge(member, day),
  minor: isMinorMember(member, day),
  marks: [
    lacksConsent(member, day) && "autorisation parentale manquante",
    addressMark(member),
    hasLeft(member) && `parti·e le ${swissDay(member.leftOn)}`,
  ].filter((mark) => typeof mark === "string"),
  fee: fee ? balanceOf(fee).state : null,
});

export const action = (args: Route.ActionArgs) =>
  listAction(args, {
    where: "register search",
    intentions: [],
    search: { filters: MEMBER_FILTERS, urlOf: registerUrl },
    act: async () => formResult({}),
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

const LABELS: Record<MemberFilter, string> = {
  present: "Membres",
  minors: "Moins de 18\u00a0ans",
  "turning-18": "18 ans cette année",
  "no-consent": "Autorisation parentale manquante",
  "no-address": "Adresse à compléter",
  left: "Partis",
};
const CHOICES = MEMBER_FILTERS.map((filter) => ({ filter, label: LABELS[filter] }));

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, year, total, pages, proposals, toWelcome, toAsk, lostLinks, isEmpty, lines } = loaderData;
  return (
    <ListScreen
      style="vigne"
      title="Membres"
      failed={actionData?.failed && "La recherche n’a pas abouti."}
      links={
        <ListLinks>
          {proposals > 0 && <StrongLink to="/registre/a-verifier">À vérifier ({proposals})</StrongLink>}
          {lostLinks > 0 && <StrongLink to="/registre/liens">Liens à renvoyer ({lostLinks})</StrongLink>}
          {toWelcome > 0 && <StrongLink to="/registre/bienvenue">Souhaiter la bienvenue ({toWelcome})</StrongLink>}
          {toAsk > 0 && <StrongLink to="/registre/autorisations">Autorisations à demander ({toAsk})</StrongLink>}
          <StrongLink to="/cotisations">Cotisations</StrongLink>
          <StrongLink to="/assemblees">Assemblées</StrongLink>
          <StrongLink to="/registre/importer">Importer une liste</StrongLink>
          {total > 0 && (
            <a className="strong-link" href={registerUrl({ ...view, page: 1 }).replace("/registre", "/registre.csv")}>
              Exporter (CSV)
            </a>
          )}
        </ListLinks>
      }
      search={{
        path: "/registre",
        view,
        label: "Chercher un membre, un numéro, une rue",
        example: "Nom, numéro, rue",
        filters: CHOICES,
      }}
      tool={
        <Link className="btn btn--small toolbar__export" to="/registre/create">
          <Plus />
          <span>Ajouter un membre</span>
        </Link>
      }
      count={`${total} ${total > 1 ? "personnes" : "personne"}`}
      empty={
        lines.length === 0 && (
          <p className="list-empty">
            {isEmpty ? (
              <>
                <Link to="/registre/importer">Importez votre liste</Link>, ou{" "}
                <Link to="/registre/create">ajoutez une personne</Link>.
              </>
            ) : (
              "Personne ici. Changez la recherche ou le filtre."
            )}
          </p>
        )
      }
      pager={{ page: view.page, pages, addressOf: (page) => registerUrl({ ...view, page }) }}
    >
      <ul role="list" className="list list--members">
        {lines.map((line) => (
          <MemberRow key={line.id} {...line} year={year} />
        ))}
      </ul>
    </ListScreen>
  );
}

type Line = Route.ComponentProps["loaderData"]["lines"][number];

const MemberRow = ({ id, name, about, minor, marks, fee, year }: Line & { year: string | null }) => (
  <ListRow
    name={
      <Link className="list__name" to={`/registre/${id}`}>
        <bdi>{name}</bdi>
      </Link>
    }
    about={<bdi>{about}</bdi>}
  >
    <p className="list__marks">
      {minor && <b className="minor">Moins de 18&nbsp;ans</b>}
      {marks.map((mark) => (
        <span key={mark}>{mark}</span>
      ))}
    </p>
    <p className="list__state">{fee && <FeeBadge state={fee} year={year} />}</p>
  </ListRow>
);
