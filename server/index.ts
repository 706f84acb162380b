/** Entry of the site in production: listens, and stops in good order. */

// React decides by it which of its builds to load, so it is set before anything that loads React.
process.env.NODE_ENV = "production";

const { serve } = await import("./serve.ts");
await serve(process.env, { demo: process.argv.includes("--demo") }).catch((panne: unknown) => {
  process.stderr.write(`${panne instanceof Error ? panne.message : String(panne)}\n`);
  process.exit(1);
});
