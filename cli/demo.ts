/** `npm start` on an empty data folder: an invented committee and a 2025 planning with the illustrated posters. */
import { startAnew } from "#server/backends/data-folder.ts";
import { readConfig } from "#server/config.ts";
import { createLogger, faultOf } from "#server/logger.ts";
import { openServices } from "#server/services.ts";
import { fillWithDemo } from "./demo/fill.ts";

try {
  const config = readConfig(process.env);
  if (process.argv.includes("--new")) startAnew(config);
  const logger = createLogger(config.logLevel);
  const report = (fault: unknown, where: string) => logger.error(faultOf(fault), where);
  const { services, close } = await openServices(config, { onChange: () => {}, onMail: () => {}, report });
  // A hosted project may be somebody's: nothing invented gets into it.
  if (config.backend.by === "embedded") await fillWithDemo(services);
  await close();
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exitCode = 1;
}
