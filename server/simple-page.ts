/** The page for what no page of the site can answer: one sentence and a way back, without style or script. */
export const simplePage = (phrase: string): string =>
  `<!doctype html><html lang="fr-CH"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>La jeunesse de Savièse</title><h1>${phrase}</h1><p><a href="/">Retour</a></p></html>`;
