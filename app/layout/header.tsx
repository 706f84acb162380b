import { Link, NavLink } from "react-router";
import farandole from "#app/layout/drawings/farandole.svg";
import logo from "#app/layout/drawings/logo.svg";

/** Entries of the menu (docs/specification.md section 2). */
export const NAVIGATION_ENTRIES = [
  { path: "/", name: "La jeunesse" },
  { path: "/comite", name: "Le comité" },
  { path: "/planning", name: "Planning" },
  { path: "/dons", name: "Faire un don" },
  { path: "/inscription", name: "Inscription" },
  { path: "/contact", name: "Contact" },
] as const;

/** On phones, the menu is a `popover`: the menu button and Escape work without script. */
export function Header() {
  return (
    <header className="header">
      <div className="header__row">
        <Link className="header__logo" to="/">
          <img src={logo} width="352" height="86" alt="La Jeunesse de Savièse, accueil" />
        </Link>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas takes no focus; this one is decoration */}
        <canvas className="header__ridge" data-crete aria-hidden="true" suppressHydrationWarning />
        <button className="toggle" type="button" popoverTarget="menu" aria-label="Menu">
          <span>Menu</span>
          <svg
            viewBox="0 0 30 26"
            fill="none"
            stroke="currentColor"
            strokeWidth="4.5"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d="M3 4c8-1 17 .6 24-.4" />
            <path d="M3 13c8 .8 16-.8 24 0" />
            <path d="M3 22c9-.8 17 .7 24 0" />
          </svg>
        </button>
        <nav className="nav" id="menu" popover="auto" aria-label="Navigation principale">
          <ul role="list">
            {NAVIGATION_ENTRIES.map(({ path, name }) => (
              <li key={path}>
                <NavLink to={path} end={path === "/"}>
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
          <div className="nav__farandole" aria-hidden="true">
            <img src={farandole} width="1600" height="164" alt="" loading="lazy" />
          </div>
        </nav>
      </div>
    </header>
  );
}
