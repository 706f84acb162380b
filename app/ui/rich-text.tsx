import { createElement, Fragment, type ReactNode } from "react";
import type { RichTextBlock, RichTextInline } from "#domain/text/rich-text.ts";

function piece(one: RichTextInline): ReactNode {
  if (typeof one === "string") return one === "\n" ? createElement("br") : one;
  if ("link" in one) return createElement("a", { href: one.link }, one.text);
  return elementOf("strong", null, one.bold);
}

/** React needs no keys for children that are separate arguments. */
const elementOf = (
  type: string | typeof Fragment,
  props: object | null,
  pieces: readonly RichTextInline[],
): ReactNode => createElement(type, props, ...pieces.map(piece));

const AUTO = { dir: "auto" };

export const InlineText = ({ pieces }: { pieces: readonly RichTextInline[] }) => elementOf(Fragment, null, pieces);

/** @param props.list CSS class of the lists; the rules of the class replace the markers of the browser */
export const RichText = ({ blocks, list }: { blocks: readonly RichTextBlock[]; list?: string }) =>
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
