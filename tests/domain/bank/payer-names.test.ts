import { expect, it } from "vitest";
import { isMissingValueFiller } from "#domain/bank/filler.ts";
import {
  findPayerName,
  isSamePayer,
  normalisedBankWords,
  payerWordSequences,
  preparePayerName,
} from "#domain/bank/payer-names.ts";

it.each<[string, string, string, boolean]>([
  ["Zoé", "Héritier", "HERITIER ZOE", true],
  ["Zoé", "Héritier", "Zoé Héritier et Jean Rey", true],
  ["Zoé", "Héritier", "HERITIER", false],
  ["Zoé", "Héritier", "HERITIER JEAN", false],
  ["Hans", "Müller", "MUELLER HANS", true],
  ["Hans", "Müller", "MULLER HANS", true],
  ["Hans", "Mueller", "Müller Hans", true],
  ["Hans", "Mueller", "MULLER HANS", true],
  ["Hans", "Muller", "MUELLER HANS", true],
  ["Björn", "Müller", "MUELLER BJORN", true],
  ["Björn", "Müller", "MULLER BJOERN", true],
  ["Björn", "Öst", "OEST BJOERN", true],
  ["Åse", "Sørensen", "SOERENSEN AASE", true],
  ["Åse", "Sørensen", "SORENSEN ASE", true],
  ["Đorđe", "Đorđević", "DJORDJEVIC DJORDJE", true],
  ["Łukasz", "Wróbel", "WROBEL LUKASZ", true],
  ["Jürg", "Strauß", "STRAUSS JUERG", true],
  ["Sean", "O’Neill", "ONEILL SEAN", true],
  ["Sean", "O’Neill", "O NEILL SEAN", true],
  ["Sean", "O'Neill", "O´Neill Sean", true],
  ["Aldo", "d’Amico", "DAMICO ALDO", true],
  ["Aldo", "D'Amico", "D AMICO ALDO", true],
  ["Inès", "de Preux", "DEPREUX INES", true],
  ["Inès", "de Preux", "Preux Inès", true],
  ["Jan", "van der Berg", "VANDERBERG JAN", true],
  ["Léa", "Rey-Bonvin", "REY LEA", true],
  ["Léa", "Rey-Bonvin", "BONVIN LEA", true],
  ["Léa", "Rey", "REY-BONVIN LEA", true],
  ["Léa", "Rey-Bonvin", "REYBONVIN LEA", true],
  ["Jean-Pierre", "Favre", "FAVRE J-P", true],
  ["Jean-Pierre", "Favre", "FAVRE J.P.", true],
  ["Jean-Pierre", "Favre", "JP. FAVRE", true],
  ["Jean-Pierre", "Favre", "J. Favre", true],
  ["Jean-Pierre", "Favre", "FAVRE JEANPIERRE", true],
  ["Jean-Pierre", "Favre", "FAVRE JEAN", true],
  ["Jean-Pierre", "Favre", "FAVRE M-P", false],
  ["Jean-Pierre", "Favre", "FAVRE MARC", false],
  ["Jean-Pierre", "de Preux", "DE PREUX J-P", true],
  ["Jean-Pierre", "Rey-Bonvin", "REY BONVIN J.P.", true],
  ["Marc", "Favre", "M. Jean Favre", false],
  ["Ana", "Heida", "HEIDA ERIC", false],
  ["Ana", "Heida", "HEIDA A.", true],
  ["Anne", "Favre", "FAVRE MARC A", false],
  ["Noé", "Favre", "Jean Favre, facture no 5", false],
  ["Zoé", "", "HERITIER ZOE", false],
])("the name %s %s is found in the payment text « %s »: %s", (firstName, lastName, payer, expected) => {
  const words = payerWordSequences(payer);
  const name = preparePayerName(firstName, lastName);
  expect(name.keys.some((key) => words.has(key)) && findPayerName(name, words, words) !== null).toBe(expected);
});

it("an initial counts only among the payer's words", () => {
  const [payer, words] = [payerWordSequences("Favre Marc"), payerWordSequences("Favre Marc, cotisation J. Favre")];
  expect(findPayerName(preparePayerName("Jean", "Favre"), payer, words)).toBeNull();
});

it.each([
  ["Müller Hans-Peter", "MUELLER H-P", true],
  ["Zoé Héritier, Savièse", "heritier zoe", true],
  ["SOCIETE DE DEVELOPPEMENT DE LA COMM", "Société de développement de la commune", true],
  ["Luc Debons", "Ana Debons", false],
  ["Luc Debons", "", true],
  ["Migros", "Coop", false],
])("%s and %s may be one payer: %s", (a, b, expected) =>
  expect(isSamePayer(normalisedBankWords(a), normalisedBankWords(b))).toBe(expected),
);

const FILLERS = `NOTPROVIDED|NotProvided|not provided|NOTPROVIDED/NONREF|NONREF|N/A|n.a.|NOREF|No Reference|KEINE
  keine Referenz|0|00000000|-|--|/|?|***|UNKNOWN|Unbekannt|INCONNU|SANS REFERENCE|sans référence|Non renseigné|XXXX|NULL
  nicht angegeben|Ohne Angabe|senza riferimento|NOT AVAILABLE|999999
  k.A.|n.v.|N.C.|Nihil|Referenz fehlt|NOT PROVIDED BY DEBTOR|NOT PRESENT|NOT STATED|non dispo|sans objet`.split(
  /[|\n]/,
);

it.each(FILLERS.map((filler) => filler.trim()))("« %s » is a filler that a bank writes for a missing value", (filler) =>
  expect(isMissingValueFiller(filler)).toBe(true),
);

it.each([
  "T1",
  "1",
  "12",
  "E-100",
  "123456",
  "RF18539007547034",
  "NOA",
  "Nils",
  "Zoé Héritier",
  "😀",
  "nonenoteendtonode".repeat(3),
])("« %s » is a real value, and no filler of a bank", (text) => expect(isMissingValueFiller(text)).toBe(false));
