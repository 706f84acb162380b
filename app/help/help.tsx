import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Route } from "./+types/help.ts";
import { committeeGuide } from "./guide.server.ts";

export const meta = privateMeta("Aide", "Le guide du comité.");

export const loader = () => committeeGuide;

/**
 * The server sends the guide as HTML, so that the browser loads neither a Markdown parser nor the guide as React
 * elements.
 */
const html = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } });

export default function HelpPage({ loaderData: { lead, contents, chapters } }: Route.ComponentProps) {
  return (
    <Screen style="neige" title="Aide" className="prose guide">
      <nav id="sommaire" aria-label="Sommaire" {...html(contents)} />
      <div>
        <div className="lead" {...html(lead)} />
        {chapters.map(({ id, title, html: text }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            <div {...html(text)} />
            <p className="guide__up">
              <a href="#sommaire">Sommaire</a>
            </p>
          </section>
        ))}
      </div>
    </Screen>
  );
}
