/** Names the form of « Vérifier maintenant », which posts to /reglages too. */
export const CHECK_NOW = "check";
/** Names the form by which the committee says that the clock is right. */
export const CLOCK = "clock";
