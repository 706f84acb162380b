import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  errorsByField,
  formatPhone,
  LIMITS,
  normalisePhone,
  optionalLink,
  requiredEmail,
  requiredLine,
  requiredMessage,
  requiredPhone,
  SENTENCES,
  toLines,
  toSingleLine,
} from "#domain/fields.ts";

const anyText = fc.string({ unit: "binary", maxLength: 200 });

/** What a schema says of a value: what it gives, or its first sentence. */
const parsed = (schema: z.ZodMiniType, value: unknown) => {
  const outcome = schema.safeParse(value);
  return outcome.success ? { given: outcome.data } : { said: outcome.error.issues[0]?.message };
};

describe("a text of one line", () => {
  it("loses what nobody meant to type: spaces around and doubled, line breaks, control characters", () => {
    expect(toSingleLine("  Ana\t Sofia \r\n Dupont\u0000\u0007 ")).toBe("Ana Sofia Dupont");
    expect(toSingleLine("Ana\u00a0Dupont")).toBe("Ana Dupont");
  });

  it("is composed, so that the same name is the same text from every keyboard", () => {
    expect(toSingleLine("Savie\u0300se")).toBe("Savièse");
  });

  it("loses what turns the direction of writing round, wherever it stands, and keeps words of every script", () => {
    const controls = [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
    for (const control of controls.map((code) => String.fromCodePoint(code))) {
      expect(toSingleLine(`${control}Léa ${control} txt${control}.exe${control}`)).toBe("Léa txt.exe");
      expect(parsed(requiredLine(), control)).toEqual({ said: SENTENCES.required });
    }
    expect(toSingleLine("ليلى רחל 👩‍🌾")).toBe("ليلى רחל 👩‍🌾");
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyText, fc.constantFrom(...controls.map((code) => String.fromCodePoint(code))))),
        (texts) => {
          expect(toSingleLine(texts.join(""))).not.toMatch(/\p{Bidi_Control}/u);
        },
      ),
    );
  });

  it("keeps accents, emoji and what merely looks dangerous", () => {
    expect(toSingleLine("Zoé 🎺 <script> ' OR 1=1")).toBe("Zoé 🎺 <script> ' OR 1=1");
  });

  it("has nothing left to clean up after once, whatever was typed", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = toSingleLine(text);
        expect(toSingleLine(clean)).toBe(clean);
        expect(clean).not.toMatch(/[\r\n]/);
        expect(clean.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("a text of several lines", () => {
  it("keeps its lines, whatever system they were typed on", () => {
    expect(toLines("un\r\ndeux\rtrois\n\nquatre\u0000\n")).toBe("un\ndeux\ntrois\n\nquatre");
  });

  it("has nothing left to clean up after once, whatever was typed", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = toLines(text);
        expect(toLines(clean)).toBe(clean);
        expect(clean).not.toContain("\r");
        expect(clean.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("a required text", () => {
  it.each([undefined, null, 3, ["a", "b"], "", "  ", "\u0000", "\n"])("must hold something: not %j", (value) => {
    expect(parsed(requiredLine(), value)).toEqual({ said: SENTENCES.required });
    expect(parsed(requiredMessage(), value)).toEqual({ said: SENTENCES.required });
  });

  it("may be as long as its limit and no longer, counted after clean-up", () => {
    expect(parsed(requiredLine(), ` ${"é".repeat(500)} `)).toEqual({ given: "é".repeat(500) });
    expect(parsed(requiredLine(), "é".repeat(501))).toEqual({ said: SENTENCES.tooLong(500) });
    expect(parsed(requiredMessage(), "é".repeat(10_000))).toEqual({ given: "é".repeat(10_000) });
    expect(parsed(requiredMessage(), "é".repeat(10_001))).toEqual({ said: SENTENCES.tooLong(10_000) });
  });
});

describe("an e-mail address", () => {
  it.each(["ana@exemple.ch", "Ana.Dupont+jeunesse@exemple.ch", "ana@mail.exemple.ch"])("may be %s", (email) => {
    expect(parsed(requiredEmail(), ` ${email} `)).toEqual({ given: email });
  });

  it.each([
    "ana",
    "ana@",
    "@exemple.ch",
    "ana@exemple..ch",
    "ana dupont@exemple.ch",
    "a@b.ch, c@d.ch",
    "ana@exémple.ch",
  ])("may not be %s", (email) => {
    expect(parsed(requiredEmail(), email)).toEqual({ said: SENTENCES.email });
  });

  it.each(["ginette@bluewin", "ana.dupont@localhost"])("is not whole without its ending: %s", (email) => {
    expect(parsed(requiredEmail(), email)).toEqual({ said: SENTENCES.emailEnding });
  });

  it("never holds a line break, whatever was sent", () => {
    expect(parsed(requiredEmail(), "ana@exemple.ch\r\nBcc: tous@exemple.ch")).toEqual({ said: SENTENCES.email });
  });

  it("may be as long as addresses can be and no longer", () => {
    const long = `${"a".repeat(LIMITS.email - 11)}@exemple.ch`;
    expect(parsed(requiredEmail(), long)).toEqual({ given: long });
    expect(parsed(requiredEmail(), `a${long}`)).toEqual({ said: SENTENCES.tooLong(254) });
  });
});

describe("a phone number", () => {
  it.each([
    "0791234567",
    "079 123 45 67",
    "079.123.45.67",
    "079-123-45-67",
    "079–123–45–67",
    " 079\u00a0123\u202f45 67 ",
    "+41791234567",
    "+41 79 123 45 67",
    "+41 (0)79 123 45 67",
    "0041791234567",
    "0041 79 123 45 67",
  ])("is understood however people write it: %j", (typed) => {
    expect(parsed(requiredPhone(), typed)).toEqual({ given: "0791234567" });
  });

  it.each([
    "079123456",
    "07912345678",
    "079 123 45 6a",
    "+33612345678",
    "+410791234567",
    "zéro",
    "٠٧٩١٢٣٤٥٦٧",
    "079/123.45.67",
    "'; DROP",
  ])("is refused when it does not come to ten digits: %j", (typed) => {
    expect(parsed(requiredPhone(), typed)).toEqual({ said: SENTENCES.phone });
  });

  it.each(["", "  ", undefined])("is required: not %j", (typed) => {
    expect(parsed(requiredPhone(), typed)).toEqual({ said: SENTENCES.required });
  });

  const tenDigits = fc.stringMatching(/^0[1-9]\d{8}$/);
  const separators = fc.array(fc.constantFrom("", " ", ".", "-", "\u00a0"), { minLength: 10, maxLength: 10 });

  it("keeps its ten digits with separators anywhere, and with the country's prefix", () => {
    fc.assert(
      fc.property(tenDigits, separators, fc.constantFrom("0", "+41", "0041", "+41(0)"), (number, chars, start) => {
        const rest = [...number.slice(1)].map((digit, i) => chars[i] + digit).join("");
        expect(normalisePhone(start + rest)).toBe(number);
      }),
    );
  });

  it("is ten digits or refused, whatever was typed, and stays what it is the second time", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.stringMatching(/^[+\d .()-]{0,20}$/)), (typed) => {
        const phone = normalisePhone(typed);
        if (phone === null) return;
        expect(phone).toMatch(/^[0-9]{10}$/);
        expect(normalisePhone(phone)).toBe(phone);
      }),
    );
  });

  it("is shown in the groups that people read, without losing a digit", () => {
    expect(formatPhone("0791234567")).toBe("079 123 45 67");
    fc.assert(fc.property(tenDigits, (number) => normalisePhone(formatPhone(number)) === number));
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
  ])("reads %j as %j", (typed, expected) => {
    expect(parsed(optionalLink(), typed)).toEqual({ given: expected });
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)//exemple.ch",
    "java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "ftp://exemple.ch",
    "//",
    "film",
    "https://",
    "https://exemple ch/film",
  ])("refuses %j", (typed) => {
    expect(parsed(optionalLink(), typed)).toEqual({ said: SENTENCES.link });
  });

  it("has a limit", () => {
    expect(parsed(optionalLink(), `https://exemple.ch/${"a".repeat(2000)}`)).toEqual({
      said: SENTENCES.tooLong(2000),
    });
  });

  it("is safe to put behind a link, whatever was typed", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.webUrl(), fc.constantFrom("javascript:", "data:", "vbscript:")), (typed) => {
        const outcome = optionalLink().safeParse(typed);
        if (outcome.success) expect(outcome.data).toMatch(/^(https?:\/\/|$)/);
      }),
    );
  });
});

describe("what is said of a refused form", () => {
  it("is one sentence per field, the first", () => {
    const schema = z.object({ name: requiredLine(), tel: requiredPhone(), place: requiredLine() });
    const outcome = schema.safeParse({ name: "", tel: "12", place: "Savièse" });
    expect(outcome.error && errorsByField(outcome.error)).toEqual({ name: SENTENCES.required, tel: SENTENCES.phone });
  });
});
