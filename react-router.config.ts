import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole (small) manifest goes with the page: no /__manifest endpoint, one request fewer.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
