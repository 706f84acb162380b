/** Where the browser tests find the site, and who may sign in there. */
export const PORT = Number(process.env.E2E_PORT ?? 4173);
export const ADMIN = { email: "comite@exemple.ch", motDePasse: "raclette-1965" };
