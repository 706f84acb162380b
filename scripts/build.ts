/** Compresses the text files of the client in advance: the server sends the .br and .gz files. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const CLIENT = "build/client";
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;

const { status } = spawnSync(process.execPath, ["node_modules/@react-router/dev/bin.cjs", "build"], {
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);
for (const name of readdirSync(CLIENT, { recursive: true, encoding: "utf8" })) {
  if (!/\.(?:js|css|svg|json|txt|webmanifest)$/.test(name)) continue;
  const file = join(CLIENT, name);
  const body = readFileSync(file);
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: body.length };
  writeFileSync(`${file}.br`, brotliCompressSync(body, { params }));
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }));
}
