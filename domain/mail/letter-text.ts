import { ASSOCIATION, type Letter, type Part } from "./letter.ts";

function lines(part: Part): string {
  if (part.kind === "facts")
    return part.facts
      .filter(({ value }) => value !== "")
      .map(({ label, value }) => `${label}\u00a0: ${value}`)
      .join("\n");
  // Mail programs make a link of an address alone on its line.
  if (part.kind === "button") return `${part.text}\u00a0:\n${part.address}`;
  return part.kind === "alert" ? `! ${part.text}` : part.text;
}

export function letterAsText({ kicker, title, parts, foot }: Letter): string {
  const blocks = [`${kicker}\n${title}`, ...parts.map(lines), [foot, ASSOCIATION].filter(Boolean).join("\n")];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}
