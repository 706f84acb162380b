/** Which folder may import which, as rules of dependency-cruiser; architecture.test.ts proves that they bite. */
import type { ICruiseOptions, IFlattenedRuleSet } from "dependency-cruiser";

const SEVERITY = "error" as const;

const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  ports: ["domain"],
  usecases: ["domain", "ports"],
  adapters: ["domain", "ports"],
  app: ["domain", "ports", "usecases"],
  server: ["domain", "ports", "usecases", "adapters", "app"],
  cli: ["domain", "ports", "usecases", "adapters", "app", "server"],
};
const FOLDERS = [...Object.keys(MAY_IMPORT), "tests", "scripts", "bench"].join("|");

export const RULES: IFlattenedRuleSet = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(([from, may]) => ({
      name: `${from}-boundary`,
      severity: SEVERITY,
      comment: `${from}/ may import: ${[from, ...may].join(", ")}`,
      from: { path: `^${from}/` },
      to: { path: `^(?:${FOLDERS})/`, pathNot: [from, ...may].map((folder) => `^${folder}/`) },
    })),
    {
      name: "adapter-families-are-strangers",
      severity: SEVERITY,
      from: { path: "^adapters/([^/]+)/" },
      to: { path: "^adapters/", pathNot: "^adapters/$1/" },
    },
    {
      name: "ui-takes-props-only",
      severity: SEVERITY,
      from: { path: "^app/ui/" },
      to: { path: "^(?:ports|usecases|app/routes)/" },
    },
    {
      name: "core-is-pure",
      severity: SEVERITY,
      from: { path: "^(?:domain|ports|usecases)/" },
      to: { dependencyTypes: ["npm", "npm-dev", "npm-no-pkg", "npm-unknown", "core"], pathNot: "node_modules/zod/" },
    },
    {
      name: "browser-code-knows-no-node",
      severity: SEVERITY,
      from: { path: "^app/", pathNot: "[.]server[.]tsx?$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "only-services-chooses-adapters",
      severity: SEVERITY,
      from: { path: "^(?:server|cli)/", pathNot: "^server/(?:services[.]ts$|backends/)" },
      to: { path: "^adapters/" },
    },
    {
      name: "no-unresolvable",
      severity: SEVERITY,
      from: {},
      to: { couldNotResolve: true, pathNot: ["[+]types/", "[?](?:url|worker&url)$"] },
    },
    { name: "no-circular", severity: SEVERITY, from: {}, to: { circular: true } },
  ],
};

export const OPTIONS: ICruiseOptions = {
  doNotFollow: { path: "node_modules" },
  exclude: { path: "^(?:build|[.]react-router)/" },
  parser: "swc",
  tsPreCompilationDeps: true,
  enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
};
