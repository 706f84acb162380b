import fc from "fast-check";
import { expect, it } from "vitest";
import { toWellFormed } from "#domain/text/normal-form.ts";
import { parseUrl } from "#domain/text/parse-url.ts";

const anyText = fc.string({
  unit: fc.constantFrom("a", "/", ":", "é", "\ud83c", "\udfba", "🎺", "\ud800\ud800"),
  maxLength: 20,
});

it("toWellFormed and parseUrl return what newer browsers' own functions return", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(toWellFormed(text)).toBe(text.toWellFormed());
      expect(parseUrl(text, "https://site.invalid")?.href).toBe(URL.parse(text, "https://site.invalid")?.href);
      expect(parseUrl(text)).toEqual(URL.parse(text));
    }),
  );
});
