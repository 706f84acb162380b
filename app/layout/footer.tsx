import { Link } from "react-router";
import farandole from "#app/layout/drawings/farandole.svg";
import lightLogo from "#app/layout/drawings/logo-clair.svg";
import { InlineText } from "#app/ui/rich-text.tsx";
import type { RichTextInline } from "#domain/text/rich-text.ts";
import { NAVIGATION_ENTRIES } from "./header.tsx";

export type FooterLink = { readonly path: string; readonly name: string };

function FooterLinks({ links }: { links: readonly FooterLink[] }) {
  return (
    <ul role="list">
      {links.map(({ path, name }) => (
        <li key={path}>
          <Link to={path}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}

type Props = {
  /** True if the page ends with a drawing of the night. The drawing replaces the footer's drawing. */
  night: boolean;
  /** Postcode and place. Absent if the settings cannot be read. */
  town?: string | undefined;
  editable?: boolean;
  /** Absent if the root loader failed. */
  closing?: readonly RichTextInline[];
  /** Host name for printed pages. Absent if the root loader failed. */
  host?: string;
  /** Links to pages outside the menu. Absent if the root loader failed. */
  links?: readonly FooterLink[];
};

export function Footer({ night, town, closing, host, editable = false, links = [] }: Props) {
  return (
    <footer className={night ? "footer footer--night on-night" : "footer on-night"}>
      <div className="footer__farandole">
        <img loading="lazy" src={farandole} width="1600" height="164" alt="" />
      </div>
      <div className="page-frame footer__row">
        <Link to="/">
          <img src={lightLogo} width="352" height="86" alt="La Jeunesse de Savièse, accueil" loading="lazy" />
        </Link>
        <nav aria-label="Pied de page">
          <FooterLinks links={NAVIGATION_ENTRIES} />
          <FooterLinks links={links} />
        </nav>
      </div>
      <div className="page-frame footer__bottom">
        <address>{["La Jeunesse de Savièse", town, "Valais"].filter(Boolean).join(", ")}</address>
        {host && <span className="footer__site">{host}</span>}
        {closing && (
          <span dir="auto">
            <InlineText pieces={closing} /> {editable && <Link to="/textes/pied-de-page">Modifier ce texte</Link>}
          </span>
        )}
      </div>
    </footer>
  );
}
