import { Link, NavLink } from "react-router";
import Triangle from "#app/ui/drawings/sign-warning.svg?drawing";
import signe from "#app/ui/drawings/signe.svg";

/** Number of unhandled entries. */
const Count = ({ count }: { count: number | undefined }) =>
  count ? (
    <b>
      {count}
      <span className="sr-only"> à traiter</span>
    </b>
  ) : null;

type Waiting = { readonly unhandled: number; readonly refused: number };

type Lists = Record<"inscription" | "message", Waiting>;

type Props = {
  /** First name, or the e-mail address. */
  name: string;
  /** Unhandled sign-ups and messages; null when they could not be counted. */
  waiting: (Lists & { readonly isHeld: boolean }) | null;
  /** Publications and purges are paused because the clock has jumped. */
  clockHeld: boolean;
};

/** Links to the first list with mail that was rejected permanently. */
function FailedMail({ inscription, message }: Lists) {
  const refused = inscription.refused + message.refused;
  if (refused === 0) return null;
  return (
    <Link className="session__failures" to={`/${inscription.refused > 0 ? "inscriptions" : "messages"}?filtre=echec`}>
      <Triangle />
      {refused} {refused > 1 ? "échecs" : "échec"}
      <span className="sr-only"> d’envoi d’e-mail</span>
    </Link>
  );
}

/** Mail that waits because of a setting. */
const HeldMail = () => (
  <Link className="session__failures" to="/reglages#sante-mail">
    <Triangle />
    E-mails retenus
  </Link>
);

const ClockWarning = () => (
  <Link className="session__failures" to="/reglages#sante">
    <Triangle />
    Horloge
    <span className="sr-only"> à vérifier</span>
  </Link>
);

/** Shows the most urgent notice only, for lack of space. */
function Notice({ waiting, clockHeld }: Pick<Props, "waiting" | "clockHeld">) {
  if (waiting?.isHeld) return <HeldMail />;
  if (clockHeld) return <ClockWarning />;
  return waiting && <FailedMail {...waiting} />;
}

/** The bar above the header for signed-in accounts (docs/specification.md section 2). */
export function SessionBar({ name, waiting, clockHeld }: Props) {
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
              Inscriptions <Count count={waiting?.inscription.unhandled} />
            </NavLink>
          </li>
          <li>
            <NavLink to="/messages">
              Messages <Count count={waiting?.message.unhandled} />
            </NavLink>
          </li>
          <li>
            <NavLink to="/reglages">Réglages</NavLink>
          </li>
          <li>
            <NavLink to="/comptes">Comptes</NavLink>
          </li>
          <li>
            <NavLink to="/corbeille">Corbeille</NavLink>
          </li>
          <li>
            <NavLink to="/journal">Journal</NavLink>
          </li>
        </ul>
        <Notice waiting={waiting} clockHeld={clockHeld} />
        <Link className="session__exit" to="/logout">
          Déconnexion
        </Link>
      </div>
    </section>
  );
}
