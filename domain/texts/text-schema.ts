import * as z from "zod/mini";
import { optionalLine, optionalMessage } from "#domain/fields.ts";
import { placeholderRefusal } from "./placeholders.ts";
import type { TextField } from "./texts.ts";

const placeholders = z.superRefine((text: string, context) => {
  const message = placeholderRefusal(text);
  if (message) context.addIssue({ code: "custom", message });
});

/** Schema of the form of a text. Markdown and links are checked on the server only (`wordsRefused`). */
export const textSchema = (fields: Readonly<Record<string, Pick<TextField, "kind" | "max">>>) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, { kind, max }]) => [
        name,
        (kind === "markdown" ? optionalMessage(max) : optionalLine(max)).check(placeholders),
      ]),
    ),
  );
