import { createContext, useContext } from "react";

/** Pages that cost more than memory, or that a visitor opens on purpose only. */
const NEVER = ["/*.ics", "/*.pdf", "/*.png", "/*.svg", "/*.xml", "/dons/qr-facture*", "/log*", "/autorisation*"];

const RULES = {
  prefetch: [
    {
      where: { and: [{ href_matches: "/*" }, { not: { href_matches: NEVER } }] },
      eagerness: "moderate",
    },
  ],
};

/** Nonce of the inline scripts of a page that is not cached; empty for a cached one. Given by entry.server. */
export const Nonce = createContext("");

/** Speculation rules: browsers that know them fetch the page of a link that somebody points at. */
export function SpeculationRules() {
  const nonce = useContext(Nonce) || undefined;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes of a constant
  return <script type="speculationrules" nonce={nonce} dangerouslySetInnerHTML={{ __html: JSON.stringify(RULES) }} />;
}
