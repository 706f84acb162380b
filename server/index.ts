/** Entry of the site in production: listens, and stops in good order. */

// React decides by it which of its builds to load, so it is set before anything that loads React.
process.env.NODE_ENV = "production";

const { startOrEnd } = await import("./listen.ts");
const { serve } = await import("./serve.ts");
const { argv, env } = process;
const isAsked = (flag: string) => argv.includes(flag);
await startOrEnd(serve(env, { demo: isAsked("--demo"), anew: isAsked("--new") }));
