import { Link } from "react-router";
import Lettre from "#app/images/objet-lettre.svg?dessin";
import AppareilPhoto from "#app/images/objet-photo.svg?dessin";
import PorteVoix from "#app/images/objet-porte-voix.svg?dessin";
import triptyque from "#app/images/triptyque.svg";
import type { Reglages } from "#domain/reglages.ts";

/** One landscape behind the panels; each shows its part of it. */
const FondDuTriptyque = () => (
  <img className="volet__fond" loading="lazy" src={triptyque} width="1500" height="560" alt="" />
);

/** What the cards are good for, by how many of them lead to a network. */
const WAYS = [
  "Une façon de nous écrire.",
  "Deux façons de nous suivre et de nous écrire.",
  "Trois façons de nous trouver, de nous suivre et de nous écrire.",
] as const;

/** How to follow the association and to write to it; a network that nobody has named yet is left out. */
export function ContactCards({ instagram, facebook, email }: Pick<Reglages, "instagram" | "facebook" | "email">) {
  return (
    <section className="cadre-page contact" aria-labelledby="contact-titre">
      <h2 id="contact-titre">Contact, du matin au bout de la nuit</h2>
      <p>{WAYS[[instagram, facebook].filter(Boolean).length]}</p>
      <div className="triptyque">
        <ul role="list">
          {instagram && (
            <li>
              <a className="volet volet--matin" href={instagram} rel="noopener">
                <FondDuTriptyque />
                <AppareilPhoto width={200} height={160} />
                <b>Instagram</b>
                <span>Pour nous suivre en images. Le son reste sur place.</span>
              </a>
            </li>
          )}
          <li>
            <VoletPourEcrire email={email} />
          </li>
          {facebook && (
            <li>
              <a className="volet volet--nuit sur-nuit" href={facebook} rel="noopener">
                <FondDuTriptyque />
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
function VoletPourEcrire({ email }: { email: string }) {
  const card = (
    <>
      <FondDuTriptyque />
      <Lettre width={210} height={160} />
      <b>{email ? "E-mail" : "Message"}</b>
      <span>Une question, une idée, un coup de main à proposer&nbsp;? Écrivez-nous.</span>
    </>
  );
  return email ? (
    <a className="volet volet--jour" href={`mailto:${email}`}>
      {card}
    </a>
  ) : (
    <Link className="volet volet--jour" to="/contact">
      {card}
    </Link>
  );
}
