/**
 * The one script of every page, reading pages included: the header's canvas, and a menu that closes once an entry is
 * chosen (also when the browser later shows this page again from its back/forward cache).
 */
import { animateRidge } from "./header-canvas.ts";

const canvas = document.querySelector<HTMLCanvasElement>("[data-crete]");
if (canvas) animateRidge(canvas);

const menu = document.querySelector<HTMLElement>("#menu[popover]");
menu?.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest("a") && menu.matches(":popover-open")) menu.hidePopover();
});
