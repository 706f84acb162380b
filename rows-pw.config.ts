import config from "./playwright.config.ts";
const { webServer: _, ...rest } = config as Record<string, unknown>;
export default { ...rest, workers: 2, retries: 0 };
