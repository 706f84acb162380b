/** Entry of the site in production: listens, and stops in good order. */

// React decides by it which of its builds to load, so it is set before anything that loads React.
process.env.NODE_ENV = "production";

const { startOrEnd } = await import("./listen.ts");
const { serve } = await import("./serve.ts");
const { argv, env } = process;
await startOrEnd(serve(env, { demo: argv.includes("--demo"), trial: argv.includes("--trial") }));
