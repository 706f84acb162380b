import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // A page is one file: a client action in a file of its own would be a hundred bytes and one more request.
  splitRouteModules: false,
} satisfies Config;
