/** `npm start` on an empty data folder: an invented committee and a 2025 planning with the illustrated posters. */
import { readConfig } from "#server/config.ts";
import { createLogger, faultOf } from "#server/logger.ts";
import { openServices } from "#server/services.ts";
import { fillWithDemo } from "./demo/fill.ts";

try {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const signaler = (panne: unknown, ou: string) => logger.error(faultOf(panne), ou);
  const { services, close } = await openServices(config, { onChange: () => {}, onMail: () => {}, signaler });
  // A hosted project may be somebody's: nothing invented gets into it.
  if (config.backend.by === "embedded") await fillWithDemo(services);
  await close();
} catch (panne) {
  process.stderr.write(`${panne instanceof Error ? panne.message : String(panne)}\n`);
  process.exitCode = 1;
}
