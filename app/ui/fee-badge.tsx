import Hourglass from "#app/ui/drawings/sign-hourglass.svg?drawing";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import type { FeeState } from "#domain/fees/fee.ts";

const LABELS: Record<FeeState, string> = {
  due: "ouverte",
  partly: "payée en partie",
  paid: "payée",
  waived: "non demandée",
};

/** @param props.year absent if the page shows the year next to the badge */
export const FeeBadge = ({ state, year }: { state: FeeState; year?: string | null }) => (
  <span className={`badge fee-badge--${state}`}>
    {state === "paid" || state === "waived" ? <Tick /> : <Hourglass />}
    {year && <span className="sr-only">Cotisation {year}&nbsp;: </span>}
    {LABELS[state]}
  </span>
);
