import { describe, expect, it } from "vitest";
import { FIRST_NAME_MAX } from "#domain/accounts/account-forms.ts";
import { availableFirstName, firstNameRefusal } from "#domain/accounts/first-names.ts";

const NO_BREAK_SPACE = "\u00a0";
const LEA = { firstName: "Léa", email: "lea@exemple.ch" };
const OTHERS = [LEA, { firstName: "", email: "president@exemple.ch" }];
const refused = (name: string, email = "mallory@exemple.ch", others = OTHERS) => firstNameRefusal(name, email, others);

describe("a first name", () => {
  it.each([
    ["Léa", "to the letter"],
    ["LÉA", "in capitals"],
    ["Lea", "without the accent"],
    ["Le\u0301a", "decomposed"],
    ["Lëà", "with other accents"],
    [" L é a ", "with spaces"],
    [`Léa${NO_BREAK_SPACE}`, "with a no-break space"],
    [`L${NO_BREAK_SPACE}\u202f\u2009éa`, "with several of them"],
    ["Lé\u200ba", "with a space of no width"],
    ["L\u00adé\u200da\ufeff", "with a soft hyphen, a joiner and a byte order mark"],
    ["\u202eLéa\u202c", "with bidi controls"],
    ["L\u034fé\u115fa\u3164", "with fillers"],
    ["Léa.", "with a full stop"],
    ["« Léa »", "in quotation marks"],
    ["Léa 🎺", "with a sign"],
    ["Ｌéａ", "in wide letters"],
    ["𝐋é𝒂", "in mathematical letters"],
    ["Lеа", "with Cyrillic letters"],
    ["Lεα", "with Greek letters"],
    ["Łéɑ", "with letters of other alphabets"],
    ["Iéa", "with a capital I"],
    ["1éa", "with a one"],
    ["|éa", "with a bar"],
    ["president@exemple.ch", "which is the address of an account without a name"],
    ["Lea@Exemple.ch", "which is the address of another account"],
  ])("%j is refused while another account has a name that looks alike: %s", (name) =>
    expect(refused(name)).toMatch(/^Un autre compte s’appelle déjà ainsi\. Prenez par exemple «\u00a0.+\u00a0»\.$/u),
  );

  it.each([
    ["Arnaud", "Amaud"],
    ["Bernard", "BERNARD"],
    ["Léo", "Le0"],
    ["Alain", "AIain"],
    ["Œdipe", "oedipe"],
    ["Анна", "анна"],
    ["李", " 李"],
    ["★", "★ "],
  ])("the name of %s is protected against %s", (firstName, other) =>
    expect(refused(other, "m@exemple.ch", [{ firstName, email: "x@exemple.ch" }])).not.toBeNull(),
  );

  it.each(["Léo", "Léane", "Éa", "Lé", "Léa B.", "Ella", "Elia", "Анна", "李", "★", "L’éa-Marie"])(
    "%s differs enough, and is accepted",
    (name) => expect(refused(name)).toBeNull(),
  );

  it.each([
    ["Elia", "Ella"],
    ["★", "☆"],
    ["Анна", "Аня"],
    ["Lou", "Loup"],
  ])("%s and %s are different names", (firstName, other) =>
    expect(refused(other, "m@exemple.ch", [{ firstName, email: "x@exemple.ch" }])).toBeNull(),
  );

  it.each(["Le site", "LE  SITE", "Le webmaster", "le web-master"])(
    "%s is reserved for lines of the journal about the site",
    (name) => expect(refused(name)).toBe("Le journal nomme déjà ainsi le site. Écrivez un prénom."),
  );

  it.each([
    ["lea.bonvin@exemple.ch", "Léa", "Léa B."],
    ["lea-bonvin@exemple.ch", "lea", "lea B."],
    ["bonvin.lea@exemple.ch", "Léa", "Léa B."],
    ["leabonvin@exemple.ch", "Léa", "Léa B."],
    ["lbonvin@exemple.ch", "Léa", "Léa B."],
    ["bonvin@exemple.ch", "Léa", "Léa B."],
    ["lea@exemple.ch", "Léa", "Léa A."],
    ["lea.1999@exemple.ch", "Léa", "Léa A."],
    ["@", "Léa", "Léa A."],
  ])("for %s, a variant with the initial of the family name is suggested", (email, name, proposal) =>
    expect(availableFirstName(name, email, [{ firstName: "Léa", email: "other@exemple.ch" }])).toBe(proposal),
  );

  it("has a free and valid suggestion, also among many equal names", () => {
    const others: { firstName: string; email: string }[] = [];
    for (let i = 0; i < 60; i++) {
      const firstName = availableFirstName("Léa", "lea.bonvin@exemple.ch", others);
      expect(others.length === 0 || firstNameRefusal(firstName, "x@exemple.ch", others) === null).toBe(true);
      others.push({ firstName, email: `${i}@exemple.ch` });
    }
    expect(others.slice(0, 4).map(({ firstName }) => firstName)).toEqual(["Léa", "Léa B.", "Léa A.", "Léa C."]);
    expect(availableFirstName("Léa B.", "lea.bonvin@exemple.ch", others.slice(0, 2))).toBe("Léa A.");
    const long = "É".repeat(FIRST_NAME_MAX);
    const proposal = availableFirstName(long, "a@exemple.ch", [{ firstName: long, email: "b@exemple.ch" }]);
    expect([proposal.length <= FIRST_NAME_MAX, proposal.endsWith(" A.")]).toEqual([true, true]);
  });
});
