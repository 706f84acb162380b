import { Form } from "react-router";
import star from "#app/ui/drawings/etoile.svg";
import type { AccountsView } from "./accounts-view.server.ts";
import { useFocusAfterRemoval } from "./use-focus-after-removal.ts";

export function OwnSessions({ sessions }: Pick<AccountsView, "sessions">) {
  const list = useFocusAfterRemoval(sessions.map((_, index) => String(index)));
  return (
    <section className="own-sessions" aria-labelledby="own-sessions">
      <h2 id="own-sessions">Vos appareils</h2>
      <p>
        Où votre compte est ouvert en ce moment. Un appareil inconnu&nbsp;? Déconnectez-le, et changez votre mot de
        passe.
      </p>
      <ul role="list" ref={list}>
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
