import { Link, NavLink } from "react-router";
import signe from "#app/images/signe.svg";

/** The slim bar above the header for somebody who is signed in (PRODUCT.md). */
export function BarreSession({ email }: { email: string }) {
  return (
    <section className="session sur-nuit" aria-label="Session du comité">
      <div className="session__rang">
        <p className="session__qui">
          <img src={signe} width="64" height="64" alt="" />
          <span>{email}</span>
        </p>
        <ul role="list">
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
