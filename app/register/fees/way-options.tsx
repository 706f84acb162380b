import { FEE_WAYS, WAY_LABELS } from "#domain/fees/fee.ts";

export const WayOptions = () =>
  FEE_WAYS.map((way) => (
    <option key={way} value={way}>
      {WAY_LABELS[way]}
    </option>
  ));
