import type { ComponentProps } from "react";
import { Form, useNavigation } from "react-router";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { StickySubmitBar } from "#app/ui/form/form-bar.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useActedRows, useSteadyRows } from "#app/ui/list/acted-rows.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { Pager } from "#app/ui/list/pager.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import type { Route } from "./+types/bank.ts";
import { type BankPreview, type BankResult, bankAction } from "./bank-action.server.ts";
import { bankUrl } from "./bank-url.ts";
import { type BankPaymentView, readBankPage } from "./bank-view.server.ts";
import { BankPaymentRow } from "./payment-row.tsx";

export const handle: Handle = { help: "lire-le-fichier-de-la-banque", takesFile: true };

export const meta = privateMeta("Fichier de la banque", "Qui a payé par la banque, et ce qui reste à vérifier.");

export const loader = (args: Route.LoaderArgs) => readBankPage(args);

export const action = (args: Route.ActionArgs) => bankAction(args);

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function BankPage({ loaderData, actionData }: Route.ComponentProps) {
  const { open, total, page, pages, waiting, years, year, ofYear } = loaderData;
  const result: BankResult = actionData ?? {};
  const { url, isSending } = useActedRows(loaderData.url);
  const row = { ...loaderData, result, url, isSending };
  return (
    <ListScreen
      style="ocre"
      title="Fichier de la banque"
      className="member"
      failed={result.failed && "Tout n’est pas noté."}
      advice="Réessayez dans un instant&nbsp;: rien ne compte deux fois."
      links={
        <ListLinks>
          <StrongLink to="/cotisations">Cotisations</StrongLink>
          {years.map((one) => (
            <StrongLink key={one} to={`/cotisations/banque?annee=${one}#annee`}>
              Paiements {one}
            </StrongLink>
          ))}
        </ListLinks>
      }
      tools={!result.preview && <Upload errors={result.errors} />}
      empty={result.preview && <BankPreviewForm preview={result.preview} />}
    >
      <Payments {...row} id="a-verifier" title={`À vérifier\u00a0: ${total}`} payments={open} />
      <Pager page={page} pages={pages} addressOf={bankUrl} />
      <Payments
        {...row}
        id="en-attente"
        title={`En attente d’une inscription ou d’une année\u00a0: ${waiting.total}`}
        payments={waiting.shown}
      />
      <Pager
        page={waiting.page}
        pages={waiting.pages}
        label="Pages en attente"
        addressOf={(number) => `/cotisations/banque?attente=${number}#en-attente`}
      />
      <Payments
        {...row}
        id="annee"
        title={`Tous les paiements de ${year}\u00a0: ${ofYear.total}`}
        payments={ofYear.shown}
      />
      <Pager
        page={ofYear.page}
        pages={ofYear.pages}
        label={`Pages de ${year}`}
        addressOf={(number) => `/cotisations/banque?annee=${year}&suite=${number}#annee`}
      />
    </ListScreen>
  );
}

type PaymentsProps = Omit<ComponentProps<typeof BankPaymentRow>, "payment" | "isSending"> & {
  id: string;
  title: string;
  payments: readonly BankPaymentView[];
  isSending: (id: string) => boolean;
};

function Payments({ id, title, payments, isSending, ...row }: PaymentsProps) {
  const steady = useSteadyRows(payments);
  if (steady.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul role="list" className="list list--stacked">
        {steady.map((payment) => (
          <BankPaymentRow key={payment.id} {...row} payment={payment} isSending={isSending(payment.id)} />
        ))}
      </ul>
    </section>
  );
}

function Upload({ errors }: Pick<BankResult, "errors">) {
  const busy = useNavigation().state !== "idle";
  return (
    <CheckedForm className="form" action="/cotisations/banque" encType="multipart/form-data" errors={errors}>
      <p>
        Le relevé en <b>camt.053</b> ou <b>camt.054</b>, en XML ou en ZIP. Vous verrez d’abord un aperçu. Un paiement ne
        compte jamais deux fois, même s’il est dans deux fichiers.
      </p>
      <input type="hidden" name="intention" value="read" />
      <Field name="file" type="file" label="Fichier de la banque" accept=".xml,.zip,text/xml,application/zip" />
      <div className="row">
        <SubmitButton className="btn btn--brique" disabled={busy} label="Voir l’aperçu" />
      </div>
    </CheckedForm>
  );
}

function BankPreviewForm({ preview: { carried, counts, lists } }: { preview: BankPreview }) {
  const busy = useNavigation().state !== "idle";
  const isEmpty = lists.every(({ count }) => count === 0);
  return (
    <Form method="post" action="/cotisations/banque">
      <section className="form" aria-labelledby="apercu">
        <h2 id="apercu">Aperçu</h2>
        <p role="status">
          <b>{counts}.</b>
        </p>
        <p>Rien n’est encore enregistré. Ce qui est sans rapport ne le sera pas.</p>
        {lists.map(({ title, ticks, isOpen, count, shown, more }) =>
          count === 0 ? null : (
            <details key={title} className="member__fold" open={isOpen}>
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
              {more && <p>{more}</p>}
            </details>
          ),
        )}
      </section>
      <StickySubmitBar>
        {isEmpty ? (
          <b>Il n’y a rien à enregistrer.</b>
        ) : (
          <SubmitButton className="btn btn--brique" intention="keep" disabled={busy} label="Enregistrer" />
        )}
        <StrongLink to="/cotisations/banque" reloadDocument>
          Autre fichier
        </StrongLink>
      </StickySubmitBar>
      {/* The longest field comes last: without a session, the site reads only the start of a form. */}
      <input type="hidden" name="carried" value={carried} />
    </Form>
  );
}
