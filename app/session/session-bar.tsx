import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import signe from "#app/ui/drawings/signe.svg";

const OTHER_PAGES = [
  { path: "/annonce", name: "Annonce" },
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

/** `refused`: entries whose mail was rejected permanently. */
type ListCounts = { readonly unhandled: number; readonly refused: number };

type Props = {
  /** First name, or the e-mail address. */
  name: string;
  /** Unhandled sign-ups and messages; null when they could not be counted. */
  inbox: { readonly inscription: ListCounts; readonly message: ListCounts; readonly isHeld: boolean } | null;
  /** Publications and purges are paused because the clock has jumped. */
  clockHeld: boolean;
};

const Warning = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className="session__failures" to={to}>
    <Triangle />
    {children}
  </Link>
);

/** Shows one warning, for lack of space. In order of urgency: mail held back by a setting, clock, rejected mail. */
function Notice({ inbox, clockHeld }: Pick<Props, "inbox" | "clockHeld">) {
  if (inbox?.isHeld) return <Warning to="/reglages#sante-mail">E-mails retenus</Warning>;
  if (clockHeld)
    return (
      <Warning to="/reglages#sante">
        Horloge
        <span className="sr-only"> à vérifier</span>
      </Warning>
    );
  const refused = inbox ? inbox.inscription.refused + inbox.message.refused : 0;
  if (!inbox || refused === 0) return null;
  return (
    <Warning to={`/${inbox.inscription.refused > 0 ? "inscriptions" : "messages"}?filtre=echec`}>
      {refused} {refused > 1 ? "échecs" : "échec"}
      <span className="sr-only"> d’envoi d’e-mail</span>
    </Warning>
  );
}

/** The bar above the header for signed-in accounts (docs/specification.md section 2). */
export function SessionBar({ name, inbox, clockHeld }: Props) {
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
        <Notice inbox={inbox} clockHeld={clockHeld} />
        <Link className="session__exit" to="/logout">
          Déconnexion
        </Link>
      </div>
    </section>
  );
}
