import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import signe from "#app/ui/drawings/signe.svg";

const OTHER_PAGES = [
  { path: "/reglages", name: "Réglages" },
  { path: "/comptes", name: "Comptes" },
  { path: "/corbeille", name: "Corbeille" },
  { path: "/journal", name: "Journal" },
] as const;

const Count = ({ count }: { count: number | undefined }) =>
  count ? (
    <b>
      {count}
      <span className="sr-only"> à traiter</span>
    </b>
  ) : null;

/** `refused`: entries whose mail was rejected permanently. `expiring`: handled entries that retention deletes soon. */
type ListCounts = { readonly unhandled: number; readonly refused: number; readonly expiring: number };

type Props = {
  /** First name, or the e-mail address. */
  name: string;
  /** Unhandled sign-ups and messages; null when they could not be counted. */
  inbox: { readonly inscription: ListCounts; readonly message: ListCounts; readonly isHeld: boolean } | null;
  /** Publications and purges are paused because the clock has jumped. */
  clockHeld: boolean;
  /** The first steps of a new site are not over. */
  firstSteps: boolean;
};

const Warning = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="session__failures" to={to}>
    <Triangle />
    {children}
  </Link>
);

/** The most urgent warning, for lack of space: mail that waits because of a setting, the clock, mail that was rejected. */
function Notice({ inbox, clockHeld, firstSteps }: Omit<Props, "name">) {
  if (inbox?.isHeld) return <Warning to="/reglages#sante-mail">E-mails retenus</Warning>;
  if (clockHeld)
    return (
      <Warning to="/reglages#sante">
        Horloge
        <span className="sr-only"> à vérifier</span>
      </Warning>
    );
  const refused = inbox ? inbox.inscription.refused + inbox.message.refused : 0;
  if (!inbox || refused === 0) return firstSteps && <NavLink to="/premiers-pas">Premiers pas</NavLink>;
  return (
    <Warning to={`/${inbox.inscription.refused > 0 ? "inscriptions" : "messages"}?filtre=echec`}>
      {refused} {refused > 1 ? "échecs" : "échec"}
      <span className="sr-only"> d’envoi d’e-mail</span>
    </Warning>
  );
}

/** Beside the other warnings, which could hide it for the whole notice period. */
function ExpiringNotice({ inbox }: Pick<Props, "inbox">) {
  const count = inbox ? inbox.inscription.expiring + inbox.message.expiring : 0;
  if (!inbox || count === 0) return null;
  return (
    <Warning to={inbox.inscription.expiring > 0 ? "/inscriptions" : "/messages"}>
      {count} bientôt à la corbeille
    </Warning>
  );
}

/** The bar above the header for signed-in accounts (docs/specification.md section 2). */
export function SessionBar({ name, ...notices }: Props) {
  const { inbox } = notices;
  return (
    <section className="session on-night" aria-label="Session du comité">
      <div className="session__row">
        <p className="session__who">
          <img src={signe} width="64" height="64" alt="" />
          <span>{name}</span>
        </p>
        <ul role="list">
          <li>
            <NavLink to="/inscriptions">
              Inscriptions <Count count={inbox?.inscription.unhandled} />
            </NavLink>
          </li>
          <li>
            <NavLink to="/messages">
              Messages <Count count={inbox?.message.unhandled} />
            </NavLink>
          </li>
          {OTHER_PAGES.map(({ path, name }) => (
            <li key={path}>
              <NavLink to={path}>{name}</NavLink>
            </li>
          ))}
        </ul>
        <Notice {...notices} />
        <ExpiringNotice inbox={inbox} />
        <Link className="session__exit" to="/logout">
          Déconnexion
        </Link>
      </div>
    </section>
  );
}
