import { createElement, Fragment, type ReactNode } from "react";
import type { Block, Inline } from "#domain/text/rich-text.ts";

function piece(one: Inline): ReactNode {
  if (typeof one === "string") return one === "\n" ? createElement("br") : one;
  if ("link" in one) return createElement("a", { href: one.link }, one.text);
  return elementOf("strong", null, one.bold);
}

/** Passes the children as single arguments, so that React requires no keys. */
const elementOf = (type: string | typeof Fragment, props: object | null, pieces: readonly Inline[]): ReactNode =>
  createElement(type, props, ...pieces.map(piece));

/** Lets the browser detect a text that is written from right to left. */
const AUTO = { dir: "auto" };

/** Text with bold and links, without an element around it. */
export const InlineText = ({ pieces }: { pieces: readonly Inline[] }) => elementOf(Fragment, null, pieces);

/** Paragraphs and lists. `list`: class of the lists, which then have no markers of their own. */
export const RichText = ({ blocks, list }: { blocks: readonly Block[]; list?: string }) =>
  createElement(
    Fragment,
    null,
    ...blocks.map(({ ordered, items }) =>
      ordered === null
        ? elementOf("p", AUTO, items[0] ?? [])
        : createElement(
            ordered ? "ol" : "ul",
            { className: list, role: list && "list" },
            ...items.map((pieces) => createElement("li", AUTO, elementOf("span", null, pieces))),
          ),
    ),
  );
