import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  emailKey,
  errorsByField,
  FIELD_LIMITS,
  FIELD_SENTENCES,
  formatPhone,
  mailtoLink,
  optionalEmailSchema,
  requiredEmailSchema,
  requiredLineSchema,
  requiredMultilineSchema,
  requiredPhoneSchema,
  telLink,
  toMultiline,
  toSingleLine,
} from "#domain/fields.ts";
import { optionalLinkSchema } from "#domain/links.ts";

const anyText = fc.string({ unit: "binary", maxLength: 200 });

/** The output of a schema for a value, or its first error. */
const parsed = (schema: z.ZodMiniType, value: unknown) => {
  const outcome = schema.safeParse(value);
  return outcome.success ? { given: outcome.data } : { said: outcome.error.issues[0]?.message };
};

describe("a text of one line", () => {
  it.each([
    ["  Ana\t Sofia \r\n Dupont\u0000\u0007 ", "Ana Sofia Dupont"],
    ["Ana\u00a0Dupont", "Ana Dupont"],
    ["Savie\u0300se", "Savièse"],
    ["Zoé 🎺 <script> ' OR 1=1", "Zoé 🎺 <script> ' OR 1=1"],
    ["ليلى רחל 👩‍🌾", "ليلى רחל 👩‍🌾"],
  ])("%j is kept as %j", (typed, kept) => expect(toSingleLine(typed)).toBe(kept));

  it("contains no bidirectional control characters", () => {
    const codes = [
      0xfeff, 0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
    ];
    for (const control of codes.map((code) => String.fromCodePoint(code))) {
      expect(toSingleLine(`${control}Léa ${control} txt${control}.exe${control}`)).toBe("Léa txt.exe");
      expect(parsed(requiredLineSchema(), control)).toEqual({ said: FIELD_SENTENCES.required });
    }
  });
});

it("a required text has a character that is visible", () => {
  const invisible = [
    "\u200b",
    "\u00ad",
    "\u2060",
    "\u115f",
    "\u3164",
    "\u2800",
    "\ufe0f",
    "\u200d \u00a0",
    "\u{e0061}",
  ];
  for (const schema of [requiredLineSchema(), requiredMultilineSchema()])
    for (const text of invisible) expect(parsed(schema, text)).toEqual({ said: FIELD_SENTENCES.required });
  for (const text of ["-", "’", "Ë", "👩‍🌾", "Ana\u00adBel"])
    expect(parsed(requiredLineSchema(), text)).toEqual({ given: text });
});

it("a text of several lines has the same line breaks whatever the operating system", () => {
  expect(toMultiline("un\r\ndeux\rtrois\n\nquatre\u0000\n")).toBe("un\ndeux\ntrois\n\nquatre");
});

it.each([
  ["one line", toSingleLine, /[\r\n]|\p{Bidi_Control}/u],
  ["several lines", toMultiline, /\r/],
])("cleaning up a text of %s twice changes nothing the second time", (_, clean, unwanted) => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = clean(text);
      expect(clean(once)).toBe(once);
      expect(once).not.toMatch(unwanted);
      expect(once.isWellFormed()).toBe(true);
    }),
  );
});

describe("a required text", () => {
  it.each([undefined, null, 3, ["a", "b"], "", "  ", "\u0000", "\n"])("refuses %j", (value) => {
    expect(parsed(requiredLineSchema(), value)).toEqual({ said: FIELD_SENTENCES.required });
    expect(parsed(requiredMultilineSchema(), value)).toEqual({ said: FIELD_SENTENCES.required });
  });

  it("has a limit of characters, counted after clean-up", () => {
    expect(parsed(requiredLineSchema(), ` ${"é".repeat(500)} `)).toEqual({ given: "é".repeat(500) });
    expect(parsed(requiredLineSchema(), "é".repeat(501))).toEqual({ said: FIELD_SENTENCES.tooLong(500) });
    expect(parsed(requiredMultilineSchema(), "é".repeat(10_000))).toEqual({ given: "é".repeat(10_000) });
    expect(parsed(requiredMultilineSchema(), "é".repeat(10_001))).toEqual({ said: FIELD_SENTENCES.tooLong(10_000) });
    expect(FIELD_SENTENCES.tooLong(10_000)).toBe("Ce texte est trop long\u00a0: 10’000 caractères au maximum.");
  });
});

describe("an e-mail address", () => {
  it.each(["ana@exemple.ch", "Ana.Dupont+jeunesse@exemple.ch", "ana@mail.exemple.ch", "leo?cc=eva&x=1@exemple.ch"])(
    "may be %s",
    (email) => expect(parsed(requiredEmailSchema(), ` ${email} `)).toEqual({ given: email }),
  );

  it.each([
    ["info@zürich.ch", "info@xn--zrich-kva.ch"],
    ["Info@ZÜRICH.CH", "Info@xn--zrich-kva.ch"],
    ["info@zu\u0308rich.ch", "info@xn--zrich-kva.ch"],
    ["info@xn--zrich-kva.ch", "info@xn--zrich-kva.ch"],
    ["ana@théâtre.saviese.ch", "ana@xn--thtre-4qa2c.saviese.ch"],
    ["ana@straße.de", "ana@xn--strae-oqa.de"],
    ["\ufeffana\u200b@exem\u00adple.ch\u200e", "ana@exemple.ch"],
    ["a\u2060na\ufeff@exemple.ch\u00a0", "ana@exemple.ch"],
    ["\u202aana@exemple.ch\u202c", "ana@exemple.ch"],
    ["ana＠exemple．ch", "ana@exemple.ch"],
    ["ana@exemple.ch.", "ana@exemple.ch"],
    ["ana@Exemple.CH,", "ana@exemple.ch"],
    ["mailto:ana@exemple.ch", "ana@exemple.ch"],
    ["Ana Dupont <ana@exemple.ch>", "ana@exemple.ch"],
  ])("is cleaned up, with its domain in ASCII: %j", (typed, given) => {
    expect(parsed(requiredEmailSchema(), typed)).toEqual({ given });
    expect(parsed(optionalEmailSchema(), typed)).toEqual({ given });
    expect(emailKey(typed)).toBe(given.toLowerCase());
  });

  it("says that only the domain may have accents", () =>
    expect(parsed(requiredEmailSchema(), "rené@exemple.ch")).toEqual({ said: FIELD_SENTENCES.emailName }));

  it("is the only recipient of its link", () => {
    expect(mailtoLink("leo?cc=eva&bcc=ana%2Cmax+1@exemple.ch")).toBe(
      "mailto:leo%3Fcc%3Deva%26bcc%3Dana%252Cmax%2B1@exemple.ch",
    );
    expect(mailtoLink("a@b.ch,c@d.ch")).toBe("mailto:a%40b.ch%2Cc@d.ch");
    expect(telLink("+33612345678?body=x")).toBeNull();
  });

  const NO_EMAILS =
    "ana|ana@|@exemple.ch|ana@exemple..ch|ana dupont@exemple.ch|a@b.ch, c@d.ch|ana@1.2.3.4|ana@[::1]|ana@exemple.ch/x|ana@exemple.ch:25|ana@ex%61mple.ch|.ana@exemple.ch|ana.@exemple.ch|a..na@exemple.ch|ana@-exemple.ch|ana@zürich-.ch|ana@-zürich.ch";
  it.each([...NO_EMAILS.split("|"), "ana@exemple.ch\r\nBcc: tous@exemple.ch"])("may not be %j", (email) =>
    expect(parsed(requiredEmailSchema(), email)).toEqual({ said: FIELD_SENTENCES.email }),
  );

  it("has a domain ending, and the limit of LIMITS.email characters", () => {
    expect(parsed(requiredEmailSchema(), ["a", "b"])).toEqual({ said: FIELD_SENTENCES.required });
    for (const email of ["ginette@bluewin", "ana.dupont@localhost"])
      expect(parsed(requiredEmailSchema(), email)).toEqual({ said: FIELD_SENTENCES.emailEnding });
    expect(parsed(optionalEmailSchema(), "")).toEqual({ given: "" });
    const long = `${"a".repeat(FIELD_LIMITS.email - 11)}@exemple.ch`;
    expect(parsed(requiredEmailSchema(), long)).toEqual({ given: long });
    expect(parsed(requiredEmailSchema(), `a${long}`)).toEqual({ said: FIELD_SENTENCES.tooLong(254) });
  });
});

describe("a phone number", () => {
  const WRITTEN = `0791234567|079 123 45 67|079.123.45.67|079-123-45-67|079–123–45–67| 079\u00a0123\u202f45 67
+41791234567|+41 79 123 45 67|+41 (0)79 123 45 67|0041791234567|0041 79 123 45 67
079/123 45 67|079/123.45.67|(079) 123 45 67|079’123’45’67|+41 079 123 45 67|+410791234567|+41 (0) 79 123 45 67|41 (0)79 123 45 67
(+41) 79 123 45 67|+ 41 79 123 45 67|0041 (0)79 123 45 67|0041 079 123 45 67|41791234567|tel:+41791234567|Tél. : 079 123 45 67
\u200b079 123 45 67|079\u200e 123 45 67|\ufeff079 123\u00ad45 67|\u202a079 123 45 67\u202c|079\u2060 123 45 67
079\u2012123\u201245\u201267|079\u2212123\u221245\u221267|079\u2011123 45 67|079\u2007123\u200945\u200a67|０７９ １２３ ４５ ６７|＋41 79 123 45 67`;
  it.each(WRITTEN.split(/[|\n]/))("is read in the form %j", (typed) =>
    expect(parsed(requiredPhoneSchema(), typed)).toEqual({ given: "0791234567" }),
  );

  const WRONG =
    "079123456|07912345678|079 123 45 6a|+33612345678|zéro|٠٧٩١٢٣٤٥٦٧|'; DROP|7912345678|791 234 56 70|791234567|0012345678|+41 00 123 45 67|079 123 45 67 / 027 395 12 34|079 123 45 67 int. 3|0041 79 123 45|+417912345678|()|+|00";
  it.each(WRONG.split("|"))("is refused unless it has ten digits: %j", (typed) =>
    expect(parsed(requiredPhoneSchema(), typed)).toEqual({ said: FIELD_SENTENCES.phone }),
  );

  it("is required, and is formatted in groups", () => {
    for (const typed of ["", "  ", undefined, ["a", "b"]])
      expect(parsed(requiredPhoneSchema(), typed)).toEqual({ said: FIELD_SENTENCES.required });
    expect(parsed(requiredPhoneSchema(), `079 123 45 67${"\u200b".repeat(200)}`)).toEqual({
      said: FIELD_SENTENCES.phone,
    });
    expect(formatPhone("0791234567")).toBe("079 123 45 67");
  });
});

describe("an optional link", () => {
  it.each([
    [undefined, ""],
    ["", ""],
    ["   ", ""],
    ["https://youtu.be/abc?t=1", "https://youtu.be/abc?t=1"],
    ["http://exemple.ch", "http://exemple.ch/"],
    [" youtu.be/abc ", "https://youtu.be/abc"],
    ["HTTPS://Exemple.CH/É", "https://exemple.ch/%C3%89"],
    ["https://exemple.ch/p(1)!", "https://exemple.ch/p(1)!"],
    ["https://exemple.ch/?u=https://youtu.be/abc", "https://exemple.ch/?u=https://youtu.be/abc"],
    ["youtu.be/abc?u=https://exemple.ch/", "https://youtu.be/abc?u=https://exemple.ch/"],
  ])("reads %j as %j", (typed, expected) => expect(parsed(optionalLinkSchema(), typed)).toEqual({ given: expected }));

  const MAP = "https://maps.app.goo.gl/Ab1?g_st=ic";
  it.each([
    [`Salle polyvalente\nRue du Stade 5, 1965 Savièse\n${MAP}`, MAP],
    // A field of one line may lose the line breaks.
    [`Salle polyvalenteRue du Stade 5, 1965 Savièse${MAP}`, MAP],
    [`Stade St.Germain${MAP}`, MAP],
    [`Rendez-vous ici\u00a0: ${MAP}. À samedi !`, MAP],
    [`« ${MAP} »`, MAP],
    [`${MAP}\u200b`, MAP],
    [`\u2060${MAP}\u00ad`, MAP],
    [`(${MAP})`, MAP],
    [`${MAP} ${MAP}`, MAP],
    ["Salle polyvalente · 027 395 12 34 maps.app.goo.gl/Ab1", "https://maps.app.goo.gl/Ab1"],
    [
      "Salle https://www.google.com/maps/place/Salle/@46.25,7.34,17z",
      "https://www.google.com/maps/place/Salle/@46.25,7.34,17z",
    ],
    [
      "Salle\nhttps://maps.apple.com/?address=Rue%20du%20Stade%205&ll=46.2,7.3",
      "https://maps.apple.com/?address=Rue%20du%20Stade%205&ll=46.2,7.3",
    ],
    ["Salle\nhttps://maps.apple/p/Ab1", "https://maps.apple/p/Ab1"],
    ["Regardez le film : https://youtu.be/abc?si=x", "https://youtu.be/abc?si=x"],
  ])("is found in the text that an app has shared: %j", (typed, link) =>
    expect(parsed(optionalLinkSchema(), typed)).toEqual({ given: link }),
  );

  it("is not chosen among several", () =>
    expect(parsed(optionalLinkSchema(), `${MAP} ou https://youtu.be/abc`)).toEqual({ said: FIELD_SENTENCES.links }));

  const UNSAFE = `javascript:alert(1)|JaVaScRiPt:alert(1)//exemple.ch|java\tscript:alert(1)
data:text/html,<script>alert(1)</script>|file:///etc/passwd|ftp://exemple.ch|//|film|https://|https://exemple ch/film`;
  it.each(UNSAFE.split(/[|\n]/))("may not be %j", (typed) =>
    expect(parsed(optionalLinkSchema(), typed)).toEqual({ said: FIELD_SENTENCES.link }),
  );

  it("is empty or an http(s) URL of limited length, whatever was typed", () => {
    expect(parsed(optionalLinkSchema(), `https://exemple.ch/${"a".repeat(2000)}`)).toEqual({
      said: FIELD_SENTENCES.tooLong(2000),
    });
    fc.assert(
      fc.property(fc.oneof(anyText, fc.webUrl(), fc.constantFrom("javascript:", "data:", "vbscript:")), (typed) => {
        const outcome = optionalLinkSchema().safeParse(typed);
        if (outcome.success) expect(outcome.data).toMatch(/^(https?:\/\/|$)/);
      }),
    );
  });
});

it("the errors of a form contain the first error of each field", () => {
  const schema = z.object({ name: requiredLineSchema(), tel: requiredPhoneSchema(), place: requiredLineSchema() });
  const outcome = schema.safeParse({ name: "", tel: "12", place: "Savièse" });
  expect(outcome.error && errorsByField(outcome.error)).toEqual({
    name: FIELD_SENTENCES.required,
    tel: FIELD_SENTENCES.phone,
  });
});
