import { type ReactNode, useEffect } from "react";
import { Link, NavLink, useLocation, useMatches } from "react-router";
import type { Handle } from "#app/route-handle.ts";
import { COMMITTEE_START } from "#app/session/safe-redirect.ts";
import { WrappingText } from "#app/ui/breakable.tsx";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import { whoComesUrl } from "#app/ui/event-url.ts";
import { deleteDraftsOfOtherAccounts } from "#app/ui/form/drafts.ts";
import { rowId } from "#app/ui/list/acted-rows.ts";
import { writeUrl } from "#app/ui/mailing-url.ts";
import { subscribeToTouchQueue } from "#app/ui/round/touch-queue.ts";

/** `others`: other paths on which this entry is marked as current. `counted`: what the number beside the name counts. */
const PAGES: readonly { path: string; name: string; others?: RegExp; counted?: "late" | "inscription" | "message" }[] =
  [
    { path: COMMITTEE_START, name: "À faire", counted: "late" },
    { path: "/registre", name: "Membres", others: /^\/(?:cotisations|assemblees)(?:\/|$)/ },
    { path: "/inscriptions", name: "Inscriptions", counted: "inscription" },
    { path: "/messages", name: "Messages", counted: "message" },
  ];

const MORE_PAGES = [
  { path: "/annonce", name: "Annonce" },
  { path: writeUrl({}), name: "Écrire aux membres" },
  { path: "/dossiers", name: "Dossiers" },
  { path: "/comite", name: "Comité" },
  { path: "/reglages", name: "Réglages" },
  { path: "/comptes", name: "Comptes" },
  { path: "/passer-la-main", name: "Passer la main" },
  { path: "/corbeille", name: "Corbeille" },
  { path: "/journal", name: "Journal" },
  { path: "/aide", name: "Aide" },
] as const;

const Count = ({ count, about }: { count: number | undefined; about: string }) =>
  count ? (
    <b>
      {count}
      <span className="sr-only"> {about}</span>
    </b>
  ) : null;

/** `refused`: entries whose mail was rejected permanently. `expiring`: entries that retention deletes soon. */
type ListCounts = { readonly unhandled: number; readonly refused: number; readonly expiring: number };

type Props = {
  /** Id of the signed-in account. */
  id: string;
  /** First name of the signed-in person, or the e-mail address. */
  name: string;
  email: string;
  /** Null if the inbox could not be read. `isHeld`: true if a wrong setting holds back mail. */
  inbox: { readonly inscription: ListCounts; readonly message: ListCounts; readonly isHeld: boolean } | null;
  /** Number of tasks and other things to do that are late. */
  late: number;
  /** Number of members who wait for the link to their own page. */
  lostLinks: number;
  /** People who withdrew from a slot late; the ids are those of the first. Null without one. */
  withdrawals: { readonly count: number; readonly event: string; readonly reply: string } | null;
  /** True if a jump of the clock has paused publications and purges. */
  clockHeld: boolean;
  firstSteps: boolean;
};

const Warning = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="session__failures" to={to}>
    <Triangle />
    {children}
  </Link>
);

function Notice({ inbox, clockHeld }: Pick<Props, "inbox" | "clockHeld">) {
  if (inbox?.isHeld) return <Warning to="/reglages#sante-mail">E-mails retenus</Warning>;
  if (clockHeld) return <Warning to="/reglages#sante">Horloge à vérifier</Warning>;
  const refused = inbox ? inbox.inscription.refused + inbox.message.refused : 0;
  if (!inbox || refused === 0) return null;
  return (
    <Warning to={`/${inbox.inscription.refused > 0 ? "inscriptions" : "messages"}?filtre=echec`}>
      {refused} {refused > 1 ? "échecs" : "échec"} d’envoi d’e-mail
    </Warning>
  );
}

/** The notice of entries that retention deletes soon. Shown in addition to the most urgent warning (`Notice`). */
function ExpiringNotice({ inbox }: Pick<Props, "inbox">) {
  const count = inbox ? inbox.inscription.expiring + inbox.message.expiring : 0;
  if (!inbox || count === 0) return null;
  return (
    <Warning to={inbox.inscription.expiring > 0 ? "/inscriptions" : "/messages"}>
      {count} bientôt à la corbeille
    </Warning>
  );
}

const WithdrawalNotice = ({ count, event, reply }: NonNullable<Props["withdrawals"]>) => (
  <Warning to={`${whoComesUrl(event)}#${rowId(reply)}`}>
    {count} {count > 1 ? "désistements" : "désistement"}
  </Warning>
);

/** A `popover`: the button and Escape work without script. */
const More = ({ name, email }: Pick<Props, "name" | "email">) => (
  <>
    <button className="session__plus" type="button" popoverTarget="plus">
      Plus
    </button>
    <nav className="session__more" id="plus" popover="auto" aria-label="Plus">
      <p>
        {name !== email && <b>{name}</b>}
        <WrappingText text={email} />
      </p>
      {MORE_PAGES.map(({ path, name }) => (
        <NavLink key={path} to={path}>
          {name}
        </NavLink>
      ))}
      <Link to="/logout">Déconnexion</Link>
    </nav>
  </>
);

const isBelow = (path: string, pathname: string): boolean => pathname === path || pathname.startsWith(`${path}/`);

export function SessionBar({ id, name, email, inbox, late, lostLinks, withdrawals, clockHeld, firstSteps }: Props) {
  const { text } = (useMatches().at(-1)?.handle ?? {}) as Handle;
  const { pathname } = useLocation();
  useEffect(() => deleteDraftsOfOtherAccounts(id), [id]);
  // Every page sends touches of rounds that the server has not confirmed yet.
  useEffect(() => subscribeToTouchQueue(() => {}), []);
  return (
    <section className="session on-night" aria-label="Session du comité">
      <div className="session__row">
        <ul role="list">
          {PAGES.map(({ path, name, others, counted }) => (
            <li key={path}>
              <Link to={path} aria-current={isBelow(path, pathname) || others?.test(pathname) ? "page" : undefined}>
                {name}{" "}
                {counted === "late" ? (
                  <Count count={late} about="en retard" />
                ) : (
                  counted && <Count count={inbox?.[counted].unhandled} about="à traiter" />
                )}
              </Link>
            </li>
          ))}
        </ul>
        <More name={name} email={email} />
      </div>
      <div className="session__notices">
        <Notice inbox={inbox} clockHeld={clockHeld} />
        {withdrawals && <WithdrawalNotice {...withdrawals} />}
        <ExpiringNotice inbox={inbox} />
        {lostLinks > 0 && (
          <NavLink className="session__steps" to="/registre/liens">
            {lostLinks > 1 ? `${lostLinks} liens à renvoyer` : "Lien à renvoyer"}
          </NavLink>
        )}
        {firstSteps && (
          <NavLink className="session__steps" to="/premiers-pas">
            Premiers pas
          </NavLink>
        )}
        {text && (
          <NavLink className="session__steps" to={`/textes/${text}`}>
            Modifier ce texte
          </NavLink>
        )}
      </div>
    </section>
  );
}
