/** Local words that attackers may try as passwords, and that general word lists lack; without accents and spaces. */
export const GUESSED_WORDS: readonly string[] = `saviese jeunesse jeunessesaviese jeunessedesaviese lajeunesse
  lajeunessedesaviese comite comitesaviese savies saviesan saviesanne savieseenne rjv valais wallis valaisan valaisanne
  sion sierre martigny monthey conthey ayent fcsion suisse schweiz svizzera switzerland helvetia helvete raclette fendant
  foin bisse carnaval fete fanfare cantine fromage brisolee arvine humagne johannisberg dole abricot williamine vigne
  vendange cave alpage desalpe vache herens planning evenement inscription charte
  login monmotdepasse changemoi azeqsd titeuf tigrou poupette snapchat jetaimefort`.split(/\s+/);
