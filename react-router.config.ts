import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // A page names the routes it links to, and no others: visitors load nothing of the committee's, not even its list.
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
} satisfies Config;
