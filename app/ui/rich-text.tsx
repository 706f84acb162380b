import { createElement, Fragment, type ReactNode } from "react";
import type { Block, Inline } from "#domain/text/rich-text.ts";

/** Children without keys, because their order never changes. */
const fixed = (children: readonly ReactNode[]) => createElement(Fragment, null, ...children);

function piece(one: Inline): ReactNode {
  if (one === "\n") return createElement("br");
  if (typeof one === "string") return one;
  if ("link" in one) return createElement("a", { href: one.link }, one.text);
  return createElement("strong", null, ...one.bold.map(piece));
}

/** Bold and links within one element. */
export const InlineText = ({ pieces }: { pieces: readonly Inline[] }) => fixed(pieces.map(piece));

function element({ ordered, items }: Block, list: string | undefined): ReactNode {
  const texts = items.map((pieces) => fixed(pieces.map(piece)));
  if (ordered === null) return createElement("p", { dir: "auto" }, ...texts);
  const rows = texts.map((text) => createElement("li", { dir: "auto" }, createElement("span", null, text)));
  return createElement(ordered ? "ol" : "ul", { className: list, role: list && "list" }, ...rows);
}

/** Paragraphs and lists. `list`: class of the lists, which then have no markers of their own. */
export const RichText = ({ blocks, list }: { blocks: readonly Block[]; list?: string }) =>
  fixed(blocks.map((block) => element(block, list)));
