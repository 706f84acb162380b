/**
 * What is said of an entry whose mail was kept as a file: nobody has received it.
 * @param mailLeaves whether mail leaves the site by now
 */
export const keptHere = (mailLeaves: boolean): string =>
  `Gardé ici\u00a0: aucun e-mail n’${mailLeaves ? "était" : "est"} configuré`;
