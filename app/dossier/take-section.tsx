import { Form } from "react-router";
import { FieldError } from "#app/ui/form/field.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { taskCountInFrench } from "#domain/dossier/task-words.ts";
import type { StartingListView, viewSource } from "./dossier-view.server.ts";

type SourceView = ReturnType<typeof viewSource>;

type SourceProps = { page: string; source: SourceView };

/** Takes the dossier of the same event of last year. */
export const LastYearsButton = ({ page, source: { subject, label } }: SourceProps) => (
  <Form method="post" action={`${page}/prendre`}>
    <input type="hidden" name="from" value={subject} />
    <SubmitButton
      className="btn btn--brique"
      label={
        <span>
          Prendre le dossier de <bdi>{label}</bdi>
        </span>
      }
    />
  </Form>
);

type ListsProps = {
  page: string;
  lists: readonly StartingListView[];
  /** The list that was refused, with its ticks. */
  refused?: { readonly list: string; readonly ticked: readonly string[]; readonly sentence: string } | undefined;
};

/** The starting lists. Each task is a ticked box. */
export const StartingLists = ({ page, lists, refused }: ListsProps) => (
  <>
    {lists.length > 0 && <h2 id="listes">Listes de départ</h2>}
    {lists.map((list) => (
      <StartingListForm
        key={list.id}
        page={page}
        list={list}
        refused={refused?.list === list.id ? refused : undefined}
      />
    ))}
  </>
);

type ListProps = Pick<ListsProps, "page" | "refused"> & { list: StartingListView };

const StartingListForm = ({ page, list: { id, name, tasks }, refused }: ListProps) => (
  <details className="dossier__fold" open={refused !== undefined}>
    <summary className="strong-link">
      {name}, {taskCountInFrench(tasks.length)}
    </summary>
    <Form method="post" action={`${page}/prendre`} autoComplete="off">
      <input type="hidden" name="list" value={id} />
      <fieldset className="starting-list" aria-describedby={refused && `${id}-erreur`}>
        <legend className="sr-only">{name}</legend>
        {tasks.map(({ position, text, due }) => (
          <label key={position} className="tick">
            <input
              type="checkbox"
              name="task"
              value={position}
              defaultChecked={refused?.ticked.includes(String(position)) ?? true}
            />
            <span>
              {due} {text}
            </span>
          </label>
        ))}
      </fieldset>
      <FieldError id={`${id}-erreur`} text={refused?.sentence} />
      <SubmitButton className="btn btn--small" label="Prendre ces tâches" about={name} />
    </Form>
  </details>
);
