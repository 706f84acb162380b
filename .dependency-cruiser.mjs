/** The table of ARCHITECTURE: which folder may import which. tests/architecture.test.ts proves that it bites. */
const MAY_IMPORT = {
  domain: [],
  ports: ["domain"],
  usecases: ["domain", "ports"],
  adapters: ["domain", "ports"],
  app: ["domain", "ports", "usecases"],
  server: ["domain", "ports", "usecases", "adapters", "app"],
  cli: ["domain", "ports", "usecases", "adapters", "app", "server"],
};
const FOLDERS = [...Object.keys(MAY_IMPORT), "tests", "scripts", "bench"].join("|");

export default {
  forbidden: [
    ...Object.entries(MAY_IMPORT).map(([from, may]) => ({
      name: `${from}-boundary`,
      severity: "error",
      comment: `${from}/ may import: ${[from, ...may].join(", ")}`,
      from: { path: `^${from}/` },
      to: { path: `^(?:${FOLDERS})/`, pathNot: [from, ...may].map((folder) => `^${folder}/`) },
    })),
    {
      name: "adapter-families-are-strangers",
      severity: "error",
      from: { path: "^adapters/([^/]+)/" },
      to: { path: "^adapters/", pathNot: "^adapters/$1/" },
    },
    {
      name: "ui-takes-props-only",
      severity: "error",
      from: { path: "^app/ui/" },
      to: { path: "^(?:ports|usecases|app/routes)/" },
    },
    {
      name: "core-is-pure",
      severity: "error",
      from: { path: "^(?:domain|ports|usecases)/" },
      to: { dependencyTypes: ["npm", "npm-dev", "npm-no-pkg", "npm-unknown", "core"], pathNot: "node_modules/zod/" },
    },
    {
      name: "browser-code-knows-no-node",
      severity: "error",
      from: { path: "^app/", pathNot: "[.]server[.]tsx?$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "only-services-chooses-adapters",
      severity: "error",
      from: { path: "^(?:server|cli)/", pathNot: "^server/services[.]ts$" },
      to: { path: "^adapters/" },
    },
    {
      name: "no-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: ["[+]types/", "[?](?:url|worker&url)$"] },
    },
    { name: "no-circular", severity: "error", from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(?:build|[.]react-router)/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default"] },
  },
};
