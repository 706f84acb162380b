import { Link } from "react-router";
import Letter from "#app/home/drawings/objet-lettre.svg?drawing";
import triptych from "#app/home/drawings/triptyque.svg";
import Camera from "#app/ui/drawings/objet-photo.svg?drawing";
import Megaphone from "#app/ui/drawings/objet-porte-voix.svg?drawing";
import { mailtoLink } from "#domain/fields.ts";
import type { Settings } from "#domain/settings/settings.ts";

const TriptychBackground = () => (
  <img className="panel__ground" loading="lazy" src={triptych} width="1500" height="560" alt="" />
);

export function ContactChannels({ instagram, facebook, email }: Pick<Settings, "instagram" | "facebook" | "email">) {
  return (
    <section className="page-frame contact" aria-labelledby="contact-titre">
      <h2 id="contact-titre">Nous écrire, nous suivre</h2>
      <div className="triptych">
        <ul role="list">
          {instagram && (
            <li>
              <a className="panel" href={instagram} rel="noopener">
                <TriptychBackground />
                <Camera width={200} height={160} />
                <b>Instagram</b>
                <span>Pour nous suivre en images. Le son reste sur place.</span>
              </a>
            </li>
          )}
          <li>
            <EmailPanel email={email} />
          </li>
          {facebook && (
            <li>
              <a className="panel panel--night on-night" href={facebook} rel="noopener">
                <TriptychBackground />
                <Megaphone width={220} height={170} />
                <b>Facebook</b>
                <span>Nos nouvelles, à partager.</span>
              </a>
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}

/** Links to the contact page if the settings have no email address. */
function EmailPanel({ email }: { email: string }) {
  const card = (
    <>
      <TriptychBackground />
      <Letter width={210} height={160} />
      <b>{email ? "E-mail" : "Message"}</b>
      <span>Une question, une idée, un coup de main à proposer&nbsp;? Écrivez-nous.</span>
    </>
  );
  return email ? (
    <a className="panel panel--day" href={mailtoLink(email)}>
      {card}
    </a>
  ) : (
    <Link className="panel panel--day" to="/contact">
      {card}
    </Link>
  );
}
