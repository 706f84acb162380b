// React reads NODE_ENV when it is imported, so set the variable before any import of React.
process.env.NODE_ENV = "production";

const { startOrEnd } = await import("./listen.ts");
const { serveSite: serve } = await import("./serve.ts");
const { argv, env } = process;
const hasFlag = (flag: string) => argv.includes(flag);
await startOrEnd(serve(env, { demo: hasFlag("--demo"), allowEmpty: hasFlag("--new") }));
