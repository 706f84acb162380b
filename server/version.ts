import packageJson from "../package.json" with { type: "json" };

export const SITE_VERSION = packageJson.version;
