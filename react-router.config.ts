import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole (small) manifest goes with the page: no /__manifest endpoint, one request fewer.
  routeDiscovery: { mode: "initial" },
  // A page is one file: apart, its client action would be a hundred bytes with a name as long in the manifest.
  splitRouteModules: false,
} satisfies Config;
