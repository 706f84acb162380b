import type { ReactNode } from "react";
import { Link } from "react-router";
import { siteContext } from "#app/contexts.ts";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { readPublicSettings } from "#app/layout/public-settings.server.ts";
import { renderPageText, renderTextPreview } from "#app/layout/texts.server.ts";
import assembly from "#app/legal/drawings/charte-assemblee.svg";
import minors from "#app/legal/drawings/charte-mineurs.svg";
import coin from "#app/legal/drawings/charte-piece.svg";
import roundDance from "#app/legal/drawings/charte-ronde.svg";
import seal from "#app/legal/drawings/charte-sceau.svg";
import type { Handle } from "#app/route-handle.ts";
import { ExampleAccountNotice, QrBillFigure } from "#app/ui/qr-bill/qr-bill.tsx";
import { InlineText, RichText } from "#app/ui/rich-text.tsx";
import { formatAmount } from "#domain/money/amount.ts";
import { qrBillOffered } from "#domain/money/qr-bill.ts";
import type { RichTextBlock } from "#domain/text/rich-text.ts";
import type { Route } from "./+types/charter.ts";

export const handle: Handle = {
  reading: true,
  gestures: true,
  cached: [],
  listed: ["settings", "texts"],
  text: "charte",
};

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta({
    title: "La charte",
    description: `La charte de la Jeunesse de Savièse\u00a0: respect, cotisation${loaderData?.fee ? ` de ${loaderData.fee} par an` : ""}, assemblée générale et règles pour les membres mineurs.`,
    path: "/charte",
  })({ matches });

/** If the settings cannot be read or have no bank account, the page has no QR-bill. */
export async function loader({ context }: Route.LoaderArgs) {
  const text = await renderPageText(context, "charter");
  try {
    const settings = await readPublicSettings(context);
    const fee = formatAmount(settings.annualFee);
    return { text, fee, twint: settings.twint, bill: qrBillOffered(settings, "cotisation", settings.annualFee) };
  } catch (error) {
    context.get(siteContext).report(error, "settings of the fee");
    return { text, fee: "", twint: "", bill: null };
  }
}

export const action = (args: Route.ActionArgs) => renderTextPreview(args);

type RuleProps = { style: string; title: string; text: readonly RichTextBlock[]; children: ReactNode };

const Rule = ({ style, title, text, children }: RuleProps) => (
  <li className={`rule ${style}`}>
    <span className="number" aria-hidden="true" />
    <h2>{title}</h2>
    <div className="rule__text">
      <RichText blocks={text} list="rule__list" />
    </div>
    {children}
  </li>
);

const Rules = ({ text }: Pick<Route.ComponentProps["loaderData"], "text">) => (
  <ol role="list">
    <Rule style="rule--rounds ink-azur" title={text.title1} text={text.article1}>
      <img loading="lazy" src={roundDance} width="920" height="330" alt="" />
    </Rule>
    <Rule style="rule--documents ink-ocre" title={text.title2} text={text.article2}>
      <img loading="lazy" src={coin} width="460" height="780" alt="" />
    </Rule>
    <Rule style="rule--minors ink-rose" title={text.title3} text={text.article3}>
      <img loading="lazy" src={minors} width="640" height="410" alt="" />
    </Rule>
    <Rule style="rule--assembly ink-vigne" title={text.title4} text={text.article4}>
      <img loading="lazy" src={assembly} width="1060" height="370" alt="" />
    </Rule>
  </ol>
);

export default function CharterPage({ loaderData: { text, fee, twint, bill } }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <article className="page-frame print charter">
        <div className="charter__drawing">
          <header className="charter__title">
            <div>
              <h1>La charte</h1>
              <p dir="auto">
                <InlineText pieces={text.introduction} />
              </p>
            </div>
            <img src={seal} width="340" height="340" alt="" />
          </header>
          <Rules text={text} />
          <footer className="charter__foot row">
            <p>Lu, compris, promis&nbsp;?</p>
            <Link className="btn btn--brique" to="/inscription">
              Retour à l’inscription
            </Link>
          </footer>
        </div>
      </article>
      {bill?.example && (
        <div className="page-frame qr__examples">
          <ExampleAccountNotice />
        </div>
      )}
      {bill && (
        <QrBillFigure bill={bill} title="Payer la cotisation" twint={twint}>
          {fee} par an.
        </QrBillFigure>
      )}
    </main>
  );
}
