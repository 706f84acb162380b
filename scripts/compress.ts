/** Writes .br and .gz next to every text file of the client build; the server hands them out as they are. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = "build/client";
for (const name of await readdir(root, { recursive: true })) {
  if (!/\.(?:js|css|svg|json|txt|webmanifest)$/.test(name)) continue;
  const file = join(root, name);
  const body = await readFile(file);
  const br = brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  });
  await writeFile(`${file}.br`, br);
  await writeFile(`${file}.gz`, gzipSync(body, { level: 9 }));
}
