import { Form, redirect } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { Field, FieldErrorsContext } from "#app/ui/form/field.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { dayInFrench, dayInZurich, isDay, yearsBefore } from "#domain/dates.ts";
import type { FieldErrors } from "#domain/fields.ts";
import { MEMBER_SENTENCES } from "#domain/register/member-form.ts";
import { listAssemblyDays } from "#usecases/mailings/convocations.ts";
import type { Route } from "./+types/assemblies.ts";

export const handle: Handle = { help: "lassemblée" };

export const meta = privateMeta("Assemblées", "Qui était présent à quelle assemblée.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const opened = url.searchParams.get("jour");
  if (opened !== null && isDay(opened)) throw redirect(`/assemblees/${opened}`);
  const services = context.get(servicesContext);
  const today = dayInZurich(services.clock.now());
  const days = (await listAssemblyDays(services)).map((one) => ({ ...one, text: dayInFrench(one.day) }));
  const errors: FieldErrors = opened === null ? {} : { jour: MEMBER_SENTENCES.day };
  return {
    today,
    days,
    errors,
    // The summary is always about last year, because the assembly takes place in spring.
    years: [...new Set([today, yearsBefore(today, 1), ...days.map(({ day }) => day)].map((day) => day.slice(0, 4)))],
  };
}

export default function AssembliesPage({ loaderData: { today, days, errors, years } }: Route.ComponentProps) {
  return (
    <ListScreen
      style="paille"
      title="Assemblées"
      className="member"
      links={
        <ListLinks>
          <StrongLink to="/registre">Membres</StrongLink>
          {years.map((year) => (
            <a key={year} className="strong-link" href={`/assemblees/bilan.pdf?annee=${year}`}>
              Bilan {year} (PDF)
            </a>
          ))}
        </ListLinks>
      }
      tools={
        <FieldErrorsContext value={errors}>
          <Form className="form form--duo" action="/assemblees">
            <Field name="jour" label="Jour de l’assemblée" type="date" defaultValue={today} />
            <div className="full row">
              <SubmitButton label="Ouvrir l’assemblée" />
            </div>
          </Form>
        </FieldErrorsContext>
      }
    >
      <section aria-labelledby="assemblees">
        <h2 id="assemblees">Présences et convocations</h2>
        {days.length === 0 && <p>Aucune pour l’instant.</p>}
        <ul role="list" className="list">
          {days.map(({ day, text, ...state }) => (
            <ListRow
              key={day}
              name={
                <span>
                  <StrongLink to={`/assemblees/${day}`}>{text}</StrongLink>, {stateInFrench(state)}
                </span>
              }
            />
          ))}
        </ul>
      </section>
    </ListScreen>
  );
}

function stateInFrench({ count, isConvoked }: { count: number; isConvoked: boolean }): string {
  const present = count === 0 ? [] : [count === 1 ? "1 personne" : `${count} personnes`];
  return [...present, ...(isConvoked ? ["convoquée"] : [])].join(", ");
}
