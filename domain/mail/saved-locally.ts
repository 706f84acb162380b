/** Status of an entry whose mail was saved as a file. `mailLeaves`: whether mail is configured now. */
export const savedLocallyNote = (mailLeaves: boolean): string =>
  `Gardé ici\u00a0: aucun e-mail n’${mailLeaves ? "était" : "est"} configuré`;
