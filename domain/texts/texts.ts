/** `plain`: one line without formatting. `line`: one line with bold and links. `markdown`: paragraphs and lists. */
export type TextField<Kind extends "plain" | "line" | "markdown" = "plain" | "line" | "markdown"> = {
  readonly kind: Kind;
  readonly label: string;
  /** Maximum length of the field in characters. */
  readonly max: number;
  readonly initial: string;
};

/** Replaces no-break spaces, because saved texts have none. The site compares initial and saved texts. */
const plain = (label: string, initial: string, max = 60): TextField<"plain"> => ({
  kind: "plain",
  label,
  max,
  initial: initial.replaceAll("\u00a0", " "),
});
const line = (label: string, initial: string, max = 200): TextField<"line"> => ({
  kind: "line",
  label,
  max,
  initial: initial.replaceAll("\u00a0", " "),
});
const markdown = (label: string, initial: string, max = 600): TextField<"markdown"> => ({
  kind: "markdown",
  label,
  max,
  initial,
});

const figure = (rank: number, initial: string) => plain(`Chiffre ${rank}, puis son mot`, initial, 24);

/**
 * Maximum lengths of a condition's title and text in characters, so that the parental consent form fits on one page.
 */
const CONDITION = { title: 40, text: 200 };

/** `slug`: in the editor's URL. `page`: the text's page; null for a text on paper. Do not rename ids or fields: documents contain the names. */
export const EDITABLE_TEXTS = {
  home: {
    slug: "accueil",
    name: "Accueil",
    page: "/",
    fields: {
      figure1: figure(1, "130+ membres"),
      figure2: figure(2, "{âge}+ ans"),
      figure3: figure(3, "13 étoiles"),
      figure4: figure(4, "{cotisation} par an"),
      cry1: plain("Phrase 1", "Des fêtes traditionnelles,", 40),
      cry2: plain("Phrase 2", "des projets sociaux", 40),
      cry3: plain("Phrase 3", "et des événements culturels.", 40),
      reasons: markdown(
        "Pourquoi nous rejoindre",
        "- **Une bande.** Plus de 130 membres, dès {âge} ans, et il y reste une place pour vous.\n- **Un but.** Le bien-être et le développement des jeunes de la région.\n- **Un prix.** {cotisation} et une assemblée générale par an. Le reste se danse.",
      ),
      rjvThanks: line("Merci du RJV 2025", "Le [RJV 2025](/rjv2025) est terminé, merci à toutes et à tous."),
      caption: plain("Sous la photo de groupe", "Toute la bande, ou presque."),
    },
  },
  "sign-up": {
    slug: "inscription",
    name: "Inscription",
    page: "/inscription",
    fields: {
      nextSteps: markdown(
        "Et ensuite\u00a0?",
        "1. Le comité reçoit votre demande et vérifie votre âge.\n2. Vous êtes ajouté·e à la liste des membres. S’il manque quelque chose, nous vous appelons.\n3. Vous choisissez une première date dans le planning, et vous venez.",
      ),
      thanks: markdown(
        "Merci, après l’envoi",
        "Vous serez ajouté·e à la liste des membres prochainement. S’il manque quelque chose, nous vous appelons. La cotisation est de {cotisation} par an. À très vite\u00a0!",
      ),
    },
  },
  donations: {
    slug: "dons",
    name: "Faire un don",
    page: "/dons",
    fields: {
      introduction: line(
        "Sous le titre",
        "Le chapeau passe, pour les fêtes, les projets sociaux et la culture. Il prend aussi les petites pièces.",
      ),
    },
  },
  charter: {
    slug: "charte",
    name: "La charte",
    page: "/charte",
    fields: {
      introduction: line(
        "Sous le titre",
        "Quatre promesses, une page. Chaque membre les accepte en devenant membre, et les tient en dansant.",
      ),
      title1: plain("Article 1, titre", "Se respecter"),
      article1: markdown(
        "Article 1",
        "Vous vous engagez à respecter les autres membres\u00a0: leurs idées, leurs limites, leur rythme. En fête comme au travail, on ne lâche la main de personne.",
      ),
      title2: plain("Article 2, titre", "Cotiser"),
      article2: markdown(
        "Article 2",
        "Vous payez {cotisation} par an. C’est la part de chacune et de chacun dans la caisse commune.",
      ),
      title3: plain("Article 3, titre", "Avant {majorité} ans, avec l’accord des parents"),
      article3: markdown(
        "Article 3",
        "Avant {majorité} ans, il faut l’accord de vos parents, ou de la personne responsable de vous. L’association décline toute responsabilité. [Lire les conditions](/responsabilite)",
      ),
      title4: plain("Article 4, titre", "Se réunir une fois par an"),
      article4: markdown(
        "Article 4",
        "L’assemblée générale réunit tous les membres une fois par an. On y passe en revue\u00a0:\n\n- les comptes\n- le bilan des sorties\n- les changements au comité\n- les sorties à venir",
      ),
    },
  },
  minors: {
    slug: "responsabilite",
    name: "Responsabilité",
    page: "/responsabilite",
    fields: {
      introduction: line(
        "Avant les conditions",
        "La Jeunesse de Savièse accueille ses membres dès {âge} ans. Avant {majorité} ans, il faut l’accord des parents, ou de la personne responsable, qui acceptent ces quatre conditions.",
        300,
      ),
      title1: plain("Condition 1, titre", "Savoir avant d’accepter", CONDITION.title),
      condition1: markdown(
        "Condition 1",
        "Les parents, ou la personne responsable, savent à quoi la personne mineure participe\u00a0: ils connaissent l’association, ses activités et leurs horaires avant de donner leur accord.",
        CONDITION.text,
      ),
      title2: plain("Condition 2, titre", "Le respect des règles et des membres", CONDITION.title),
      condition2: markdown(
        "Condition 2",
        "La personne mineure respecte la charte, les consignes du comité pendant les activités, et chacun des autres membres.",
        CONDITION.text,
      ),
      title3: plain("Condition 3, titre", "Une communication ouverte", CONDITION.title),
      condition3: markdown(
        "Condition 3",
        "Famille et comité se parlent\u00a0: santé, allergies, retards, retours. Toute question trouve une réponse, avant comme après une sortie.",
        CONDITION.text,
      ),
      title4: plain("Condition 4, titre", "L’acceptation du risque", CONDITION.title),
      condition4: markdown(
        "Condition 4",
        "Les parents, ou la personne responsable, acceptent que l’association décline toute responsabilité en cas d’accident.",
        CONDITION.text,
      ),
    },
  },
  rjv2025: {
    slug: "rjv2025",
    name: "RJV 2025",
    page: "/rjv2025",
    fields: {
      motto: line(
        "Sous le titre",
        "«\u00a0Pa capona\u00a0», dit l’affiche\u00a0: on ne lâche rien. Il a bien fallu rendre la corde.",
      ),
      introduction: markdown(
        "Présentation",
        "Le RJV 2025, le rassemblement régional de la jeunesse, est terminé. La corde est rangée, le dessinateur a tout gardé. Voici ce qu’il nous en reste\u00a0: quatre images et trois mercis.",
      ),
      title1: plain("Image 1, titre", "Tirer"),
      highlight1: line(
        "Image 1",
        "Un nœud rouge au milieu, une équipe à chaque bout, et le silence. Puis plus du tout le silence.",
      ),
      title2: plain("Image 2, titre", "S’éclabousser"),
      highlight2: line("Image 2", "Un soleil, un bassin, deux étoiles\u00a0: personne ne ressort sec de cette image."),
      title3: plain("Image 3, titre", "Danser"),
      highlight3: line("Image 3", "Un plancher, des lampions, et plus personne pour regarder l’heure."),
      title4: plain("Image 4, titre", "Gagner"),
      highlight4: line("Image 4", "Trois marches, une sonnette, et beaucoup de mauvaise foi. Le trophée sonne encore."),
      recipient1: plain("Merci 1", "aux participantes et participants"),
      thanks1: line("Merci 1, texte", "Sans vous, la corde n’avait qu’un bout, et le bal qu’un plancher."),
      recipient2: plain("Merci 2", "aux sponsors"),
      thanks2: line("Merci 2, texte", "Une fête commence par une facture. Merci de l’avoir lue jusqu’au bout."),
      recipient3: plain("Merci 3", "aux bénévoles"),
      thanks3: line(
        "Merci 3, texte",
        "Une fête se voit, ses bénévoles beaucoup moins, sauf au balai. Pa capona, c’est vous.",
      ),
      closing: plain("À la fin", "La suite se danse toute l’année, et il y reste une place.", 100),
    },
  },
  bill: {
    slug: "facture",
    name: "Facture sur papier",
    page: null,
    fields: {
      thanks: plain(
        "Sous le titre",
        "Chaque cotisation fait tourner la ronde\u00a0: les fêtes, les projets sociaux et la culture. Merci d’y mettre votre part.",
        200,
      ),
    },
  },
  footer: {
    slug: "pied-de-page",
    name: "Pied de page",
    page: "/",
    fields: { closing: line("Dernière ligne", "Treize étoiles, une de plus avec vous.", 100) },
  },
} as const satisfies Record<string, Text>;

/** The day of the charter's initial text. Change it together with the text. */
export const INITIAL_CHARTER_DAY = "2026-11-29";

type Text = Readonly<
  Record<"slug" | "name", string> & { page: string | null; fields: Readonly<Record<string, TextField>> }
>;

export type TextId = keyof typeof EDITABLE_TEXTS;
export type TextSlug = (typeof EDITABLE_TEXTS)[TextId]["slug"];

/** The words of a text as the committee typed them, by field name. */
export type TextWords = Readonly<Record<string, string>>;

export const TEXT_IDS = Object.keys(EDITABLE_TEXTS) as TextId[];

/** The fields of a text, by name. */
export const textFields = (id: TextId): Readonly<Record<string, TextField>> => EDITABLE_TEXTS[id].fields;

/** The text with this slug. Null if unknown. */
export const textIdOfSlug = (slug: string): TextId | null =>
  TEXT_IDS.find((id) => EDITABLE_TEXTS[id].slug === slug) ?? null;
