// React reads NODE_ENV during its import, so set the variable before.
process.env.NODE_ENV = "production";

const { exitIfStartFails } = await import("./listen.ts");
const { serveSite: serve } = await import("./serve.ts");
const { argv, env } = process;
const hasFlag = (flag: string) => argv.includes(flag);
await exitIfStartFails(serve(env, { demo: hasFlag("--demo"), allowEmpty: hasFlag("--new") }));
