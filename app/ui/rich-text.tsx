import { createElement, Fragment, type ReactNode } from "react";
import type { Block, Inline } from "#domain/text/rich-text.ts";

function piece(one: Inline): ReactNode {
  if (typeof one === "string") return one === "\n" ? createElement("br") : one;
  if ("link" in one) return createElement("a", { href: one.link }, one.text);
  return elementOf("strong", null, one.bold);
}

/** React needs no keys for children that are separate arguments. */
const elementOf = (type: string | typeof Fragment, props: object | null, pieces: readonly Inline[]): ReactNode =>
  createElement(type, props, ...pieces.map(piece));

const AUTO = { dir: "auto" };

export const InlineText = ({ pieces }: { pieces: readonly Inline[] }) => elementOf(Fragment, null, pieces);

/** @param props.list CSS class of the lists; the rules of the class replace the markers of the browser */
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
