import { describe, expect, it } from "vitest";
import { errorsByField, FIELD_SENTENCES, fieldNames } from "#domain/fields.ts";
import { ibanRefusal } from "#domain/money/iban.ts";
import { exampleSettingsIn, isExampleValue, withoutExampleSettings } from "#domain/settings/example-settings.ts";
import { RECIPIENTS_MAX } from "#domain/settings/setting-fields.ts";
import { INITIAL_SETTINGS, settingDifferences, settingsAsTyped, settingsSchema } from "#domain/settings/settings.ts";

const SETTINGS_FIELDS = fieldNames(settingsSchema());

const INITIAL = settingsAsTyped(INITIAL_SETTINGS);
const read = (typed: Record<string, string | undefined>) => {
  const parsed = settingsSchema().safeParse({ ...INITIAL, ...typed });
  return parsed.success ? { ok: parsed.data } : { refusal: errorsByField(parsed.error) };
};

describe("the initial settings", () => {
  it("have addresses of exemple.ch only, a valid Swiss IBAN, and 12 and 24 months of retention", () => {
    const { email, twint, instagram, facebook, iban } = INITIAL_SETTINGS;
    expect(email).toBe("contact@exemple.ch");
    for (const link of [twint, instagram, facebook]) expect(new URL(link).host).toBe("exemple.ch");
    expect(ibanRefusal(iban)).toBeNull();
    expect(INITIAL_SETTINGS).toMatchObject({ messageRetentionMonths: 12, inscriptionRetentionMonths: 24 });
  });

  it("count as examples one by one, until each is replaced", () => {
    expect(exampleSettingsIn(INITIAL_SETTINGS)).toEqual(["iban", "twint", "instagram", "facebook", "email"]);
    const replaced = { ...INITIAL_SETTINGS, iban: "CH5604835012345678009", twint: "" };
    expect(exampleSettingsIn(replaced)).toEqual(["instagram", "facebook", "email"]);
  });
});

describe("an example value", () => {
  it("is empty for visitors, other values stay", () => {
    const replaced = { ...INITIAL_SETTINGS, facebook: "https://f.ch/nous" };
    expect(withoutExampleSettings(replaced)).toEqual({ ...replaced, iban: "", twint: "", instagram: "", email: "" });
  });

  it("is recognised in a form field with or without spaces", () => {
    expect(isExampleValue("iban", INITIAL.iban)).toBe(true);
    expect(isExampleValue("iban", "CH9300762011623852957")).toBe(true);
    expect(isExampleValue("iban", "CH56 0483 5012 3456 7800 9")).toBe(false);
    expect(isExampleValue("twint", "")).toBe(false);
    expect(isExampleValue("email", " contact@exemple.ch")).toBe(true);
  });
});

describe("the settings form", () => {
  it("has initial values that give the same settings when saved", () => {
    expect(read({})).toEqual({ ok: INITIAL_SETTINGS });
    expect(INITIAL.iban).toBe("CH93 0076 2011 6238 5295 7");
    expect(Object.keys(INITIAL).sort()).toEqual([...SETTINGS_FIELDS].sort());
  });

  it("requires every field except those that the test lists as optional", () => {
    const empty = Object.fromEntries(SETTINGS_FIELDS.map((field) => [field, " "]));
    const optional = ["planningYearAutomatic", "rjvThanksUntil", "rjvHidden", "street", "buildingNumber"];
    optional.push("twint", "eveningPhone", "recipients", "hosting", "mailHosting", "webmaster", "webmasterPhone");
    const required = SETTINGS_FIELDS.filter((field) => !optional.includes(field));
    const sentences = Object.fromEntries(required.map((field) => [field, "Ce champ est obligatoire."]));
    const missing = Object.fromEntries(SETTINGS_FIELDS.map((field) => [field, undefined]));
    for (const typed of [empty, missing]) expect(read(typed)).toEqual({ refusal: sentences });
  });

  it.each([
    ["planningYear", "1999", "Indiquez une année entre 2000 et 2099."],
    ["planningYear", "2025.5", "Indiquez une année entre 2000 et 2099."],
    ["rjvThanksUntil", "31.06.2026", "Indiquez un jour qui existe, par exemple 30.06.2026."],
    ["iban", "DE89370400440532013000", /CH ou LI/],
    ["iban", "CH44 3199 9123 0008 8901 2", /^C’est un QR-IBAN/],
    ["street", "Молодёжная", /lettres latines/],
    ["buildingNumber", "1".repeat(17), /16 caractères au maximum/],
    ["postcode", "196", "Indiquez un code postal à quatre chiffres."],
    ["postcode", "0965", "Indiquez un code postal à quatre chiffres."],
    ["twint", "http://exemple.ch/t", "Indiquez une adresse qui commence par https://."],
    ["twint", "javascript:alert(1)", /complète, par exemple https:\/\/exemple\.ch\.$/],
    ["instagram", "http://exemple.ch", "Indiquez une adresse qui commence par https://."],
    ["instagram", "@", /^Un nom Instagram n’a que/],
    ["instagram", "@jeunesse de savièse", /^Un nom Instagram n’a que/],
    ["instagram", "", "Ce champ est obligatoire."],
    ["facebook", "pas un lien", /adresse web complète/],
    ["email", "ginette@bluewin", FIELD_SENTENCES.emailEnding],
    ["recipients", "ginette@bluewin", "«\u00a0ginette@bluewin\u00a0» n’est pas une adresse e-mail complète."],
    ["email", "camille", "Indiquez une adresse e-mail complète."],
    ["holder", "x".repeat(71), "Ce texte est trop long\u00a0: 70 caractères au maximum."],
    ["recipients", "a@exemple.ch\npas une adresse", "«\u00a0pas\u00a0» n’est pas une adresse e-mail complète."],
    ["messageRetentionMonths", "0", "Indiquez un nombre de mois entre 1 et 120."],
    ["eveningPhone", "112", "Indiquez dix chiffres, ou un numéro étranger avec son indicatif, par exemple +33."],
    ["webmasterPhone", "079 12", "Indiquez dix chiffres, ou un numéro étranger avec son indicatif, par exemple +33."],
    ["hosting", "x".repeat(121), "Ce texte est trop long\u00a0: 120 caractères au maximum."],
    ["inscriptionRetentionMonths", "121", "Indiquez un nombre de mois entre 1 et 120."],
  ])("refuses the %s %j with one sentence beside it", (field, value, sentence) => {
    expect(read({ [field]: value })).toEqual({
      refusal: { [field]: typeof sentence === "string" ? sentence : expect.stringMatching(sentence) },
    });
  });

  it.each([
    ["planningYear", " 2026 ", 2026],
    ["iban", "ch56 0483 5012 3456 7800 9", "CH5604835012345678009"],
    ["twint", "", ""],
    ["rjvThanksUntil", "", ""],
    ["twint", "exemple.ch/don", "https://exemple.ch/don"],
    ["instagram", " @Jeunesse.Saviese_65 ", "https://www.instagram.com/Jeunesse.Saviese_65/"],
    ["instagram", "instagram.com/jeunesse", "https://instagram.com/jeunesse"],
    ["recipients", "", []],
    ["recipients", "\r\n a@b.ch ,c@b.ch; A@b.ch\r\nd@b.ch\r\n", ["a@b.ch", "c@b.ch", "d@b.ch"]],
    [
      "recipients",
      "info@zürich.ch\ninfo@xn--zrich-kva.ch, \ufeffana\u200b@b.ch",
      ["info@xn--zrich-kva.ch", "ana@b.ch"],
    ],
    ["email", "info@zürich.ch", "info@xn--zrich-kva.ch"],
    ["twint", "Payez ici\u00a0: https://pay.exemple.ch/a?b=1 Merci !", "https://pay.exemple.ch/a?b=1"],
    ["facebook", "Regarde https://www.facebook.com/share/x/", "https://www.facebook.com/share/x/"],
    ["instagram", "@jeunesse https://www.instagram.com/jeunesse?igsh=x", "https://www.instagram.com/jeunesse?igsh=x"],
    ["messageRetentionMonths", "120", 120],
    ["inscriptionRetentionMonths", "1", 1],
    ["eveningPhone", "0041 (0)79 123 45 67", "0791234567"],
    ["webmasterPhone", "+41 79 123 45 67", "0791234567"],
    ["hosting", "  Infomaniak,\nSuisse ", "Infomaniak, Suisse"],
    ["holder", `=HYPERLINK("x") <img onerror> 🎺`, `=HYPERLINK("x") <img onerror> 🎺`],
  ])("accepts %s %j", (field, value, expected) =>
    expect(read({ [field]: value })).toEqual({ ok: { ...INITIAL_SETTINGS, [field]: expected } }),
  );

  it("accepts at most RECIPIENTS_MAX recipients", () => {
    const list = (count: number) => Array.from({ length: count }, (_, i) => `n${i}@exemple.ch`).join("\n");
    expect(read({ recipients: list(RECIPIENTS_MAX) })).toHaveProperty("ok");
    expect(read({ recipients: list(RECIPIENTS_MAX + 1) })).toEqual({
      refusal: { recipients: "Il y a trop d’adresses\u00a0: 20 au maximum." },
    });
  });
});

describe("a comparison of two settings", () => {
  it("lists each different field with its label and value", () => {
    const others = {
      ...INITIAL_SETTINGS,
      planningYear: 2026,
      planningYearAutomatic: false,
      rjvThanksUntil: "2026-07-31",
      twint: "",
      recipients: ["a@exemple.ch", "b@exemple.ch"],
    };
    expect(settingDifferences(others, INITIAL_SETTINGS)).toEqual([
      "Année du planning\u00a0: 2026",
      "Passer tout seul à l’année suivante\u00a0: Non",
      "Merci du RJV 2025, jusqu’au\u00a0: 31.07.2026",
      "Lien Twint\u00a0: (vide)",
      "Destinataires\u00a0: a@exemple.ch, b@exemple.ch",
    ]);
    expect(settingDifferences(INITIAL_SETTINGS, others)).toContain("Passer tout seul à l’année suivante\u00a0: Oui");
    expect(settingDifferences(others, others)).toEqual([]);
  });

  it("cuts a long value", () => {
    const long = { ...INITIAL_SETTINGS, instagram: `https://exemple.ch/${"x".repeat(1900)}` };
    expect(settingDifferences(long, INITIAL_SETTINGS)[0]?.length).toBeLessThan(100);
  });
});
