export const CARD_KINDS = {
  evenement: {
    collection: "evenements",
    /** Path of the picture page, relative to the path of the form. */
    segment: "affiche",
    /** Name of the file field. The form of a new card uses the same name. */
    field: "image",
    change: "Changer l’affiche",
    add: "Ajouter une affiche",
    current: "L’affiche actuelle",
    chosen: "La nouvelle affiche",
    label: "Nouvelle affiche",
    invite: "Choisissez l’affiche",
    remove: "Retirer cette image",
    crop: "Dans un lien partagé",
    about:
      "Sur le planning, l’affiche est toujours montrée en entier. Le point sert à l’image des liens partagés, qui est plus large que haute.",
    undo: "Rétablir l’affiche d’avant",
    toasts: { save: "poster-changed", remove: "poster-removed", undo: "poster-back" },
  },
  membre: {
    collection: "membres",
    segment: "photo",
    field: "photo",
    change: "Changer la photo",
    add: "Ajouter une photo",
    current: "La photo actuelle",
    chosen: "La nouvelle photo",
    label: "Nouvelle photo",
    invite: "Choisissez le portrait",
    remove: "Retirer cette photo",
    crop: "Sur la page du comité",
    about: "La page du comité montre les portraits en hauteur. Le point reste dans le cadre.",
    undo: "Rétablir la photo d’avant",
    toasts: { save: "photo-changed", remove: "photo-removed", undo: "photo-back" },
  },
} as const;

export type CardKind = keyof typeof CARD_KINDS;
