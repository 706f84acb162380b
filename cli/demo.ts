/** Part of `npm start`: fills an empty data folder with a fictional committee, the 2025 events and a register of members. */
import { replaceLostDatabase } from "#server/backends/data-folder.ts";
import { readConfig } from "#server/config.ts";
import { createLogger, describeError } from "#server/logger.ts";
import { openServices } from "#server/services.ts";
import { fillWithDemo } from "./demo/fill.ts";
import { fillRegister } from "./demo/members.ts";

try {
  const config = readConfig(process.env);
  if (process.argv.includes("--new")) replaceLostDatabase(config);
  const logger = createLogger(config.logLevel);
  const report = (error: unknown, where: string) => logger.error(describeError(error), where);
  const { services, close } = await openServices(config, { onChange: () => {}, onMail: () => {}, report });
  // Do not write fictional content into a Firebase project.
  if (config.backend.by === "embedded" && (await fillWithDemo(services))) await fillRegister(services);
  await close();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
