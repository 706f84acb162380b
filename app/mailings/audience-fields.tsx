import { memo, type ReactNode, useContext } from "react";
import { Link } from "react-router";
import { Field, FieldError, FieldErrorsContext, SelectField } from "#app/ui/form/field.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { useIsSending } from "#app/ui/form/use-sending.ts";
import { MEMBER_FILTER_LABELS, MEMBER_FILTERS } from "#domain/register/member.ts";
import type { PersonView, WriteView } from "./write-view.server.ts";

type Props = Pick<WriteView, "kind" | "corrects" | "search" | "people" | "optedOut" | "canMail"> & {
  /** Number of people who joined the audience since the form was opened. */
  joined: number;
  unticked: ReadonlySet<string>;
  /** The unticked people when the page opened: the boxes keep their own state. */
  first: ReadonlySet<string>;
};

const CHOICES = Object.fromEntries(
  MEMBER_FILTERS.filter((filter) => filter !== "left" && filter !== "left-in-group").map((filter) => [
    filter,
    MEMBER_FILTER_LABELS[filter],
  ]),
);

/** Who gets the mailing: a filter and a search of the register, and a tick per person. */
export function AudienceFields({ kind, corrects, search, people, optedOut, canMail, joined, unticked, first }: Props) {
  const error = useContext(FieldErrorsContext).to;
  const chosen = people.length - people.filter(({ id }) => unticked.has(id)).length;
  const unreachable = people.filter(({ id, inGroup }) => inGroup === null && !unticked.has(id));
  return (
    <fieldset className="full write__audience" aria-describedby={error && "to-erreur"}>
      <legend>Qui reçoit</legend>
      {search && <Search {...search} />}
      {people.length === 0 ? (
        <p className="field__hint">{nobodySentence({ kind, search, corrects })}</p>
      ) : (
        <details open={error !== undefined || joined > 0}>
          <summary className="strong-link">
            {chosen} sur {people.length} {people.length === 1 ? "personne" : "personnes"}
            <span className="sr-only">&nbsp;: voir les noms, en décocher</span>
          </summary>
          <People people={people} first={first} />
        </details>
      )}
      {joined > 0 && (
        <p>
          {joined === 1 ? "Une personne s’est ajoutée" : `${joined} personnes se sont ajoutées`} depuis que cette page
          est ouverte&nbsp;: pas encore {joined === 1 ? "cochée" : "cochées"}.
        </p>
      )}
      {!canMail && people.length > 0 && (
        <p>Ce site n’envoie pas d’e-mails aux membres&nbsp;: le message va par les autres moyens.</p>
      )}
      <Named title={optedOutTitle(optedOut.length)} count={optedOut.length}>
        {optedOut.join(", ")}
      </Named>
      <Named title={unreachableTitle(unreachable.length)} count={unreachable.length}>
        <Unreachable people={unreachable} />
      </Named>
      <FieldError id="to-erreur" text={error} />
    </fieldset>
  );
}

/** Memoised: a tick changes the counts, and there may be thousands of people. */
const People = memo(({ people, first }: Pick<Props, "people" | "first">) => (
  <ul role="list" className="write__people">
    {people.map(({ id, name }) => (
      <li key={id}>
        <label className="tick">
          <input type="checkbox" name="to" value={id} defaultChecked={!first.has(id)} autoComplete="off" />
          <bdi>{name}</bdi>
        </label>
      </li>
    ))}
  </ul>
));

const FORGOTTEN = "Cette recherche est oubliée\u00a0: tapez-la encore une fois.";

const NOBODY: Record<WriteView["kind"], string> = {
  info: "Personne ici. Changez la recherche ou le filtre.",
  convocation: "Personne ici. Changez la recherche ou le filtre.",
  event: "Personne ne vient encore aider.",
};

function nobodySentence({ kind, search, corrects }: Pick<Props, "kind" | "search" | "corrects">): string {
  if (corrects)
    return "Plus personne à qui écrire\u00a0: ces personnes sont parties, ou ne veulent plus des informations.";
  return search?.isForgotten ? FORGOTTEN : NOBODY[kind];
}

function Search({ filter, words }: NonNullable<WriteView["search"]>) {
  const busy = useIsSending();
  return (
    <div className="write__search">
      <SelectField name="filtre" label="Filtre" defaultValue={filter} key={filter} choices={CHOICES} />
      <Field
        name="q"
        type="search"
        label="Nom, numéro, rue"
        key={`q ${words}`}
        defaultValue={words}
        autoComplete="off"
      />
      <SubmitButton className="btn btn--neige" intention="audience" formNoValidate disabled={busy} label="Afficher" />
    </div>
  );
}

const optedOutTitle = (count: number): string =>
  count === 1 ? "Une personne ne veut plus des informations" : `${count} ne veulent plus des informations`;

const unreachableTitle = (count: number): string =>
  count === 1 ? "Aucun moyen d’atteindre une personne" : `Aucun moyen d’atteindre ${count} personnes`;

type NamedProps = { title: string; count: number; children: ReactNode };

/** A few names in the sentence itself; many of them folded. */
function Named({ title, count, children }: NamedProps) {
  if (count === 0) return null;
  if (count <= NAMED_MAX)
    return (
      <p>
        {title}&nbsp;: <bdi>{children}</bdi>.
      </p>
    );
  return (
    <details>
      <summary className="strong-link">{title}</summary>
      <p>
        <bdi>{children}</bdi>.
      </p>
    </details>
  );
}

/** A sentence with more names is longer than a phone's screen. */
const NAMED_MAX = 10;

const Unreachable = ({ people }: { people: readonly PersonView[] }) =>
  people.map(({ id, name, isMember }, i) => (
    <span key={id}>
      {i > 0 && ", "}
      {isMember ? <Link to={`/registre/${id}`}>{name}</Link> : name}
    </span>
  ));
