import { Link } from "react-router";
import LetterDrawing from "#app/home/drawings/objet-lettre.svg?drawing";
import triptyque from "#app/home/drawings/triptyque.svg";
import AppareilPhoto from "#app/ui/drawings/objet-photo.svg?drawing";
import PorteVoix from "#app/ui/drawings/objet-porte-voix.svg?drawing";
import type { Settings } from "#domain/settings/settings.ts";

/** One landscape behind the panels; each shows its part of it. */
const TriptychBackground = () => (
  <img className="panel__ground" loading="lazy" src={triptyque} width="1500" height="560" alt="" />
);

/** What the cards are good for, by how many of them lead to a network. */
const WAYS = [
  "Une façon de nous écrire.",
  "Deux façons de nous suivre et de nous écrire.",
  "Trois façons de nous trouver, de nous suivre et de nous écrire.",
] as const;

/** How to follow the association and to write to it; a network that nobody has named yet is left out. */
export function ContactCards({ instagram, facebook, email }: Pick<Settings, "instagram" | "facebook" | "email">) {
  return (
    <section className="page-frame contact" aria-labelledby="contact-titre">
      <h2 id="contact-titre">Contact, du matin au bout de la nuit</h2>
      <p>{WAYS[[instagram, facebook].filter(Boolean).length]}</p>
      <div className="triptych">
        <ul role="list">
          {instagram && (
            <li>
              <a className="panel" href={instagram} rel="noopener">
                <TriptychBackground />
                <AppareilPhoto width={200} height={160} />
                <b>Instagram</b>
                <span>Pour nous suivre en images. Le son reste sur place.</span>
              </a>
            </li>
          )}
          <li>
            <WritePanel email={email} />
          </li>
          {facebook && (
            <li>
              <a className="panel panel--night on-night" href={facebook} rel="noopener">
                <TriptychBackground />
                <PorteVoix width={220} height={170} />
                <b>Facebook</b>
                <span>Pour nous suivre en toutes lettres, et faire passer.</span>
              </a>
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}

/** Without an address, people write through the site. */
function WritePanel({ email }: { email: string }) {
  const card = (
    <>
      <TriptychBackground />
      <LetterDrawing width={210} height={160} />
      <b>{email ? "E-mail" : "Message"}</b>
      <span>Une question, une idée, un coup de main à proposer&nbsp;? Écrivez-nous.</span>
    </>
  );
  return email ? (
    <a className="panel panel--day" href={`mailto:${email}`}>
      {card}
    </a>
  ) : (
    <Link className="panel panel--day" to="/contact">
      {card}
    </Link>
  );
}
