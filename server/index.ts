// React chooses its build by NODE_ENV, so set it before any import of React.
process.env.NODE_ENV = "production";

const { startOrEnd } = await import("./listen.ts");
const { serve } = await import("./serve.ts");
const { argv, env } = process;
const isAsked = (flag: string) => argv.includes(flag);
await startOrEnd(serve(env, { demo: isAsked("--demo"), anew: isAsked("--new") }));
