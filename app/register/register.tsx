import { useMemo } from "react";
import { Link } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { searchWordsOfListQuery } from "#app/session/search.server.ts";
import Plus from "#app/ui/drawings/sign-plus.svg?drawing";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import { FeeBadge } from "#app/ui/fee-badge.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult } from "#app/ui/form/handle-form.server.ts";
import {
  actedRows,
  isActionOnSeveral,
  urlOfActionOnSeveral,
  useActedRows,
  useSteadyRows,
  withActedRows,
} from "#app/ui/list/acted-rows.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { readListQuery } from "#app/ui/list/list-query.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { TickBox } from "#app/ui/list/tick-boxes.tsx";
import { TickedRowsBar } from "#app/ui/list/ticked-bar.tsx";
import { type UndoGroup, UndoGroupNotice } from "#app/ui/list/undo-together.tsx";
import { writeUrl } from "#app/ui/mailing-url.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { type Day, dayInZurich, swissDay } from "#domain/dates.ts";
import { type Fee, feeBalance } from "#domain/fees/fee.ts";
import { listPageOf, ROWS_PER_PAGE } from "#domain/paging.ts";
import {
  emailRefusedAt,
  hasLeft,
  isMinorMember,
  lacksConsent,
  MEMBER_FILTER_LABELS,
  MEMBER_FILTERS,
  memberName,
  placeAndAgeInFrench,
  postalAddressWarning,
} from "#domain/register/member.ts";
import { filterMembers } from "#domain/register/member-list.ts";
import { runInSlices } from "#ports/yield-to-event-loop.ts";
import type { Member } from "#stores/register/member-document.ts";
import { countLostLinks } from "#usecases/register/lost-link.ts";
import { countPeopleDue } from "#usecases/rounds/round.ts";
import type { Route } from "./+types/register.ts";
import { registerListUrl } from "./register-url.ts";

export const handle: Handle = { help: "les-membres-pas-à-pas" };

export const meta = privateMeta("Membres", "Le registre des membres, avec leurs coordonnées et leur cotisation.");

export async function loader(args: Route.LoaderArgs) {
  const services = args.context.get(servicesContext);
  const { register, fees, proposals, clock } = services;
  const query = readListQuery(args.url.searchParams, MEMBER_FILTERS);
  const text = await searchWordsOfListQuery(args, query, registerListUrl);
  const day = dayInZurich(clock.now());
  const [all, [latest], proposed] = await Promise.all([register.list(), fees.listYears(), proposals.count()]);
  const acted = new Set(actedRows(args.url.searchParams));
  const search = { text, filter: query.filter, day };
  const found = await runInSlices(filterMembers(all, { ...search, kept: acted }));
  const { shown, page, pages } = listPageOf(found, query.page);
  const matching = acted.size > 0 ? await runInSlices(filterMembers(all, search)) : found;
  const ids = shown.map(({ id }) => id);
  const [toWelcome, toAsk, lostLinks] = await Promise.all([
    countPeopleDue(services, "welcome", all),
    countPeopleDue(services, "consent", all),
    countLostLinks(services),
  ]);
  const byMember = latest ? await fees.ofMembers(latest.year, ids) : new Map<string, Fee>();
  const listed = registerListUrl({ ...query, page });
  const together = isActionOnSeveral(args.url.searchParams);
  const url = together ? urlOfActionOnSeveral(listed) : listed;
  return {
    view: { ...query, page, q: text },
    url: acted.size > 0 ? withActedRows(url, acted) : url,
    together: together ? togetherOf(all.filter(({ id }) => acted.has(id))) : null,
    year: latest?.year ?? null,
    total: matching.length,
    pages,
    next: acted.size > 0 ? pageAfter(found.slice(0, page * ROWS_PER_PAGE), matching) : page + 1,
    proposals: proposed,
    toWelcome,
    toAsk,
    lostLinks,
    isEmpty: all.length === 0,
    lines: shown.map((member) => ({
      ...lineOf(member, byMember.get(member.id), day),
      group: acted.has(member.id) ? GROUP_MARKS[member.inGroupChat] : null,
    })),
  };
}

/**
 * The page with the first member whom the list has not shown yet. Since an action, the filter may exclude some shown
 * members: the members after them have moved to an earlier page.
 */
function pageAfter(shown: readonly Member[], matching: readonly Member[]): number {
  const still = new Set(matching);
  return Math.floor(shown.filter((member) => still.has(member)).length / ROWS_PER_PAGE) + 1;
}

/** Words for the change of a row. */
const GROUP_MARKS: Record<Member["inGroupChat"], string> = {
  yes: "noté dans le groupe WhatsApp",
  "": "noté hors du groupe WhatsApp",
};

/**
 * The members whose last action one tap can undo together. If some were noted in the group chat and others out of it,
 * the larger of the two groups.
 */
function togetherOf(acted: readonly Member[]): UndoGroup {
  const ids = (isIn: boolean) => acted.filter(({ inGroupChat }) => (inGroupChat !== "") === isIn).map(({ id }) => id);
  const [within, outside] = [ids(true), ids(false)];
  const isIn = within.length >= outside.length;
  const largest = isIn ? within : outside;
  if (largest.length === 0) return { undo: null, ids: [], text: "C’est annulé." };
  const people = largest.length > 1 ? `${largest.length}\u00a0personnes notées` : "Une personne notée";
  const where = isIn ? "dans le groupe WhatsApp" : "hors du groupe WhatsApp";
  return { undo: isIn ? "group-out" : "group-in", ids: largest, text: `${people} ${where}.` };
}

const lineOf = (member: Member, fee: Fee | undefined, day: Day) => ({
  id: member.id,
  name: memberName(member),
  about: placeAndAgeInFrench(member, day),
  minor: isMinorMember(member, day),
  marks: [
    lacksConsent(member, day) && "autorisation parentale manquante",
    postalAddressWarning(member),
    emailRefusedAt(member) && "e-mail\u00a0: ne marche plus",
    hasLeft(member) && `parti·e le ${swissDay(member.leftOn)}`,
    hasLeft(member) && member.inGroupChat !== "" && "encore dans le groupe WhatsApp",
  ].filter((mark) => typeof mark === "string"),
  fee: fee ? feeBalance(fee).state : null,
});

export const action = (args: Route.ActionArgs) =>
  listAction(args, {
    where: "register search",
    intentions: ["group-in", "group-out"],
    search: { filters: MEMBER_FILTERS, urlOf: registerListUrl },
    act: async (intention, { typed, ids, isUndo, services, by }) => {
      if (ids.length === 0) return formResult({ errors: { id: "Rien n’est coché." }, typed }, 400);
      const changed = await services.register.setInGroupChat(ids, intention === "group-in", by);
      const url =
        changed.length > 0 ? new URL(urlOfActionOnSeveral(args.url.pathname + args.url.search), args.url) : args.url;
      const toast = changed.length > 0 ? "group-noted" : "group-same";
      return listResponse({ ...args, url }, { ids: isUndo ? ids : changed, toast, isUndo });
    },
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

const CHOICES = MEMBER_FILTERS.map((filter) => ({ filter, label: MEMBER_FILTER_LABELS[filter] }));

export default function RegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, year, total, pages, next, proposals, toWelcome, toAsk, lostLinks, isEmpty, together } = loaderData;
  const result: FormResult = actionData ?? {};
  const lines = useSteadyRows(loaderData.lines);
  const { url } = useActedRows(loaderData.url);
  const isOfFormer = view.filter === "left" || view.filter === "left-in-group";
  const ids = useMemo(() => lines.map(({ id }) => id), [lines]);
  return (
    <ListScreen
      style="vigne"
      title="Membres"
      failed={(result.failed || result.errors?.id) && "Rien n’a été changé."}
      advice={result.errors?.id}
      links={
        <ListLinks>
          {proposals > 0 && <StrongLink to="/registre/a-verifier">À vérifier ({proposals})</StrongLink>}
          {lostLinks > 0 && <StrongLink to="/registre/liens">Liens à renvoyer ({lostLinks})</StrongLink>}
          {toWelcome > 0 && <StrongLink to="/registre/bienvenue">Souhaiter la bienvenue ({toWelcome})</StrongLink>}
          {toAsk > 0 && <StrongLink to="/registre/autorisations">Autorisations à demander ({toAsk})</StrongLink>}
          {total > 0 && !isOfFormer && <StrongLink to={writeUrl(view)}>Écrire aux membres</StrongLink>}
          <StrongLink to="/cotisations">Cotisations</StrongLink>
          <StrongLink to="/assemblees">Assemblées</StrongLink>
          <StrongLink to="/registre/importer">Importer une liste</StrongLink>
          {total > 0 && (
            <a
              className="strong-link"
              href={registerListUrl({ ...view, page: 1 }).replace("/registre", "/registre.csv")}
            >
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
      tools={ids.length > 0 && <GroupBar ids={ids} lines={lines} url={url} failed={result.failed} />}
      notice={together && <UndoGroupNotice {...together} url={url} />}
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
      pager={{
        page: view.page,
        pages,
        addressOf: (page) => registerListUrl({ ...view, page: page > view.page ? next : page }),
      }}
    >
      <ul role="list" className="list list--members">
        {lines.map((line) => (
          <MemberRow key={line.id} {...line} year={year} />
        ))}
      </ul>
    </ListScreen>
  );
}

type BarProps = { ids: readonly string[]; lines: unknown; url: string; failed: boolean | undefined };

/** Notes the ticked people as in the group chat, or as not in it. */
const GroupBar = ({ ids, lines, url, failed }: BarProps) => (
  <TickedRowsBar ids={ids} resetKey={lines} failed={failed} url={url}>
    {({ busy }) => (
      <>
        <button className="btn btn--small" type="submit" name="intention" value="group-in" disabled={busy}>
          <Tick />
          Dans le groupe WhatsApp
        </button>
        <button className="btn btn--small btn--neige" type="submit" name="intention" value="group-out" disabled={busy}>
          Plus dans le groupe
        </button>
      </>
    )}
  </TickedRowsBar>
);

type Line = Route.ComponentProps["loaderData"]["lines"][number];

const MemberRow = ({ id, name, about, minor, marks, group, fee, year }: Line & { year: string | null }) => (
  <ListRow
    id={id}
    lead={
      <TickBox ids={[id]} className="tick--entry">
        <span className="sr-only">Cocher {name}</span>
      </TickBox>
    }
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
      {group && <span className="list__noted">{group}</span>}
    </p>
    <p className="list__state">{fee && <FeeBadge state={fee} year={year} />}</p>
  </ListRow>
);
