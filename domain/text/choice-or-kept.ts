import * as z from "zod/mini";
import { asOneLine, readAs } from "#domain/fields.ts";

/**
 * Schema of a choice. The document's current value (`kept`; absent: none) stays valid even when it is not in `choices`,
 * as legacy or manual data may not be. `refusal` is the error.
 */
export const choiceOrKept = <Choice extends string>(
  choices: readonly Choice[],
  kept: string | undefined,
  refusal: string,
) =>
  z.pipe(
    z.string(refusal),
    readAs((sent): Choice | null => {
      const choice = choices.find((one) => one === sent);
      if (choice !== undefined) return choice;
      // Browsers change line ends.
      const stays = kept !== undefined && sent.length <= 2 * kept.length && asOneLine(sent) === asOneLine(kept);
      return stays ? (kept as Choice) : null;
    }, refusal),
  );
