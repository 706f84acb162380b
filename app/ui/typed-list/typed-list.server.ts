import type { Services } from "#app/contexts.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { FIELD_SENTENCES } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { type AddedTypedLines, type TypedListLine, typedListRefusal } from "#domain/text/typed-lines.ts";
import type { TypedListLineView, TypedListResult } from "./typed-list-form.tsx";

type TypedList<Fields> = {
  where: string;
  preview: (services: Services, text: string) => Promise<readonly TypedListLine<Fields>[]>;
  add: (services: Services, text: string, by: Person | null) => Promise<AddedTypedLines<Fields>>;
  /** Says in French what a line becomes. */
  describe: (fields: Fields) => Pick<TypedListLineView, "title" | "detail">;
  /** @param ids of the new cards, at least one */
  next: (ids: readonly string[]) => Promise<Response>;
};

/**
 * The action of « Plusieurs à la fois »: first a preview, then the cards. Lines that cannot be read stay in the field.
 */
export const typedListAction = <Fields>(
  args: FormRequestArgs,
  { where, preview, add, describe, next }: TypedList<Fields>,
) =>
  handleForm(
    args,
    {
      where,
      fields: ["list", "previewed", "intention"],
      ofCommittee: true,
      choice: { field: "intention", among: ["", "preview", "add"] },
    },
    async ({ typed, services, by }) => {
      const { list = "", previewed, intention } = typed;
      const refusal = list.trim() === "" ? FIELD_SENTENCES.required : typedListRefusal(list);
      if (refusal) return formResult<TypedListResult>({ errors: { list: refusal }, typed }, 400);
      const view = (lines: readonly TypedListLine<Fields>[]) => lines.flatMap((line) => lineView(line, describe));
      // After a sign-in, the form is sent again without its button. A changed list has another preview.
      const isChanged = intention === "add" && unify(previewed) !== unify(list);
      if (intention !== "add" || isChanged) {
        const lines = view(await preview(services, list));
        const isRefused = isChanged || lines.some(({ is }) => is === "refused");
        return formResult<TypedListResult>({ typed, lines, isChanged }, isRefused ? 400 : 200);
      }
      const { lines, ids } = await add(services, list, by);
      const hasLeft = lines.some(({ is }) => is === "refused");
      if (!hasLeft && ids.length > 0) return next(ids);
      if (ids.length === 0) return formResult<TypedListResult>({ typed, lines: view(lines) }, 400);
      // Keep only the lines in the field whose cards were not created.
      const left = lines
        .filter(({ is }) => is === "refused" || is === "heading")
        .map((line, index) => ({ ...line, number: index + 1 }));
      const rest = { list: left.map((line) => line.typed).join("\n") };
      return formResult<TypedListResult>({ typed: rest, lines: view(left), added: ids.length });
    },
  );

/** Browsers send line ends as CRLF. */
const unify = (text = ""): string => text.replace(/\r\n?/g, "\n").trim();

function lineView<Fields>(line: TypedListLine<Fields>, describe: TypedList<Fields>["describe"]): TypedListLineView[] {
  const { number, typed } = line;
  if (line.is === "heading") return [];
  if (line.is === "new") return [{ number, is: line.is, ...describe(line.fields) }];
  return [{ number, is: line.is, title: typed.trim(), detail: line.why }];
}
