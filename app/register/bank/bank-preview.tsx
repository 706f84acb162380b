import { Form, Link, useNavigation } from "react-router";
import type { BankPreview } from "./bank-action.server.ts";

/** What a file would do. Works without script. */
export function BankPreviewForm({ preview: { carried, counts, lists } }: { preview: BankPreview }) {
  const busy = useNavigation().state !== "idle";
  const isEmpty = lists.every(({ count }) => count === 0);
  return (
    <Form className="form" method="post" action="/cotisations/banque">
      <section aria-labelledby="apercu">
        <h2 id="apercu">Aperçu</h2>
        <p role="status">
          <b>{counts}.</b>
        </p>
        <p>Rien n’est encore enregistré. Ce qui est sans rapport ne le sera pas.</p>
        {lists.map(({ title, ticks, count, shown }) =>
          count === 0 ? null : (
            <details key={title} className="member__fold">
              <summary className="strong-link">
                {title} ({count})
              </summary>
              <ul role="list">
                {shown.map(({ key, text }) => (
                  <li key={key}>
                    {ticks ? (
                      <label className="tick">
                        <input type="checkbox" name="tick" value={key} />
                        <bdi>{text}</bdi>
                      </label>
                    ) : (
                      <bdi>{text}</bdi>
                    )}
                  </li>
                ))}
              </ul>
            </details>
          ),
        )}
      </section>
      <p className="row">
        {isEmpty ? (
          <b>Il n’y a rien à enregistrer.</b>
        ) : (
          <button className="btn btn--brique" type="submit" name="intention" value="keep" disabled={busy}>
            Enregistrer
          </button>
        )}
        <Link className="strong-link" to="/cotisations/banque" reloadDocument>
          Autre fichier
        </Link>
      </p>
      {/* Last, because only the start of a form is read when the session has ended. */}
      <input type="hidden" name="carried" value={carried} />
    </Form>
  );
}
