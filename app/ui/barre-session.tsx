import { Link, NavLink } from "react-router";
import signe from "#app/images/signe.svg";

/** So many wait. */
const Nombre = ({ nombre }: { nombre: number | undefined }) =>
  nombre ? (
    <b>
      {nombre}
      <span className="vh"> à traiter</span>
    </b>
  ) : null;

type Props = {
  email: string;
  /** New sign-ups and messages; null when they could not be counted. */
  nouveaux: { inscription: number; message: number } | null;
};

/** The slim bar above the header for somebody who is signed in (PRODUCT.md). */
export function BarreSession({ email, nouveaux }: Props) {
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
              Inscriptions <Nombre nombre={nouveaux?.inscription} />
            </NavLink>
          </li>
          <li>
            <NavLink to="/messages">
              Messages <Nombre nombre={nouveaux?.message} />
            </NavLink>
          </li>
          <li>
            <NavLink to="/reglages">Réglages</NavLink>
          </li>
          <li>
            <NavLink to="/comptes">Comptes</NavLink>
          </li>
        </ul>
        <Link className="session__sortie" to="/logout">
          Déconnexion
        </Link>
      </div>
    </section>
  );
}
