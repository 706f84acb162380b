import * as z from "zod/mini";
import { asOneLine, readAs } from "#domain/fields.ts";

/**
 * The schema of a list of choices that changes nothing by itself: what a document holds already may stay, also when the
 * list does not know it (an older site wrote it, or somebody by hand).
 * @param kept what the document holds; absent: there is none
 * @param refusal the sentence for anything else
 * @returns one of the choices, or `kept` to the letter
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
      // A browser changes line ends on the way.
      const stays = kept !== undefined && sent.length <= 2 * kept.length && asOneLine(sent) === asOneLine(kept);
      return stays ? (kept as Choice) : null;
    }, refusal),
  );
