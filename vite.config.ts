import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { drawings } from "./vite.svg-components.ts";

const OF_THE_COMMITTEE =
  /\/(?:image-field|pictures|planning)\/|\/(?:confirm-button|password-field|sign-in-fields)\.tsx|\/(?:sign-(?:bin|camera)|objet-photo)\.svg/;
const isForEverybody = (module: string) => !OF_THE_COMMITTEE.test(module);

export default defineConfig({
  plugins: [drawings(), reactRouter()],
  // The policy allows pictures and fonts from this site only: nothing is inlined as a data: address.
  build: { assetsInlineLimit: 0 },
  environments: {
    // They find their fonts, drawings and threads beside themselves.
    ssr: { build: { rolldownOptions: { external: /^#(?:print|calendar|images)\// } } },
    client: {
      build: {
        // The authors of what the pages load, whose notices the minifier takes out.
        license: { fileName: "licences.txt" },
        rolldownOptions: {
          output: {
            // What seven modules share is one file: a third of the requests, which a slow line counts (decision 0002). What
            // only the committee has seven of stays out: 1.5 KB that no sign-up waits for.
            codeSplitting: { groups: [{ name: "site", minShareCount: 7, test: isForEverybody }] },
          },
        },
      },
    },
  },
});
