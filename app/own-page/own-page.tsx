import { data, Link } from "react-router";
import { accountContext, servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { publicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import art from "#app/ui/drawings/crete-comptes.svg";
import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { readOwnPage } from "#usecases/members/own-page.ts";
import type { Route } from "./+types/own-page.ts";
import { OwnFee } from "./own-fee.tsx";
import { OwnCorrection, OwnErasure } from "./own-forms.tsx";
import { ownPageAction } from "./own-page.server.ts";

export const handle: Handle = { reading: true, gestures: true, unlisted: true, secret: true, costly: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta("Ma fiche", "La page personnelle d’un membre, avec sa cotisation.", { matches });

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const member = await services.memberLinks.find(token);
  if (!member) return data(null, { status: 404 });
  const [own, { holder, iban, twint }] = await Promise.all([readOwnPage(services, member), publicSettings(context)]);
  return data({ ...own, account: { holder, iban, twint }, id: context.get(accountContext) && member.id });
}

export const action = (args: Route.ActionArgs) => ownPageAction(args, args.params.token);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export type OwnAnswer = FormAnswer<{ readonly unchanged?: true }>;

export default function OwnPage({ loaderData: own, actionData, params }: Route.ComponentProps) {
  const answer: OwnAnswer = actionData ?? {};
  const page = `/ma-fiche/${params.token}`;
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title="Ma fiche">
        {own && <bdi>{own.name}</bdi>}
      </Banner>
      <div className="page-frame own">
        {!own && (
          <p>
            <b>Ce lien ne marche pas, ou ne marche plus.</b> Demandez le vôtre à une personne du comité.
          </p>
        )}
        {answer.wait && (
          <FailureNotice title="Trop d’envois depuis cette connexion." text={`Réessayez ${answer.wait}.`} />
        )}
        {answer.failed && <ErrorNotice title="Rien n’est parti." text="Réessayez dans un instant." />}
        {own && <OwnSections own={own} page={page} answer={answer} />}
      </div>
    </main>
  );
}

type Own = NonNullable<Route.ComponentProps["loaderData"]>;

function OwnSections({ own, page, answer }: { own: Own; page: string; answer: OwnAnswer }) {
  const { id, fees, proposals, record, signUps, presences } = own;
  return (
    <>
      {id && <ForTheCommittee id={id} page={page} isPresent={own.isPresent} />}
      {proposals.length > 0 && (
        <section id="a-verifier" className="inset ink-paille" aria-labelledby="verifier">
          <h2 id="verifier">À vérifier</h2>
          <p>Le comité a reçu ceci, et va le vérifier&nbsp;:</p>
          <ul className="own__list">
            {proposals.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
      )}
      {fees.map((fee) => (
        <OwnFee key={fee.year} fee={fee} account={own.account} page={page} />
      ))}
      <section aria-labelledby="fiche">
        <h2 id="fiche">Ce que nous avons sur vous</h2>
        <Details items={[record]} />
        {signUps.length > 0 && <h3>Inscription</h3>}
        <Details items={signUps} />
        {presences.length > 0 && <p>Présent·e aux assemblées du {presences.join(", du ")}.</p>}
      </section>
      <OwnCorrection own={own} page={page} answer={answer} />
      <section aria-labelledby="donnees">
        <h2 id="donnees">Toutes mes données</h2>
        <p>
          Avec les versions précédentes. Vos messages au comité n’y sont pas&nbsp;: demandez-les-lui.{" "}
          <Link to="/confidentialite">Protection des données</Link>
        </p>
        <div className="row">
          <a className="btn btn--small" href={`${page}/donnees.pdf`}>
            Toutes mes données (PDF)
          </a>
          <a className="strong-link" href={`${page}/donnees.json`} download>
            JSON
          </a>
        </div>
        <OwnErasure page={page} isAsked={own.asksErasure} />
      </section>
    </>
  );
}

const Details = ({ items }: { items: readonly Own["record"][] }) =>
  items.map((item, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
    <dl key={i} className="own__details">
      {item.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  ));

/** For somebody of the committee who has scanned the code of a member. */
const ForTheCommittee = ({ id, page, isPresent }: { id: string; page: string; isPresent: boolean }) => (
  <section className="inset ink-ocre" aria-label="Pour le comité">
    <form className="row" method="post" action={page}>
      {isPresent ? (
        <p role="status">
          <b>Présent·e aujourd’hui&nbsp;: c’est noté.</b>
        </p>
      ) : (
        <button className="btn btn--large" type="submit" name="intention" value="present">
          Présent·e
        </button>
      )}
      {isPresent && (
        <button className="btn btn--small btn--neige" type="submit" name="intention" value="absent">
          Retirer
        </button>
      )}
      <Link className="strong-link" to={`/registre/${id}`}>
        Fiche au registre
      </Link>
    </form>
  </section>
);
