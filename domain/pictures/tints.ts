/** Placeholder colours of loading pictures. The style sheets contain the same colours. */
export const TINTS = {
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

export type Tint = keyof typeof TINTS;

/** Reads a stored tint. Null if missing or unknown. */
export const parseTint = (tint: string | undefined): Tint | null =>
  tint !== undefined && Object.hasOwn(TINTS, tint) ? (tint as Tint) : null;

type Colour = { readonly r: number; readonly g: number; readonly b: number };

const components = (hex: string): Colour => ({
  r: Number.parseInt(hex.slice(1, 3), 16),
  g: Number.parseInt(hex.slice(3, 5), 16),
  b: Number.parseInt(hex.slice(5, 7), 16),
});

/** The tint nearest to a colour. Components are from 0 to 255. */
export function nearestTint({ r, g, b }: Colour): Tint {
  const distance = (tint: Tint) => {
    const ink = components(TINTS[tint]);
    return (ink.r - r) ** 2 + (ink.g - g) ** 2 + (ink.b - b) ** 2;
  };
  const [first, ...others] = Object.keys(TINTS) as [Tint, ...Tint[]];
  return others.reduce((near, tint) => (distance(tint) < distance(near) ? tint : near), first);
}
