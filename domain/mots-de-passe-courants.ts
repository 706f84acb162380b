/**
 * What people who guess passwords try first, without the digits and signs that are put around it:
 * the heads of the public lists, in French and English, keyboards, first names and the village.
 */
export const MOTS_COURANTS: ReadonlySet<string> = new Set(
  `password passwort passwords passw0rd p4ssword motdepasse monmotdepasse motdepass mdp pass secret admin administrator
  administrateur root user guest invite login test tester testtest temp temporaire welcome bienvenue letmein changeme
  changemoi default master superman batman spiderman pokemon naruto dragon monkey princess princesse sunshine shadow
  football baseball basketball hockey soccer michael jordan charlie jessica jennifer ashley daniel andrew joshua
  iloveyou lovely flower freedom whatever trustno killer starwars computer internet google facebook instagram snapchat
  samsung iphone apple windows azerty azertyuiop azertyui qwerty qwertyui qwertyuiop qwertz qwertzui qwertzuiop
  azeqsd azer qsdf qsdfgh asdf asdfgh asdfghjkl wxcvbn zxcvbn zxcvbnm yxcvbn yxcvbnm abc abcabc abcd aaa qwe qweqwe
  aze azeaze xxx
  bonjour bonsoir salut coucou soleil chocolat chouchou doudou loulou nounou cheval chaton minou lapin papillon
  tigrou poupette titeuf jetaime jetaimefort monamour amour amoure mamour cherie cheri bisous coeur vacances maison
  voiture famille maman papa bebe musique guitare dauphin panther panthere liberte marseille paris lyon bordeaux
  france francais juventus barcelona barcelone realmadrid chelsea arsenal liverpool
  nicolas camille julien thomas alexandre alexandra maxime antoine quentin romain florian clement guillaume kevin
  jeremy anthony vincent benjamin mathieu matthieu aurelien sebastien pierre laurent olivier caroline charlotte
  pauline marine marion mathilde manon melanie celine sophie sandrine isabelle nathalie stephanie virginie valerie
  aurelie emilie elodie audrey laura sarah lea chloe emma lucas hugo louis gabriel noah liam
  suisse schweiz svizzera switzerland helvetia helvete lausanne geneve fribourg neuchatel berne zurich
  savièse saviese savies jeunesse jeunessesaviese jeunessedesaviese lajeunesse lajeunessedesaviese savieseene
  saviesan saviesanne valais wallis valaisan valaisanne sion sierre martigny monthey fcsion conthey ayent bisse
  raclettefromage fendant comite comitesaviese
  un deux trois`
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .split(/\s+/),
);
