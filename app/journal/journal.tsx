import { Form, Link, useNavigation } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { WrappingText } from "#app/ui/breakable.tsx";
import { SelectField } from "#app/ui/form/field.tsx";
import { SelectOptions } from "#app/ui/form/select-options.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { JOURNAL_RETENTION_MONTHS } from "#domain/journal.ts";
import { listJournalPeople, readJournal } from "#usecases/journal.ts";
import type { Route } from "./+types/journal.ts";
import art from "./drawings/crete-journal.svg";
import { type JournalDayView, type JournalEntryView, viewJournalDays } from "./journal.server.ts";
import {
  JOURNAL_KIND_CHOICES,
  type JournalView,
  journalSubjectOfKind,
  journalUrl,
  readJournalView,
} from "./journal-view.ts";

export const handle: Handle = { help: "jai-effacé-quelque-chose-par-erreur" };

export const meta = privateMeta("Journal", "Ce que le comité a fait sur le site\u00a0: qui, quand, quoi.");

export async function loader({ url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const people = await listJournalPeople(services);
  const view = readJournalView(url.searchParams, people);
  const subject = journalSubjectOfKind(view);
  const filter = { ...(view.person && { by: view.person }), ...(subject && { subject }) };
  const { entries, total, page, pages } = await readJournal(services, filter, view.page);
  return { view: { ...view, page }, pages, total, people, days: viewJournalDays(entries, people) };
}

type FilterProps = { view: JournalView; people: readonly { id: string; name: string }[]; total: number };

function JournalFilter({ view: { person, kind }, people, total }: FilterProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <search>
      <Form className="journal-tools" action="/journal" key={`${person} ${kind}`}>
        <SelectField name="personne" label="Qui" autoComplete="off" defaultValue={person}>
          <option value="">Tout le monde</option>
          <SelectOptions choices={people.map(({ id, name }) => ({ value: id, label: name }))} current={[]} />
        </SelectField>
        <SelectField name="sujet" label="Quoi" autoComplete="off" defaultValue={kind}>
          <option value="">Tout</option>
          <SelectOptions choices={JOURNAL_KIND_CHOICES} current={[]} />
        </SelectField>
        <SubmitButton className="btn btn--small" disabled={busy} label="Afficher" />
      </Form>
      <p role="status">{total === 0 ? "Aucune ligne" : total === 1 ? "1 ligne" : `${total} lignes`}</p>
    </search>
  );
}

function Author({ who, account }: Pick<JournalEntryView, "who" | "account">) {
  if (!account) return who;
  return (
    <details className="who" name="who">
      <summary title="Voir l’adresse du compte">{who}</summary>
      <p>{account.email === null ? "Ce compte a été retiré." : <WrappingText text={account.email} />}</p>
    </details>
  );
}

const Day = ({ day: { day, title, entries } }: { day: JournalDayView }) => (
  <section aria-labelledby={`jour-${day}`}>
    <h2 id={`jour-${day}`}>{title}</h2>
    <ul role="list">
      {entries.map(({ time, iso, who, account, deed, what, fields, href }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries of one instant have nothing else that differs
        <li key={i}>
          <time dateTime={iso}>{time}</time>
          <div>
            <Author who={who} account={account} /> {deed} {href ? <Link to={href}>{what}</Link> : what}
            {fields && `\u00a0: ${fields}`}.
          </div>
        </li>
      ))}
    </ul>
  </section>
);

export default function JournalPage({ loaderData: { view, pages, total, people, days } }: Route.ComponentProps) {
  const isFiltered = view.person !== "" || view.kind !== "";
  return (
    <ListScreen
      style="paille"
      art={art}
      title="Journal"
      lead={`Qui a fait quoi, depuis ${JOURNAL_RETENTION_MONTHS} mois.`}
      tools={<JournalFilter view={view} people={people} total={total} />}
      empty={
        days.length === 0 && (
          <p className="list-empty">
            {isFiltered
              ? "Rien ne correspond. Choisissez une autre personne ou un autre sujet."
              : "Rien pour l’instant. Ce que le comité fera sur le site viendra ici."}
          </p>
        )
      }
      pager={{ page: view.page, pages, addressOf: (page) => journalUrl({ ...view, page }) }}
    >
      <div className="journal">
        {days.map((day) => (
          <Day key={day.day} day={day} />
        ))}
      </div>
    </ListScreen>
  );
}
