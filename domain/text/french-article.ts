import { foldText } from "./search.ts";

/** First words of the names of events, normalised by `foldText`, by gender. */
const NOUNS = {
  masculine:
    "aperitif apero apres atelier bal banquet barbecue bingo brunch camp carnaval cinema concert concours cortege cours criterium defile depart diner dimanche feu festival gala grand jeu jubile karaoke loto marathon marche match mercredi mondial nettoyage noel nouvel picnic piquenique pique premier quiz rallye rassemblement repas reveillon samedi ski souper spectacle stand stage theatre tour tournoi tremplin trail vendredi vide vin week weekend jeudi jass",
  feminine:
    "animation assemblee balade benediction biere brisolee bourse ceremonie chasse chorale conference course croisiere degustation desalpe descente disco ecole exposition fete fondue foire grande inalpe inauguration initiation journee kermesse messe montee nuit olympiade patinoire petanque poya premiere procession raclette radeau randonnee reception rencontre retraite revue semaine seance sortie soiree st sainte tombola tournee vente veillee visite",
  plural: "festivites joutes olympiades",
} as const;

type Gender = keyof typeof NOUNS;

const GENDERS = new Map(
  (Object.keys(NOUNS) as Gender[]).flatMap((gender) => NOUNS[gender].split(" ").map((noun) => [noun, gender] as const)),
);

const ARTICLES: Readonly<Record<string, Gender>> = { le: "masculine", la: "feminine", les: "plural" };

export type FrenchSubject = {
  /** The name with its article: `Le Bal de Noël`. If the first word is unknown: `L’événement « Halloween »`. */
  readonly text: string;
  readonly isFeminine: boolean;
  readonly isPlural: boolean;
};

/** The name of an event as the subject of a sentence. */
export function eventAsSubject(name: string): FrenchSubject {
  const [first = "", second = ""] = foldText(name).split(" ");
  const article = ARTICLES[first];
  const gender = article ?? GENDERS.get(first === "l" ? second : first);
  if (!gender) return { text: `L’événement «\u00a0${name}\u00a0»`, isFeminine: false, isPlural: false };
  const noun = article ? GENDERS.get(second.replace(/s$/, "")) : gender;
  const shape = {
    isFeminine: [gender, noun].includes("feminine") || (gender === "plural" && noun !== "masculine"),
    isPlural: gender === "plural",
  };
  if (article || first === "l") return { ...shape, text: name.charAt(0).toLocaleUpperCase("fr-CH") + name.slice(1) };
  if (gender === "plural") return { ...shape, text: `Les ${name}` };
  if (/^[aeiou]/.test(first)) return { ...shape, text: `L’${name}` };
  return { ...shape, text: `${gender === "feminine" ? "La" : "Le"} ${name}` };
}
