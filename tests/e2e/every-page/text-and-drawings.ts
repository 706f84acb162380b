/** No text runs over a drawing: the boxes of texts, compared with what each decorative picture paints. */
import { expect, type Page } from "#tests/e2e/test.ts";

/**
 * Runs in the page. A text that has a ground of its own over the picture does not count, nor does what a picture paints
 * in the colour of the ground below it.
 * @returns texts that a drawing runs under
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: runs in the browser, which knows no other function of this file
async function findTextsOverDrawings(): Promise<string[]> {
  /** Size of a sample in px of the picture, smallest side of a drawing in px, and distance of colours. */
  const [STEP, SMALLEST, DIFFERENCE] = [4, 60, 48];
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const parse = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const isOpaque = (element: Element) => {
    const [, , , alpha = 1] = parse(getComputedStyle(element).backgroundColor);
    return alpha === 1;
  };
  const ancestors = (element: Element): Element[] =>
    element.parentElement ? [element.parentElement, ...ancestors(element.parentElement)] : [];

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: { element: Element; words: string; rects: DOMRect[] }[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const words = node.nodeValue?.trim();
    if (!(element && words && isShown(element))) continue;
    if (element.closest(".btn, .sr-only, .skip-link, .honeypot, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    // A line box is higher than its letters.
    const height = 0.9 * Number.parseFloat(getComputedStyle(element).fontSize);
    const rects = [...range.getClientRects()].map(
      (line) => new DOMRect(line.x, line.y + (line.height - height) / 2, line.width, height),
    );
    texts.push({ element, words: words.slice(0, 50), rects: rects.filter(({ width }) => width > 1) });
  }

  const found: string[] = [];
  for (const picture of document.querySelectorAll<HTMLImageElement>('img[alt=""][src*=".svg"]')) {
    const box = picture.getBoundingClientRect();
    // A closed menu still takes its leave for a moment when a wide window becomes narrow.
    if (
      !isShown(picture) ||
      picture.closest("[popover]:not(:popover-open)") ||
      Math.min(box.width, box.height) < SMALLEST
    )
      continue;
    const near = texts.flatMap(({ element, words, rects }) => {
      const own = [element, ...ancestors(element)].filter((one) => !one.contains(picture));
      if (own.some(isOpaque)) return [];
      return rects
        .filter((r) => r.left < box.right && r.right > box.left && r.top < box.bottom && r.bottom > box.top)
        .map((rect) => ({ words, rect }));
    });
    if (near.length === 0) continue;
    // A lazy picture outside the window would never be decoded.
    picture.loading = "eager";
    await picture.decode();
    const [width, height] = [picture.naturalWidth, picture.naturalHeight].map((side) => Math.ceil(side / STEP)) as [
      number,
      number,
    ];
    const context = new OffscreenCanvas(width, height).getContext("2d");
    if (!context) throw new Error("no canvas");
    const ground = ancestors(picture).find(isOpaque) ?? document.body;
    context.fillStyle = getComputedStyle(ground).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const isPainted = (x: number, y: number) => {
      if (x < 0 || y < 0 || x >= width || y >= height) return false;
      const at = 4 * (y * width + x);
      return [red, green, blue].some((value, i) => Math.abs(value - (data[at + i] ?? value)) > DIFFERENCE);
    };
    const { objectFit, objectPosition } = getComputedStyle(picture);
    const [scaleX, scaleY] = [box.width / width, box.height / height];
    const cover = Math.max(scaleX, scaleY);
    const scale = objectFit === "cover" ? { x: cover, y: cover } : { x: scaleX, y: scaleY };
    const [right = 50, down = 50] = parse(objectPosition).map((percent) => percent / 100);
    const left = box.left + (box.width - width * scale.x) * right;
    const top = box.top + (box.height - height * scale.y) * down;
    for (const { words, rect } of near) {
      let painted = 0;
      for (let y = Math.max(rect.top, box.top); y < Math.min(rect.bottom, box.bottom); y += scale.y)
        for (let x = Math.max(rect.left, box.left); x < Math.min(rect.right, box.right); x += scale.x)
          if (isPainted(Math.floor((x - left) / scale.x), Math.floor((y - top) / scale.y))) painted += 1;
      if (painted > 1) found.push(`${words} (over ${picture.src.split("/").at(-1)})`);
    }
  }
  return found;
}

/** Expects no text of the page to run over a decorative drawing. */
export async function noTextOverDrawings(page: Page): Promise<void> {
  const { width } = page.viewportSize() ?? {};
  expect(await page.evaluate(findTextsOverDrawings), `${page.url()} at ${width} px`).toEqual([]);
}
