/** Part of `npm start`: fills an empty data folder with fictional content. */
import { replaceLostDatabase } from "#server/backends/data-folder.ts";
import { readConfig } from "#server/config.ts";
import { createErrorReport, createLogger } from "#server/logger.ts";
import { openServices } from "#server/services.ts";
import { fillWithDemo } from "./demo/fill.ts";
import { fillRegister } from "./demo/members.ts";
import { runCommand } from "./run-command.ts";

await runCommand("", async (args) => {
  const config = readConfig(process.env);
  if (args.includes("--new")) replaceLostDatabase(config);
  const report = createErrorReport(createLogger(config.logLevel));
  const { services, close } = await openServices(config, { onChange: () => {}, onMail: () => {}, report });
  // Do not write fictional content into a Firebase project.
  if (config.backend.by === "embedded" && (await fillWithDemo(services))) await fillRegister(services);
  await close();
  return 0;
});
