// Not in fields.ts, because all visitors' forms load fields.ts.
import * as z from "zod/mini";
import { schemaOfNullable, toSingleLine } from "../fields.ts";

/** Schema of a choice. `kept`: the stored value, which is always accepted. */
export const choiceOrStoredSchema = <Choice extends string>(
  choices: readonly Choice[],
  kept: string | undefined,
  refusal: string,
) =>
  z.pipe(
    z.string(refusal),
    schemaOfNullable((sent): Choice | null => {
      const choice = choices.find((candidate) => candidate === sent);
      if (choice !== undefined) return choice;
      const stays = kept !== undefined && sent.length <= 2 * kept.length && toSingleLine(sent) === toSingleLine(kept);
      return stays ? (kept as Choice) : null;
    }, refusal),
  );
