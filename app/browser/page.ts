/** Script that every page loads. */
import { drawHeaderScene, type HeaderScene } from "./header-canvas-drawing.ts";
import { ignoreMisplacedSecondTaps } from "./second-tap.ts";

const FRAME_MS = 33;

const canvas = document.querySelector<HTMLCanvasElement>("[data-crete]");
if (canvas) animateRidge(canvas);

ignoreMisplacedSecondTaps();

// Close the menu before leaving: the back/forward cache would restore the page with an open menu.
document.addEventListener("click", ({ target }) => {
  const menu = (target as Element).closest("a")?.closest<HTMLElement>("nav[popover]");
  // Safari before 17, Firefox before 125 and Chrome before 114 have no popovers: the menu is always open.
  if (menu?.hidePopover && menu.matches(":popover-open")) menu.hidePopover();
});

// Over plain http, WebKit keeps pages with « no-store » in its back/forward cache: after a sign-out, « back » would
// show the committee's page again. So a page with a session is hidden when it is left, because the browser may paint it
// before the event « pageshow ». `display: none` would lose the scroll position.
const { documentElement: root } = document;
addEventListener("pagehide", ({ persisted }) => {
  if (persisted && "signedIn" in root.dataset) root.style.visibility = "hidden";
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && "signedIn" in root.dataset) location.reload();
});

// The announcement may have ended while the tab was in the background.
document.addEventListener("visibilitychange", () => {
  const bar = document.querySelector<HTMLElement>("[data-until]");
  if (bar) bar.hidden = Date.parse(bar.dataset.until ?? "") <= Date.now();
});

/** Stops while the canvas is not visible, and if the user prefers reduced motion. */
function animateRidge(canvas: HTMLCanvasElement): void {
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  const hour = new Date().getHours();
  const scene: HeaderScene = { ctx, width: 0, height: 0, time: 4, breath: 0, night: hour >= 20 || hour < 6 };
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  let visible = true;
  let running = false;
  let lastFrame = 0;

  function drawFrame(now: number) {
    running = visible && !document.hidden && !reducedMotion.matches;
    if (!running) return;
    const elapsed = now - lastFrame;
    if (elapsed > FRAME_MS) {
      scene.time += Math.min(0.1, elapsed / 1000) * (1 + scene.breath);
      scene.breath *= 0.97;
      lastFrame = now;
      drawHeaderScene(scene);
    }
    requestAnimationFrame(drawFrame);
  }

  function start() {
    if (running) return;
    running = true;
    lastFrame = performance.now();
    requestAnimationFrame(drawFrame);
  }

  new ResizeObserver(() => resizeToScreen(canvas, scene)).observe(canvas);
  new IntersectionObserver(([entry]) => {
    visible = entry?.isIntersecting ?? true;
    start();
  }).observe(canvas);
  document.addEventListener("visibilitychange", start);
  reducedMotion.addEventListener("change", start);
  canvas.addEventListener("pointermove", () => {
    scene.breath = Math.min(6, scene.breath + 0.6);
  });
}

function resizeToScreen(canvas: HTMLCanvasElement, scene: HeaderScene): void {
  const { width, height } = canvas.getBoundingClientRect();
  const density = Math.min(devicePixelRatio || 1, 2);
  Object.assign(scene, { width, height });
  canvas.width = Math.round(width * density);
  canvas.height = Math.round(height * density);
  scene.ctx.setTransform(density, 0, 0, density, 0, 0);
  drawHeaderScene(scene);
}
