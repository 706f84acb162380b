/** Names the form of « Vérifier maintenant », which posts to /reglages too. */
export const CHECK = "check";
