import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  emailObligatoire,
  enPlusieursLignes,
  enUneLigne,
  erreursParChamp,
  LIMITES,
  lienFacultatif,
  messageObligatoire,
  normaliserTelephone,
  PHRASES,
  telephoneLisible,
  telephoneObligatoire,
  texteObligatoire,
} from "#domain/champs.ts";

const nImporteQuoi = fc.string({ unit: "binary", maxLength: 200 });

/** What a schema says of a value: what it gives, or its first sentence. */
const lecture = (schema: z.ZodMiniType, valeur: unknown) => {
  const issue = schema.safeParse(valeur);
  return issue.success ? { donne: issue.data } : { dit: issue.error.issues[0]?.message };
};

describe("a text of one line", () => {
  it("loses what nobody meant to type: spaces around and doubled, line breaks, control characters", () => {
    expect(enUneLigne("  Ana\t Sofia \r\n Dupont\u0000\u0007 ")).toBe("Ana Sofia Dupont");
    expect(enUneLigne("Ana\u00a0Dupont")).toBe("Ana Dupont");
  });

  it("is composed, so that the same name is the same text from every keyboard", () => {
    expect(enUneLigne("Savie\u0300se")).toBe("Savièse");
  });

  it("keeps accents, emoji and what merely looks dangerous", () => {
    expect(enUneLigne("Zoé 🎺 <script> ' OR 1=1")).toBe("Zoé 🎺 <script> ' OR 1=1");
  });

  it("has nothing left to clean up after once, whatever was typed", () => {
    fc.assert(
      fc.property(nImporteQuoi, (texte) => {
        const propre = enUneLigne(texte);
        expect(enUneLigne(propre)).toBe(propre);
        expect(propre).not.toMatch(/[\r\n]/);
        expect(propre.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("a text of several lines", () => {
  it("keeps its lines, whatever system they were typed on", () => {
    expect(enPlusieursLignes("un\r\ndeux\rtrois\n\nquatre\u0000\n")).toBe("un\ndeux\ntrois\n\nquatre");
  });

  it("has nothing left to clean up after once, whatever was typed", () => {
    fc.assert(
      fc.property(nImporteQuoi, (texte) => {
        const propre = enPlusieursLignes(texte);
        expect(enPlusieursLignes(propre)).toBe(propre);
        expect(propre).not.toContain("\r");
        expect(propre.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("a required text", () => {
  it.each([undefined, null, 3, ["a", "b"], "", "  ", "\u0000", "\n"])("must hold something: not %j", (valeur) => {
    expect(lecture(texteObligatoire(), valeur)).toEqual({ dit: PHRASES.obligatoire });
    expect(lecture(messageObligatoire(), valeur)).toEqual({ dit: PHRASES.obligatoire });
  });

  it("may be as long as its limit and no longer, counted after clean-up", () => {
    expect(lecture(texteObligatoire(), ` ${"é".repeat(500)} `)).toEqual({ donne: "é".repeat(500) });
    expect(lecture(texteObligatoire(), "é".repeat(501))).toEqual({ dit: PHRASES.tropLong(500) });
    expect(lecture(messageObligatoire(), "é".repeat(10_000))).toEqual({ donne: "é".repeat(10_000) });
    expect(lecture(messageObligatoire(), "é".repeat(10_001))).toEqual({ dit: PHRASES.tropLong(10_000) });
  });
});

describe("an e-mail address", () => {
  it.each(["ana@exemple.ch", "Ana.Dupont+jeunesse@exemple.ch", "ana@mail.exemple.ch"])("may be %s", (email) => {
    expect(lecture(emailObligatoire(), ` ${email} `)).toEqual({ donne: email });
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
    expect(lecture(emailObligatoire(), email)).toEqual({ dit: PHRASES.email });
  });

  it.each(["ginette@bluewin", "ana.dupont@localhost"])("is not whole without its ending: %s", (email) => {
    expect(lecture(emailObligatoire(), email)).toEqual({ dit: PHRASES.emailEnding });
  });

  it("never holds a line break, whatever was sent", () => {
    expect(lecture(emailObligatoire(), "ana@exemple.ch\r\nBcc: tous@exemple.ch")).toEqual({ dit: PHRASES.email });
  });

  it("may be as long as addresses can be and no longer", () => {
    const longue = `${"a".repeat(LIMITES.email - 11)}@exemple.ch`;
    expect(lecture(emailObligatoire(), longue)).toEqual({ donne: longue });
    expect(lecture(emailObligatoire(), `a${longue}`)).toEqual({ dit: PHRASES.tropLong(254) });
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
  ])("is understood however people write it: %j", (saisie) => {
    expect(lecture(telephoneObligatoire(), saisie)).toEqual({ donne: "0791234567" });
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
  ])("is refused when it does not come to ten digits: %j", (saisie) => {
    expect(lecture(telephoneObligatoire(), saisie)).toEqual({ dit: PHRASES.telephone });
  });

  it.each(["", "  ", undefined])("is required: not %j", (saisie) => {
    expect(lecture(telephoneObligatoire(), saisie)).toEqual({ dit: PHRASES.obligatoire });
  });

  const dixChiffres = fc.stringMatching(/^0[1-9]\d{8}$/);
  const separateurs = fc.array(fc.constantFrom("", " ", ".", "-", "\u00a0"), { minLength: 10, maxLength: 10 });

  it("keeps its ten digits with separators anywhere, and with the country's prefix", () => {
    fc.assert(
      fc.property(dixChiffres, separateurs, fc.constantFrom("0", "+41", "0041", "+41(0)"), (numero, signes, debut) => {
        const suite = [...numero.slice(1)].map((chiffre, i) => signes[i] + chiffre).join("");
        expect(normaliserTelephone(debut + suite)).toBe(numero);
      }),
    );
  });

  it("is ten digits or refused, whatever was typed, and stays what it is the second time", () => {
    fc.assert(
      fc.property(fc.oneof(nImporteQuoi, fc.stringMatching(/^[+\d .()-]{0,20}$/)), (saisie) => {
        const telephone = normaliserTelephone(saisie);
        if (telephone === null) return;
        expect(telephone).toMatch(/^[0-9]{10}$/);
        expect(normaliserTelephone(telephone)).toBe(telephone);
      }),
    );
  });

  it("is shown in the groups that people read, without losing a digit", () => {
    expect(telephoneLisible("0791234567")).toBe("079 123 45 67");
    fc.assert(fc.property(dixChiffres, (numero) => normaliserTelephone(telephoneLisible(numero)) === numero));
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
  ])("reads %j as %j", (saisie, attendu) => {
    expect(lecture(lienFacultatif(), saisie)).toEqual({ donne: attendu });
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
  ])("refuses %j", (saisie) => {
    expect(lecture(lienFacultatif(), saisie)).toEqual({ dit: PHRASES.lien });
  });

  it("has a limit", () => {
    expect(lecture(lienFacultatif(), `https://exemple.ch/${"a".repeat(2000)}`)).toEqual({
      dit: PHRASES.tropLong(2000),
    });
  });

  it("is safe to put behind a link, whatever was typed", () => {
    fc.assert(
      fc.property(
        fc.oneof(nImporteQuoi, fc.webUrl(), fc.constantFrom("javascript:", "data:", "vbscript:")),
        (saisie) => {
          const issue = lienFacultatif().safeParse(saisie);
          if (issue.success) expect(issue.data).toMatch(/^(https?:\/\/|$)/);
        },
      ),
    );
  });
});

describe("what is said of a refused form", () => {
  it("is one sentence per field, the first", () => {
    const schema = z.object({ nom: texteObligatoire(), tel: telephoneObligatoire(), lieu: texteObligatoire() });
    const issue = schema.safeParse({ nom: "", tel: "12", lieu: "Savièse" });
    expect(issue.error && erreursParChamp(issue.error)).toEqual({ nom: PHRASES.obligatoire, tel: PHRASES.telephone });
  });
});
