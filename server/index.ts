/** Entry of the site in production: listens, and stops in good order. */

// React decides by it which of its builds to load, so it is set before anything that loads React.
process.env.NODE_ENV = "production";

const { startOrEnd } = await import("./listen.ts");
const { serve } = await import("./serve.ts");
await startOrEnd(serve(process.env, { demo: process.argv.includes("--demo") }));
