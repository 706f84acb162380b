// Not in fields.ts, because visitors' forms load all of fields.ts and do not need this schema.
import * as z from "zod/mini";
import { parseWith, toSingleLine } from "../fields.ts";

/** Schema of a choice. `kept`: the stored value, which is valid even if it is not in `choices`. */
export const choiceOrKept = <Choice extends string>(
  choices: readonly Choice[],
  kept: string | undefined,
  refusal: string,
) =>
  z.pipe(
    z.string(refusal),
    parseWith((sent): Choice | null => {
      const choice = choices.find((candidate) => candidate === sent);
      if (choice !== undefined) return choice;
      const stays = kept !== undefined && sent.length <= 2 * kept.length && toSingleLine(sent) === toSingleLine(kept);
      return stays ? (kept as Choice) : null;
    }, refusal),
  );
