import { Link, redirect } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import art from "#app/ui/drawings/crete-comptes.svg";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { formResponse, handleForm } from "#app/ui/form/handle-form.server.ts";
import { runSafely } from "#app/ui/form/run-safely.ts";
import { dayInFrench, dayInZurich, isDay } from "#domain/dates.ts";
import { MEMBER_SENTENCES } from "#domain/members/member-form.ts";
import type { Route } from "./+types/assemblies.ts";

export const handle: Handle = { screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Assemblées", "Qui était présent à quelle assemblée.", args);

export async function loader({ context }: Route.LoaderArgs) {
  const { attendance, clock } = context.get(servicesContext);
  const today = dayInZurich(clock.now());
  const days = (await attendance.listDays()).map(({ day, count }) => ({ day, count, text: dayInFrench(day) }));
  return { today, days, years: [...new Set([today, ...days.map(({ day }) => day)].map((day) => day.slice(0, 4)))] };
}

export const action = (args: Route.ActionArgs) =>
  handleForm(args, { where: "assembly", fields: ["day"] }, async ({ typed }) => {
    const { day = "" } = typed;
    if (!isDay(day)) return formResponse({ errors: { day: MEMBER_SENTENCES.day }, typed }, 400);
    return redirect(`/assemblees/${day}`);
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function Assemblies({ loaderData: { today, days, years }, actionData }: Route.ComponentProps) {
  const { failed, errors, typed }: FormAnswer = actionData ?? {};
  return (
    <main id="contenu">
      <Banner low style="paille" art={art} title="Assemblées" />
      <div className="page-frame member">
        {failed && <ErrorNotice title="La liste n’a pas pu être ouverte." text="Réessayez dans un instant." />}
        <CheckedForm className="form form--duo" action="/assemblees" errors={errors}>
          <Field name="day" label="Jour de l’assemblée" type="date" defaultValue={typed?.day ?? today} />
          <div className="full row">
            <button className="btn" type="submit">
              Ouvrir la liste
            </button>
          </div>
        </CheckedForm>
        <section aria-labelledby="assemblees">
          <h2 id="assemblees">Présences</h2>
          {days.length === 0 && <p>Aucune pour l’instant.</p>}
          <ul role="list">
            {days.map(({ day, count, text }) => (
              <li key={day}>
                <Link className="strong-link" to={`/assemblees/${day}`}>
                  {text}
                </Link>
                , {count} {count === 1 ? "personne" : "personnes"}
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="bilan">
          <h2 id="bilan">Bilan de l’année</h2>
          <p>Une page sans noms&nbsp;: membres, entrées, départs, âges, cotisation.</p>
          <div className="row">
            {years.map((year) => (
              <a key={year} className="btn btn--small btn--neige" href={`/assemblees/bilan.pdf?annee=${year}`}>
                Bilan {year} (PDF)
              </a>
            ))}
          </div>
        </section>
        <p>
          <Link className="strong-link" to="/registre">
            Tous les membres
          </Link>
        </p>
      </div>
    </main>
  );
}
