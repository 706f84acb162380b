import * as z from "zod/mini";
import { optionalLineSchema, optionalMultilineSchema, refusalCheck } from "#domain/fields.ts";
import { placeholderRefusal } from "./placeholders.ts";
import type { TextField } from "./texts.ts";

/** Schema of the form for a text. Only `textWordsErrors`, on the server, checks Markdown and links. */
export const textWordsSchema = (fields: Readonly<Record<string, Pick<TextField, "kind" | "max">>>) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, { kind, max }]) => [
        name,
        (kind === "markdown" ? optionalMultilineSchema(max) : optionalLineSchema(max)).check(
          refusalCheck(placeholderRefusal),
        ),
      ]),
    ),
  );
