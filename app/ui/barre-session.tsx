import { Link, NavLink } from "react-router";
import Triangle from "#app/images/sign-warning.svg?dessin";
import signe from "#app/images/signe.svg";

/** So many wait. */
const Nombre = ({ nombre }: { nombre: number | undefined }) =>
  nombre ? (
    <b>
      {nombre}
      <span className="vh"> à traiter</span>
    </b>
  ) : null;

type Waiting = { readonly nouveaux: number; readonly refused: number };

type Props = {
  email: string;
  /** What waits among sign-ups and messages; null when it could not be counted. */
  waiting: Record<"inscription" | "message", Waiting> | null;
};

/** Mail that was refused for good, with the way to the first list that has some. */
function Refused({ inscription, message }: Record<"inscription" | "message", Waiting>) {
  const refused = inscription.refused + message.refused;
  if (refused === 0) return null;
  return (
    <Link className="session__echecs" to={`/${inscription.refused > 0 ? "inscriptions" : "messages"}?filtre=echec`}>
      <Triangle />
      {refused} {refused > 1 ? "échecs" : "échec"}
      <span className="vh"> d’envoi d’e-mail</span>
    </Link>
  );
}

/** The slim bar above the header for somebody who is signed in (PRODUCT.md). */
export function BarreSession({ email, waiting }: Props) {
  return (
    <section className="session sur-nuit" aria-label="Session du comité">
      <div className="session__rang">
        <p className="session__qui">
          <img src={signe} width="64" height="64" alt="" />
          <span>{email}</span>
        </p>
        <ul role="list">
          <li>
            <NavLink to="/inscriptions">
              Inscriptions <Nombre nombre={waiting?.inscription.nouveaux} />
            </NavLink>
          </li>
          <li>
            <NavLink to="/messages">
              Messages <Nombre nombre={waiting?.message.nouveaux} />
            </NavLink>
          </li>
          <li>
            <NavLink to="/reglages">Réglages</NavLink>
          </li>
          <li>
            <NavLink to="/comptes">Comptes</NavLink>
          </li>
        </ul>
        {waiting && <Refused {...waiting} />}
        <Link className="session__sortie" to="/logout">
          Déconnexion
        </Link>
      </div>
    </section>
  );
}
