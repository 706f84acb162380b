import { Form } from "react-router";
import star from "#app/ui/drawings/etoile.svg";

export type SessionView = {
  /** Device and browser; empty when unknown. */
  readonly device: string;
  /** Times of the sign-in and of the last use: `05.08.2008, 14:30`. */
  readonly openedAt: string;
  readonly usedAt: string;
  readonly current: boolean;
};

export function OwnSessions({ sessions }: { sessions: readonly SessionView[] }) {
  return (
    <section className="own-sessions" aria-labelledby="own-sessions">
      <h2 id="own-sessions">Vos appareils</h2>
      <p>
        Où votre compte est ouvert en ce moment. Un appareil inconnu&nbsp;? Déconnectez-le, et changez votre mot de
        passe.
      </p>
      <ul role="list">
        {sessions.map(({ device, openedAt, usedAt, current }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sessions can be equal in all other values
          <li className="row" key={index}>
            <b>{device || "Appareil inconnu"}</b>
            {current && (
              <b className="badge badge--new">
                <img src={star} width="92" height="92" alt="" />
                Celui-ci
              </b>
            )}
            <span>
              Ouvert le <span className="instant">{openedAt}</span>
              {!current && (
                <>
                  , utilisé le <span className="instant">{usedAt}</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" action="/comptes" preventScrollReset>
          <button className="btn btn--small btn--neige" type="submit" name="intention" value="sign-out-others">
            Déconnecter les autres
          </button>
        </Form>
      )}
    </section>
  );
}
