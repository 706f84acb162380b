import { Link, useNavigation } from "react-router";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import art from "#app/ui/drawings/crete-comptes.svg";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { runSafely } from "#app/ui/form/run-safely.ts";
import type { Route } from "./+types/bank.ts";
import { type BankAnswer, bankAction } from "./bank-action.server.ts";
import { BankPreviewForm } from "./bank-preview.tsx";
import { type PaymentView, readBankPage } from "./bank-view.server.ts";
import { PaymentItem } from "./payment-item.tsx";

export const handle: Handle = { screen: true, unlisted: true, takesFile: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Fichier de la banque", "Qui a payé par la banque, et ce qui reste à classer.", args);

export const loader = (args: Route.LoaderArgs) => readBankPage(args);

export const action = (args: Route.ActionArgs) => bankAction(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function Bank({ loaderData, actionData }: Route.ComponentProps) {
  const { open, waiting, years, year, ofYear } = loaderData;
  const answer: BankAnswer = actionData ?? {};
  const list = (id: string, title: string, payments: readonly PaymentView[]) =>
    payments.length > 0 && (
      <section aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        <ul role="list" className="dues">
          {payments.map((payment) => (
            <PaymentItem key={payment.id} {...loaderData} {...{ payment, answer, isTarget: id !== "annee" }} />
          ))}
        </ul>
      </section>
    );
  return (
    <main id="contenu">
      <Banner low style="ocre" art={art} title="Fichier de la banque" />
      <div className="page-frame member">
        {answer.failed && (
          <ErrorNotice title="Tout n’est pas noté." text="Réessayez dans un instant&nbsp;: rien ne compte deux fois." />
        )}
        {answer.preview ? (
          <BankPreviewForm preview={answer.preview} />
        ) : (
          <>
            <Upload errors={answer.errors} />
            {list("a-classer", `À classer\u00a0: ${open.length}`, open)}
            {list("en-attente", "En attente d’une inscription ou d’une année", waiting)}
            {list("annee", `Tous les paiements de ${year}`, ofYear)}
          </>
        )}
        <nav className="row fees__years" aria-label="Paiements enregistrés">
          {years.map((one) => (
            <Link key={one} className="strong-link" to={`/cotisations/banque?annee=${one}#annee`}>
              Paiements {one}
            </Link>
          ))}
          <Link className="strong-link" to="/cotisations">
            Cotisations
          </Link>
        </nav>
      </div>
    </main>
  );
}

function Upload({ errors }: Pick<BankAnswer, "errors">) {
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
        <button className="btn btn--brique" type="submit" disabled={busy}>
          Voir l’aperçu
        </button>
      </div>
    </CheckedForm>
  );
}
