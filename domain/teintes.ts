/** The site's inks (design, section 2): the nearest one stands where a picture is still on its way. */
export const TEINTES = {
  papier: "#f7f2e6",
  encre: "#17182b",
  brique: "#c9341f",
  rose: "#f2a98f",
  azur: "#2b6ca3",
  "azur-clair": "#a9d3e0",
  "azur-nuit": "#173a66",
  vigne: "#4b7a37",
  "vigne-clair": "#b3c65b",
  ocre: "#f3b233",
  "ocre-clair": "#fadb8c",
} as const;

export type Teinte = keyof typeof TEINTES;

type Couleur = { readonly r: number; readonly g: number; readonly b: number };

const composantes = (hex: string): Couleur => ({
  r: Number.parseInt(hex.slice(1, 3), 16),
  g: Number.parseInt(hex.slice(3, 5), 16),
  b: Number.parseInt(hex.slice(5, 7), 16),
});

/** @returns the ink that is nearest to a colour. @param couleur components from 0 to 255 */
export function teinteDe({ r, g, b }: Couleur): Teinte {
  const ecart = (teinte: Teinte) => {
    const encre = composantes(TEINTES[teinte]);
    return (encre.r - r) ** 2 + (encre.g - g) ** 2 + (encre.b - b) ** 2;
  };
  const [premiere, ...autres] = Object.keys(TEINTES) as [Teinte, ...Teinte[]];
  return autres.reduce((proche, teinte) => (ecart(teinte) < ecart(proche) ? teinte : proche), premiere);
}
