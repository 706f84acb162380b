import { redirectToSearch } from "#app/session/search.server.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import type { TypedValues } from "#domain/fields.ts";
import { ROWS_PER_PAGE } from "#domain/paging.ts";
import { choiceOrDefault, type ListQuery, SEARCH_INTENTION, UNDO_FIELD } from "./list-query.ts";

type Form = Parameters<typeof handleForm>[1];
type Sent = Parameters<Parameters<typeof handleForm>[2]>[0];

type List<Intention extends string, Outcome> = Pick<Form, "where" | "fileField" | "listField"> & {
  fields?: readonly string[];
  /** Values of the field `intention`, besides the search. */
  intentions: readonly Intention[];
  search?: {
    /** The default filter comes first. Absent for a list without filters. */
    readonly filters?: readonly string[];
    /** The URL of the found entries. */
    readonly urlOf: (query: ListQuery, typed: TypedValues) => string;
  };
  /**
   * @param ids ids of the entry or of the ticked entries; at most one page
   * @param isUndo true for « Annuler » in a row
   */
  act: (
    intention: Intention,
    sent: Sent & { readonly ids: readonly string[]; readonly isUndo: boolean },
  ) => Promise<Outcome>;
};

/** The action of each list of the committee: handles the search, and actions on one entry or on the ticked entries. */
export const listAction = <Intention extends string, Outcome>(
  args: FormRequestArgs,
  list: List<Intention, Outcome>,
) => {
  const { where, fields = [], fileField, listField = "id", intentions, search, act } = list;
  const form = {
    where,
    fields: ["intention", UNDO_FIELD, ...(search ? ["q", "filtre"] : []), ...fields],
    ...(fileField && { fileField }),
    listField,
    choice: { field: "intention", among: [...(search ? [SEARCH_INTENTION] : []), ...intentions] },
  };
  return handleForm(args, form, async (sent) => {
    const { intention = "", q = "", filtre } = sent.typed;
    if (search && intention === SEARCH_INTENTION)
      return redirectToSearch(args, q, (key) =>
        search.urlOf({ search: key, filter: choiceOrDefault(filtre, search.filters ?? [""]), page: 1 }, sent.typed),
      );
    // The check box « Toute la page » sends all ids in one value.
    const ids = listField === "id" ? [...new Set(sent.list.flatMap((value) => value.split(" ")))].filter(Boolean) : [];
    if (ids.length > ROWS_PER_PAGE) return formResult({ failed: true }, 400);
    return act(intention as Intention, { ...sent, ids, isUndo: Boolean(sent.typed[UNDO_FIELD]) });
  });
};
