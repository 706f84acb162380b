import * as z from "zod/mini";
import { optionalLine, optionalMessage, refusedBy } from "#domain/fields.ts";
import { placeholderRefusal } from "./placeholders.ts";
import type { TextField } from "./texts.ts";

/** Schema of the form for a text. Only `textWordsRefused`, on the server, checks Markdown and links. */
export const textSchema = (fields: Readonly<Record<string, Pick<TextField, "kind" | "max">>>) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, { kind, max }]) => [
        name,
        (kind === "markdown" ? optionalMessage(max) : optionalLine(max)).check(refusedBy(placeholderRefusal)),
      ]),
    ),
  );
