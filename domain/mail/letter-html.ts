/** Mail as HTML. Styles are inline, because many mail programs ignore style sheets. */
import type { RichTextBlock, RichTextInline } from "#domain/text/rich-text.ts";
import { ASSOCIATION_NAME, type Letter, type LetterFact, type LetterPart, renderLetterText } from "./letter.ts";

/** HTML that the template tag `html` inserts without escaping. */
class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Hole = string | Markup | readonly Markup[];

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

function filled(hole: Hole): string {
  if (typeof hole === "string") return escaped(hole);
  return hole instanceof Markup ? hole.source : hole.map(({ source }) => source).join("");
}

/** Template tag. Escapes the inserted texts, also inside double-quoted attributes. */
const html = (template: TemplateStringsArray, ...holes: readonly Hole[]): Markup =>
  new Markup(String.raw({ raw: template }, ...holes.map(filled)));

const INK = "#17182b";
const READING = "font-family:Verdana,'Helvetica Neue',Arial,sans-serif";
const POSTER =
  "font-family:'AvenirNextCondensed-Heavy','Avenir Next Condensed','Arial Narrow',Impact,Arial,sans-serif;font-weight:800";
const WRAP = "overflow-wrap:anywhere;word-break:break-word";

const DARK = `@media (prefers-color-scheme:dark){
.paper{background:#17182b!important}
.card{background:#23253f!important;border-color:#f7f2e6!important}
.ink{color:#fffbf1!important}
.small{color:#e3dccb!important}
.link{color:#a9d3e0!important}
.quote{border-color:#a9d3e0!important}
.star{color:#f2a98f!important}
}`;

const fact = ({ label, value, address }: LetterFact): Markup => {
  const words = html`<bdi>${value}</bdi>`;
  return html`<dt class="small" style="margin:12px 0 0;font-size:14px;color:#4a4b5c">${label}</dt>
<dd class="ink" style="margin:0;font-size:17px;font-weight:bold;color:${INK};${WRAP}">${
    address
      ? html`<a class="link" href="${address}" style="display:inline-block;padding:5px 0;color:#173a66">${words}</a>`
      : words
  }</dd>
`;
};

const broken = (text: string): Markup[] =>
  text.split("\n").map((line, i) => (i === 0 ? html`${line}` : html`<br>${line}`));

const inline = (piece: RichTextInline): Markup => {
  if (typeof piece === "string") return html`${broken(piece)}`;
  if ("bold" in piece) return html`<strong>${piece.bold.map(inline)}</strong>`;
  return html`<a class="link" href="${piece.link}" style="color:#173a66">${piece.text}</a>`;
};

const block = ({ ordered, items }: RichTextBlock): Markup => {
  if (ordered === null)
    return html`<p class="ink" style="margin:16px 0 0;font-size:17px;line-height:1.5;color:${INK};${WRAP}">${items.flatMap((pieces) => pieces.map(inline))}</p>
`;
  const lines = items.map((pieces) => html`<li style="margin:4px 0">${pieces.map(inline)}</li>`);
  const style = `margin:16px 0 0;padding-left:24px;font-size:17px;line-height:1.5;color:${INK};${WRAP}`;
  return ordered
    ? html`<ol class="ink" style="${style}">${lines}</ol>
`
    : html`<ul class="ink" style="${style}">${lines}</ul>
`;
};

function drawn(part: LetterPart): Markup {
  if (part.kind === "rich") return html`${part.blocks.map(block)}`;
  if (part.kind === "small")
    return html`<p class="small" style="margin:20px 0 0;font-size:14px;line-height:1.5;color:#4a4b5c"><a class="link" href="${part.address}" style="color:#173a66">${part.text}</a></p>
`;
  if (part.kind === "facts")
    return html`<dl style="margin:8px 0 0">
${part.facts.filter(({ value }) => value !== "").map(fact)}</dl>
`;
  if (part.kind === "button")
    return html`<p style="margin:24px 0 4px"><a href="${part.address}" style="display:inline-block;padding:12px 22px;background:#f3b233;border:3px solid ${INK};color:${INK};${POSTER};font-size:20px;line-height:1.2;text-decoration:none">${part.text}</a></p>
`;
  if (part.kind === "alert")
    return html`<p style="margin:16px 0 0;padding:10px 14px;background:#fadb8c;border-left:6px solid #c9341f;font-size:16px;font-weight:bold;color:${INK};${WRAP}">${part.text}</p>
`;
  if (part.kind === "quote")
    return html`<blockquote class="quote ink" style="margin:16px 0 0;padding:2px 0 2px 16px;border-left:4px solid #2b6ca3;font-size:17px;line-height:1.5;color:${INK};${WRAP}"><bdi>${broken(part.text)}</bdi></blockquote>
`;
  return html`<p class="ink" style="margin:16px 0 0;font-size:17px;line-height:1.5;color:${INK};${WRAP}">${part.text}</p>
`;
}

/** Contains no external resources, because mail programs block such resources. */
const letterAsHtml = ({ kicker, title, preview, parts, foot }: Letter): string =>
  html`<!doctype html>
<html lang="fr-CH">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${DARK}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#f7f2e6;${READING}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<main class="paper" style="padding:20px 12px;background:#f7f2e6">
<div style="max-width:540px;margin:0 auto">
<p class="ink" style="margin:0 0 12px;${POSTER};font-size:20px;line-height:1.1;text-transform:uppercase;color:${INK}"><span class="star" style="color:#c9341f">★</span> ${ASSOCIATION_NAME}</p>
<div class="card" style="padding:18px 18px 24px;background:#fffbf1;border:3px solid ${INK};border-right-width:7px;border-bottom-width:7px">
<p class="small" style="margin:0;font-size:15px;color:#4a4b5c">${kicker}</p>
<h1 class="ink" style="margin:2px 0 0;${POSTER};font-size:30px;line-height:1.15;color:${INK};${WRAP}"><bdi>${title}</bdi></h1>
${parts.map(drawn)}</div>
<p class="small" style="margin:14px 2px 0;font-size:14px;line-height:1.5;color:#4a4b5c;${WRAP}">${foot}</p>
</div>
</main>
</body>
</html>
`.source;

/** The plain text and the HTML of a mail. */
export const renderLetterBodies = (letter: Letter): { text: string; html: string } => ({
  text: renderLetterText(letter),
  html: letterAsHtml(letter),
});
